"""Both ends of one operation with the parameters put in: an interval in microseconds, for programs that ask often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

import numpy as np

from estimator.cost.evaluate import Lines, scalar
from estimator.cost.form import Array
from estimator.errors import UserError
from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.case import Case, case_of
from estimator.estimate.curve import at_size
from estimator.estimate.ends import lines_of, over
from estimator.estimate.operation import times_of
from estimator.estimate.result import Interval
from estimator.phrase import phrase
from estimator.spec.document import Spec
from estimator.spec.reading.suggest import FEW, suggestion


@dataclass(frozen=True, slots=True)
class CompiledInterval:
    """T at both ends as a function of n [byte] of all calls together; called with one size or an array of sizes.

    ``low`` and ``high`` are the lines of one call, of several the fastest counts. They are empty where parameters or
    segments change with the size: each size is then looked up on its own.
    """

    case: Case
    low: tuple[Lines, ...]
    high: tuple[Lines, ...]
    calls: float = 1.0

    @overload
    def __call__(self, n: float) -> Interval: ...

    @overload
    def __call__(self, n: Array, out: tuple[Array, Array] | None = None) -> tuple[Array, Array]: ...

    def __call__(self, n: float | Array, out: tuple[Array, Array] | None = None) -> Interval | tuple[Array, Array]:
        """(optimistic, conservative) seconds at ``n``: an Interval, or two arrays of its shape.

        ``out``: two contiguous arrays of that shape to fill; fresh memory costs as much as the arithmetic.
        """
        if isinstance(n, np.ndarray):
            return self._over(n, out)
        if not self.low:
            return times_of(at_size(self.case, n))
        each = n / self.calls
        low = min([scalar(lines, each) for lines in self.low]) if len(self.low) > 1 else scalar(self.low[0], each)
        return Interval(self.calls * low, self.calls * scalar(self.high[0], each))

    def _over(self, sizes: Array, out: tuple[Array, Array] | None) -> tuple[Array, Array]:
        low, high = out or (np.empty(sizes.shape), np.empty(sizes.shape))
        if not self.low:
            for place, n in np.ndenumerate(sizes):
                low[place], high[place] = times_of(at_size(self.case, float(n)))
            return low, high
        if self.calls == 1.0:  # two passes over memory less
            return over(self.low, sizes, low), over(self.high, sizes, high)
        each = np.asarray(sizes, dtype=np.float64) / self.calls
        over(self.low, each, low), over(self.high, each, high)
        return np.multiply(low, self.calls, out=low), np.multiply(high, self.calls, out=high)


def interval(spec: Spec, operation: str) -> CompiledInterval:
    """The interval of an operation of the spec, ready to be asked for many sizes.

    ``interval(spec, "moe_dispatch")(2**20)`` is [optimistic, conservative] in seconds. Raises UserError for an unknown
    operation, SpecError with the reasons why it cannot be estimated.
    """
    if operation not in spec.operations:
        raise UserError(
            phrase(
                "no operation '{operation}'; {suggestion}",
                operation=operation,
                suggestion=suggestion(operation, spec.operations, FEW),
            )
        )
    return compiled_interval(case_of(spec, operation, assumptions_of(spec)))


def compiled_interval(case: Case) -> CompiledInterval:
    """The interval of an operation that is made ready."""
    calls = case.work.calls
    if case.work.schedule is not None or case.known.by_size(case.subject.paths.values()):
        return CompiledInterval(case, (), (), calls)
    low, high = (lines_of(case.work, setting) for setting in (case.low, case.high))
    return CompiledInterval(case, low, high, calls)
