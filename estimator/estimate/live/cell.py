"""The test of a cell with its numbers left open: what a limit taken from the estimate follows."""

from __future__ import annotations

from estimator.estimate.cell import CellModel
from estimator.estimate.live.call import End, end_of
from estimator.estimate.live.operation import LiveCall
from estimator.estimate.live.parameters import Asked, Numbers
from estimator.estimate.live.value import Value


def cell_call(numbers: Numbers, model: CellModel, n: float, skew: Value) -> LiveCall:
    """Both ends of one call of ``n`` [byte] under the cell's condition and a ``skew``, as ``CellModel`` times them."""
    found: list[End] = []
    for side, (work, setting) in enumerate(model.timed(n)):
        asked = Asked(model.subject, (model.condition,), side, n, start=model.start)
        values = numbers.values(asked)
        found.append(end_of(work, setting, values, skew, skew, numbers.knee(asked.query, side)))
    return LiveCall(n, 1.0, found[0], found[1], found[1])
