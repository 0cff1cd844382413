"""Whether a requirement got tighter or looser: from the results that pass before and after, never from its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from estimator.history.meaning import Accepts, Key, Meaning, default_of

Direction = Literal["tighter", "looser", "both", "editorial", "test"]
SAME = 1e-9
"""Relative difference below which two limits accept the same results."""
RANK = {"may": 0, "should": 1, "must": 2}


class ChangedPart(NamedTuple):
    """One thing that differs. ``of``: what | cells | lists | priority | test | words; ``name``: a field, or a cell."""

    of: str
    name: str
    direction: Direction
    before: Any
    after: Any
    unit: str = "none"


class Changed(NamedTuple):
    """What a requirement became, and by which parts. ``dropped``, ``added``: cells; ``moved``: those of another limit.

    ``derived``: of those moved, cells whose limit is worked out.
    """

    direction: Direction
    parts: tuple[ChangedPart, ...]
    moved: int = 0
    dropped: int = 0
    added: int = 0
    derived: tuple[ChangedPart, ...] = ()


def changed(before: Meaning, after: Meaning) -> Changed | None:
    """The direction of a change: tighter where a proper subset of results passes in every changed cell; None: none.

    10 ms with a tolerance of 10 % become 10.5 ms with 2 %: 11 ms passed and 10.71 ms do: tighter.
    """
    cells = tuple(_cells(before.cells, after.cells))
    binding = (*_priority(before, after), *_what(before, after), *_lists(before, after), *cells)
    quiet = (
        *_fields("test", "test", before.tested, after.tested),
        *_fields("words", "editorial", before.words, after.words),
    )
    parts = binding + quiet
    if not parts:
        return None
    direction = _joined([part.direction for part in binding]) if binding else quiet[0].direction
    dropped = sum(part.after is None for part in cells)
    added = sum(part.before is None for part in cells)
    common = [
        key for key in before.cells if key in after.cells and before.cells[key].derived and after.cells[key].derived
    ]
    names = {after.cells[key].name for key in common}
    kept = (part for part in cells if part.before is not None and part.after is not None)
    derived = tuple(part for part in kept if part.name in names)
    return Changed(direction, parts, len(cells) - dropped - added, dropped, added, derived)


def _joined(directions: list[Direction]) -> Direction:
    found = set(directions)
    return found.pop() if len(found) == 1 else "both"


def _priority(before: Meaning, after: Meaning) -> Iterator[ChangedPart]:
    if before.priority != after.priority:
        way: Direction = "tighter" if RANK[after.priority] > RANK[before.priority] else "looser"
        yield ChangedPart("priority", "priority", way, before.priority, after.priority)


def _what(before: Meaning, after: Meaning) -> Iterator[ChangedPart]:
    yield from _fields("what", "both", before.what, after.what)


def _fields(of: str, way: Direction, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[ChangedPart]:
    for name in dict.fromkeys([*before, *after]):
        old, new = (side.get(name, default_of(name)) for side in (before, after))
        if old != new:
            yield ChangedPart(of, name, way, old, new)


def _lists(before: Meaning, after: Meaning) -> Iterator[ChangedPart]:
    for name in dict.fromkeys([*before.lists, *after.lists]):
        old, new = before.lists.get(name), after.lists.get(name)
        if old != new:
            # An empty list names nothing in particular, which is neither more nor less than some.
            way = "both" if old is None or new is None else more_or_less(old, new)
            yield ChangedPart("lists", name, way, sorted(old or ()), sorted(new or ()))


def more_or_less(before: frozenset[Any], after: frozenset[Any]) -> Direction:
    """Tighter where more has to be there, looser where less."""
    return "tighter" if before < after else "looser" if after < before else "both"


def _cells(before: Mapping[Key, Accepts], after: Mapping[Key, Accepts]) -> Iterator[ChangedPart]:
    for key, old in before.items():
        new = after.get(key)
        if new is None:
            yield ChangedPart("cells", old.name, "looser", old, None, old.unit)
        elif (way := passing(old, new)) is not None:
            yield ChangedPart("cells", new.name, way, old, new, new.unit)
    for key, new in after.items():
        if key not in before:
            yield ChangedPart("cells", new.name, "tighter", None, new, new.unit)


def passing(before: Accepts, after: Accepts) -> Direction | None:
    """Whether fewer or more results pass in one cell; None where the same do."""
    ways: list[Direction] = []
    if before.sizes != after.sizes:
        ways.append(more_or_less(before.sizes, after.sizes))
    if (limit := _limits(before, after)) is not None:
        ways.append(limit)
    return _joined(ways) if ways else None


def _limits(before: Accepts, after: Accepts) -> Direction | None:
    old, new = before.limit, after.limit
    if old is None or new is None:
        return None if old is new else "tighter" if old is None else "looser"
    if before.comparator != after.comparator:
        return "both"
    if abs(new - old) <= SAME * max(abs(old), abs(new)):
        return None
    return "looser" if (new > old) == (after.comparator == "at_most") else "tighter"
