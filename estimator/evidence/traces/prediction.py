"""What the estimate of an operation says of one call in a trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from estimator.estimate.interval import interval
from estimator.estimate.result import EstimateTable, Interval, OperationEstimate
from estimator.spec.document import Spec


@dataclass(frozen=True, slots=True)
class PredictedCall:
    """One operation, ready to be asked for the time of one call as the device runs it.

    A trace shows a call from the start of its kernel to its end: the synchronisation and the reordering that the
    estimate adds stand outside of it, and are left out. T0 may stand before the kernel or in it, so it is left out of
    the optimistic end alone. ``scale``: what the step's own condition makes of both ends.
    """

    row: OperationEstimate
    law: Callable[[float], Interval]
    scale: Interval

    @property
    def n(self) -> float:
        """Size of one call [byte], as the step has it."""
        return self.row.step.n / self.row.step.calls

    def at(self, n: float | None) -> Interval:
        """[optimistic, conservative] seconds of one call of ``n`` bytes; None: of the operation's own size."""
        size, calls = self.n if n is None else n, self.row.calls
        times = self.law(size * calls)
        grown = size * calls / self.row.size.n if self.row.size.n else 1.0
        ends = self.row.optimistic, self.row.conservative
        around = [end.sync_s + end.reorder_s * grown for end in ends]
        around[0] += ends[0].launch_s
        low, high = (
            max(time * scale - other, 0.0) / calls for time, scale, other in zip(times, self.scale, around, strict=True)
        )
        return Interval(low, high)

    def exposed(self, call: Interval) -> Interval:
        """Seconds of one call that computation does not hide, as the spec says."""
        return Interval(*self.row.step.overlap.exposed(call, 1.0))


def predictions(spec: Spec, table: EstimateTable) -> dict[str, PredictedCall]:
    """Every operation of the spec, in its order."""
    found = {}
    for name, row in table.operations.items():
        law = interval(spec, name)
        own = law(row.step.n)
        scale = (step / alone if alone > 0.0 else 1.0 for step, alone in zip(row.step.time, own, strict=True))
        found[name] = PredictedCall(row, law, Interval(*scale))
    return found
