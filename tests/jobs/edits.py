"""Edits of a spec as people make them: a value of each kind of key changed, removed, an entry added, entries turned."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

Data = dict[str, Any]
Path = tuple[str | int, ...]

NAMED = ("operations", "groups", "requirements", "sources", "paths", "cuts", "risks", "open_points", "glossary")
"""Mappings whose keys are names that the author chose: keys below them are alike."""
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def leaves(part: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every value of a spec as written, with its place."""
    if isinstance(part, dict | list):
        for key, item in part.items() if isinstance(part, dict) else enumerate(part):
            yield from leaves(item, (*path, key))
    else:
        yield path, part


def kind(path: Path) -> Path:
    """The key without the names and places in it: ``operations.*.tensor.bytes``."""
    own = [key if index == 0 or path[index - 1] not in NAMED else "*" for index, key in enumerate(path)]
    return tuple("#" if isinstance(key, int) else key for key in own)


def edits(data: Data, seed: int, of_a_kind: int = 1) -> Iterator[Data]:
    """The spec with one edit each: so many values of every kind of key, then removals, additions, another order."""
    turn = random.Random(seed)
    alike: dict[Path, list[Path]] = {}
    for path, _ in leaves(data):
        alike.setdefault(kind(path), []).append(path)
    chosen = [path for paths in alike.values() for path in turn.sample(paths, min(of_a_kind, len(paths)))]
    turn.shuffle(chosen)
    for number, path in enumerate(chosen):
        yield _with(data, path, _other)
        if number % 4 == 0:
            yield _without(data, path)
        if number % 16 == 8:
            yield data
    for section in ("operations", "requirements", "risks", "groups"):
        for name in turn.sample(sorted(data.get(section, {})), min(1, len(data.get(section, {})))):
            yield data | {section: {**data[section], f"{name}-again": data[section][name]}}
            yield data | {section: dict(reversed(data[section].items()))}
            yield data | {section: {key: item for key, item in data[section].items() if key != name}}


def _other(value: str) -> str:
    """Another value of the same kind: a number somewhat larger, a text with a word more."""
    found = NUMBER.search(value)
    if found is None:
        return f"{value} so" if " " in value or not value.isascii() else value[::-1]
    more = str(int(found[0]) + 1) if found[0].isdigit() else f"{float(found[0]) * 1.07:.4g}"
    return value[: found.start()] + more + value[found.end() :]


def _with(data: Data, path: Path, made: Any) -> Data:
    changed = copy.deepcopy(data)
    inner = _at(changed, path[:-1])
    inner[path[-1]] = made(str(inner[path[-1]]))
    return changed


def _without(data: Data, path: Path) -> Data:
    changed = copy.deepcopy(data)
    del _at(changed, path[:-1])[path[-1]]
    return changed


def _at(part: Any, path: Path) -> Any:
    for key in path:
        part = part[key]
    return part
