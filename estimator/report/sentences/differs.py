"""What the conservative end of an operation holds beside the test of a cell: printed next to the limit on a card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from estimator.estimate.result import OperationEstimate
from estimator.require.criterion import Criterion

What = Literal["reorder", "sync", "skew", "condition", "group", "at_once", "place", "size", "calls"]


class FactorDifference(NamedTuple):
    """One factor that differs. ``operation`` and ``cell``: its value there; seconds for reorder and sync [s]."""

    what: What
    operation: float | str
    cell: float | str


class Factors(NamedTuple):
    """The operation's conservative time of one call [s], and how its assumptions differ from the cell's test."""

    conservative_s: float
    differ: tuple[FactorDifference, ...]


def factors(criterion: Criterion, estimate: OperationEstimate) -> Factors:
    """Why the operation's conservative end is not the cell's."""
    return Factors(estimate.conservative.total_s / estimate.calls, tuple(_differ(criterion, estimate)))


def _differ(cell: Criterion, estimate: OperationEstimate) -> Iterator[FactorDifference]:
    end, call_n = estimate.conservative, estimate.size.n / estimate.calls
    if estimate.group != cell.group:
        yield FactorDifference("group", estimate.group, cell.group)
    elif estimate.at_once != cell.at_once:
        yield FactorDifference("at_once", estimate.at_once, cell.at_once)
    if cell.place is not None and cell.place.rank is not None and estimate.places:
        yield FactorDifference("place", f"rank {estimate.places[0].ranks[0][0]}", f"rank {cell.place.rank}")
    if estimate.conditions != (cell.condition,):
        yield FactorDifference("condition", ", ".join(estimate.conditions), cell.condition)
    if end.skew != cell.skew:
        yield FactorDifference("skew", end.skew, cell.skew)
    if cell.n is not None and call_n != cell.n:
        yield FactorDifference("size", call_n, cell.n)
    for what, seconds in (("reorder", end.reorder_s), ("sync", end.sync_s)):
        if seconds:
            yield FactorDifference("reorder" if what == "reorder" else "sync", seconds / estimate.calls, 0.0)
