"""Both ends of one operation with the parameters put in: an interval in microseconds, for programs that ask often."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from estimator.cost.evaluate import Lines, contract, evaluate, scalar
from estimator.cost.form import Array
from estimator.estimate.case import Case
from estimator.estimate.result import Interval
from estimator.estimate.setting import prepared


@dataclass(frozen=True, slots=True)
class IntervalModel:
    """T(n) at both ends; n [byte] is of all ``calls`` together. The parameters are those of the size it was made for.

    ``low`` and ``high`` are the lines of one call.
    """

    low: Lines
    high: Lines
    calls: float = 1.0

    def at(self, n: float) -> Interval:
        """[optimistic, conservative] seconds at one size."""
        each = n / self.calls
        return Interval(self.calls * scalar(self.low, each), self.calls * scalar(self.high, each))

    def over(self, sizes: Array, out: tuple[Array, Array] | None = None) -> tuple[Array, Array]:
        """(optimistic, conservative) seconds over an array of sizes of any shape, into ``out`` where it is given."""
        low, high = out or (None, None)
        if self.calls == 1.0:  # two passes over memory less
            return evaluate(self.low, sizes, low), evaluate(self.high, sizes, high)
        each = np.asarray(sizes, dtype=np.float64) / self.calls
        ends = evaluate(self.low, each, low), evaluate(self.high, each, high)
        return np.multiply(ends[0], self.calls, out=ends[0]), np.multiply(ends[1], self.calls, out=ends[1])


def interval_model(case: Case) -> IntervalModel:
    """The model of an operation; where segments are to be the best, those of its own size."""
    low, high = (contract(*prepared(case.work, setting)) for setting in (case.low, case.high))
    return IntervalModel(low, high, case.work.calls)
