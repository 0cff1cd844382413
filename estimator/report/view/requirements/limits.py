"""A requirement's time limit at the operation's own size: of one call, or of all of them."""

from __future__ import annotations

from typing import NamedTuple

from estimator.estimate.result import OperationEstimate
from estimator.report.numbers import seconds
from estimator.report.view.context import Context
from estimator.require.criterion import Criterion


class OwnLimit(NamedTuple):
    """At most ``seconds`` for ``n`` bytes; the operation is ``runs`` of these: its calls, or 1."""

    seconds: float
    n: float
    runs: float


def own_limit(cell: Criterion, row: OperationEstimate) -> OwnLimit | None:
    """The limit of a cell on the operation's own time: its group, size and first condition; None for any other cell."""
    timed = cell.measure.name == "time" and cell.measure.against is None and cell.comparator == "at_most"
    first = cell.condition == row.conditions[0] and cell.at_once == row.at_once
    home = cell.own_n and cell.group == row.group and first
    if cell.limit is None or not cell.n or not home or not timed:
        return None
    return OwnLimit(cell.limit, cell.n, runs_of(cell, row))


def runs_of(cell: Criterion, row: OperationEstimate) -> float:
    """How many runs of a cell's test make up the operation: 1 where the cell takes all calls together."""
    together = cell.n is not None and abs(cell.n - row.size.n) <= 1e-9 * row.size.n
    return 1.0 if together else row.calls


def limit_text(context: Context, limit: OwnLimit) -> str:
    """The limit; where the operation makes several calls it says that it is of one."""
    text = f"\u2264\u00a0{seconds(limit.seconds)}"
    return text if limit.runs == 1.0 else context.words("overview.limit.call", limit=text)
