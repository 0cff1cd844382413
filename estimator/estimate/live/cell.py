"""The test of a cell with its numbers left open: what a limit taken from the estimate follows."""

from __future__ import annotations

from estimator.estimate.assume.setting import Setting, Work
from estimator.estimate.cell import CellModel
from estimator.estimate.live.call import Balance, End, end_of, scheduled_end
from estimator.estimate.live.operation import LiveCall
from estimator.estimate.live.parameters import Asked, Numbers
from estimator.estimate.live.value import Value


def cell_call(numbers: Numbers, model: CellModel, n: float, skew: Value) -> LiveCall:
    """Both ends of one call of ``n`` [byte] under the cell's condition and a ``skew``, as ``CellModel`` times them."""
    subject, condition = model.subject, (model.condition,)

    def ready() -> tuple[Work, tuple[Setting, Setting]]:
        (work, low), (_, high) = model.timed(n)
        return work, (low, high)

    shape = numbers.shapes.of(subject, condition, condition, numbers.size(subject, n), ready)
    found: list[End] = []
    for side in (0, 1):
        asked = Asked(subject, condition, side, n, start=model.start)
        end = end_of(shape, side, numbers.values(asked), {}, Balance(skew, skew), numbers.knee(asked.query, side))
        if subject.schedule is not None:
            work, settings = ready()
            end = scheduled_end(end, work, settings[side])
        found.append(end)
    return LiveCall(n, 1.0, found[0], found[1], found[1])
