"""Whole tables as arrays: both ends of every operation in a few numpy calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from estimator.cost.form import Array
from estimator.cost.packed import Packed, pack
from estimator.estimate.case import Case
from estimator.estimate.setting import prepared


@dataclass(frozen=True, slots=True)
class PackedIntervals:
    """N operations packed: ``low`` and ``high`` hold one form each per end; ``n`` (N,) [byte] and ``calls`` (N,)."""

    low: Packed
    high: Packed
    n: Array
    calls: Array

    def seconds(self, n: Array | None = None) -> tuple[Array, Array]:
        """(optimistic, conservative) seconds (N,) of all calls, at the packed sizes or at ``n`` (N,) [byte]."""
        sizes = (self.n if n is None else np.asarray(n, dtype=np.float64)) / self.calls
        return self.low.seconds(sizes) * self.calls, self.high.seconds(sizes) * self.calls


def pack_intervals(cases: Sequence[Case]) -> PackedIntervals:
    """Pack operations for evaluation as arrays; the packed times equal those of ``estimate`` one by one."""
    lows = [prepared(case.work, case.low) for case in cases]
    highs = [prepared(case.work, case.high) for case in cases]
    return PackedIntervals(
        pack([form for form, _ in lows], [theta for _, theta in lows]),
        pack([form for form, _ in highs], [theta for _, theta in highs]),
        np.array([case.work.n for case in cases]),
        np.array([case.work.calls for case in cases]),
    )
