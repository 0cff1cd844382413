"""Which limits of two workings of one spec differ, and whether that makes a requirement looser or tighter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from estimator.require.criterion import Criterion, Expanded, Unit

Way = Literal["looser", "tighter", "new", "gone"]
SAME = 1e-9
"""Relative difference below which a limit is the same."""


class Move(NamedTuple):
    """One cell whose limit moved, in SI units; None where it has no limit."""

    requirement: str
    key: str
    way: Way
    before: float | None
    after: float | None
    unit: Unit


def moves(before: Mapping[str, Expanded], after: Mapping[str, Expanded]) -> tuple[Move, ...]:
    """The cells whose limits differ, by requirement. A ceiling that rises and a floor that falls are looser."""
    return tuple(move for name, expanded in after.items() for move in _moves(name, before.get(name), expanded))


def _moves(name: str, before: Expanded | None, after: Expanded) -> Iterator[Move]:
    old = {cell.key: cell for cell in (before.criteria if before else ())}
    for cell in after.criteria:
        way = _way(old[cell.key].limit if cell.key in old else None, cell)
        if way is not None:
            yield Move(name, cell.key, way, old[cell.key].limit if cell.key in old else None, cell.limit, cell.unit)


def _way(before: float | None, cell: Criterion) -> Way | None:
    after = cell.limit
    if before is None or after is None:
        return None if before is None and after is None else "new" if before is None else "gone"
    if abs(after - before) <= SAME * abs(before):
        return None
    return "looser" if (after > before) == (cell.comparator == "at_most") else "tighter"
