"""What two specs say differently and no number rests on: sources, notes and titles, each by its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from estimator.errors import Path, path_text
from estimator.history.inputs import PROSE, SECTIONS, Input
from estimator.history.plain import plain
from estimator.spec.document import Spec

ELSEWHERE = frozenset({"document", "requirements", "defaults", "frozen"})
"""Sections of which the difference tells in its own way."""

LANGUAGES = frozenset({"zh", "en"})


def reworded(before: Spec, after: Spec, told: Collection[Input] = ()) -> tuple[str, ...]:
    """The places that say something else with no effect on a number: ``sources.guess.text``; none of those ``told``."""
    changed = {one.path for one in told}
    found = places(_outside(before), _outside(after))
    return tuple(
        path_text(path)
        for path in found
        if (path[0] not in SECTIONS or PROSE.intersection(path))
        and not any(path[:depth] in changed for depth in range(1, len(path) + 1))
    )


def _outside(spec: Spec) -> dict[str, Any]:
    return {name: value for name, value in plain(spec).items() if name not in ELSEWHERE}


def places(before: Any, after: Any, path: Path = ()) -> Iterator[Path]:
    """The places at which two plain values differ, the deepest that both have; a text in two languages is one place."""
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping) and not LANGUAGES.issuperset([*before, *after]):
        for name in dict.fromkeys([*before, *after]):
            yield from places(before.get(name), after.get(name), (*path, name))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, pair in enumerate(zip(before, after, strict=True)):
            yield from places(*pair, (*path, place))
    else:
        yield path
