"""Follows the advice of a finding, as an author would: what to write is put where the finding is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import yaml

from estimator.errors import Path, Problem

Data = Any
"""A spec as plain data."""
_NUMBERS = ("a whole number of", "at most", "at least", "a number up to", "numbers up to")


def followed(problem: Problem, data: Data) -> Iterator[tuple[str, Data]]:
    """What the hint says to write, and the spec with it; nothing where it names nothing that can be copied."""
    for what, change in _changes(problem):
        mended = deepcopy(data)
        if change(mended):
            yield what, mended


def _changes(problem: Problem) -> Iterator[tuple[str, Any]]:
    hint, path = problem.hint.removesuffix(" (and more)"), problem.path
    if found := re.fullmatch(r"did you mean (.+)\?", hint):
        for name in found[1].split(" or "):
            yield (
                name,
                lambda data, name=name: _renamed(data, path, name) if _is_key(problem) else _put(data, path, name),
            )
        return
    if found := re.fullmatch(r"write (\S+ ?\S*), and statistic: (\S+) in metric", hint):
        yield (
            found[0],
            lambda data: _put(data, path, found[1]) and _put(data, (*path[:-2], "metric", "statistic"), found[2]),
        )
        return
    if found := re.match(r"remove (\w+)$", hint):
        holder = path[:-1] if path[-1:] == (found[1],) else path
        yield hint, lambda data: _removed(data, (*holder, found[1])) or _removed(data, (*path[:-1], found[1]))
        return
    if found := re.match(r"add (\w+): (\{.*?\}|[^,;(]+?)(?: or more)?(?:,|;|$| or )", hint):
        if "..." not in found[2] and not re.search(r"how many|NAME", found[2]):
            yield found[0], lambda data: _put(data, (*_holder(path, found[1]), found[1]), _read(found[2]))
        return
    if found := re.search(r", or (write (?:per_\w+(?:, | or )?)+)$", hint):
        hint = found[1]
    if hint.startswith(("write ", "the optimistic value")):
        for value in _values(hint, str(path[-1])):
            yield str(value), lambda data, value=value: _put(data, path, value)


def _values(hint: str, last: str) -> list[Any]:
    """The values that a hint names to be written at its place, whose key is ``last``."""
    text = hint.removeprefix("write ").split("; ")[0].removesuffix(" alone")
    if found := re.search(r"smaller one: (\[.*\])|larger one: (\[.*\])", hint):
        return [_read(found[1] or found[2])]
    if found := re.search(r"such as (\[.*?\]|.+?)(?: or |,|$)", text):
        return [_read(found[1])]
    for start in _NUMBERS:
        if found := re.match(rf"{start} (\d+)", text):
            return [found[1]]
    if re.search(
        r"value|year|write|divisor|multiple|only|another|fewer|smaller|text|mapping|way|number|name|one entry|\.\.\.",
        text,
    ):
        return []
    words = [part.strip() for part in re.split(r", (?:or )?| or ", text.removeprefix("one of "))]
    if text.startswith(("[", "{")):
        return [_read(text)]
    named = [word.partition(": ") for word in words if word]
    return [_read(value if colon else key) for key, colon, value in named if not colon or key == last]


def _read(text: str) -> Any:
    """A value as YAML gives it with everything a text."""
    try:
        return yaml.load(text, yaml.BaseLoader)
    except yaml.YAMLError:
        return text


def _is_key(problem: Problem) -> bool:
    told = problem.message == "unknown key" or problem.message == f"there is no condition {str(problem.path[-1])!r}"
    return told or problem.path[:2] == ("budget", "operations")


def _holder(path: Path, key: str) -> Path:
    return path[: path.index(key)] if key in path else path


def _at(data: Data, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def _put(data: Data, path: Path, value: Any) -> bool:
    try:
        if path[-2:-1] == ("metric",):
            _at(data, path[:-2]).setdefault("metric", {})
        _at(data, path[:-1])[path[-1]] = value
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _renamed(data: Data, path: Path, name: str) -> bool:
    holder = _at(data, path[:-1])
    entries = [(name if key == path[-1] else key, item) for key, item in holder.items()]
    holder.clear()
    holder.update(entries)
    return True


def _removed(data: Data, path: Path) -> bool:
    try:
        del _at(data, path[:-1])[path[-1]]
    except (KeyError, IndexError, TypeError):
        return False
    return True
