"""How many times a run's start-up and transfer are those of a reference: two factors, fitted over all sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array
from estimator.evidence.fitting.lines import lines
from estimator.judge.diagnosis.runs.promise import Expected
from estimator.judge.diagnosis.runs.run import Sample

OFF = 1.2
"""Factor from which a coefficient is off: noise of a mean and the fit's own errors stay below it."""
ABOVE = 0.05
"""Logarithm above the interval from which a size is slow."""
RULES = 0.5
"""Share of the time from which a part rules a size."""


class Factor(NamedTuple):
    """A coefficient over that of the reference's conservative end, ``fast`` over the optimistic one; is it known.

    ``above``: how far the sizes that it rules lie above the interval, the median logarithm.
    """

    slow: float
    fast: float
    known: bool
    above: float

    @property
    def off(self) -> bool:
        """Whether the coefficient is worse than the interval, and the sizes it rules are slow."""
        return self.known and self.slow > OFF and self.above > ABOVE


class Coefficients(NamedTuple):
    """Start-up and transfer against a reference, and how the times lie about the fitted law.

    ``outside``: log of each time over the nearer end of the interval, 0 inside. ``residual``: log of each time over
    the fitted law; ``scatter``: its typical size.
    """

    startup: Factor
    transfer: Factor
    outside: Array
    residual: Array
    scatter: float

    @property
    def startup_share(self) -> float:
        """How much of what is off is the start-up, by the logarithms of the factors [1]; 0 or 1 where one alone is."""
        start = log(self.startup.slow) if self.startup.off else 0.0
        transfer = log(self.transfer.slow) if self.transfer.off else 0.0
        return start / (start + transfer) if start + transfer > 0.0 else 0.0


def coefficients(samples: Sequence[Sample], expected: Expected, *, paced: bool = False) -> Coefficients:
    """Both factors of a run. ``paced``: times that tell of no start-up.

    A reference of 10 us + n / (100 GB/s) and times of 50 us + n / (100 GB/s): start-up 5, transfer 1.
    """
    times = np.array([one.seconds for one in samples])
    parts = [_factors(times, end - floor, floor) for end, floor in zip(expected[:2], expected.floor, strict=True)]
    (_, _, _), (start, slope, residual) = parts
    start_share = start * expected.floor[1] / (start * expected.floor[1] + slope * (expected.high - expected.floor[1]))
    outside = np.log(np.maximum(times / expected.high, 1.0)) + np.log(np.minimum(times / expected.low, 1.0))
    small, large = (outside[ruled] for ruled in (start_share > RULES, start_share <= RULES))
    return Coefficients(
        Factor(start, parts[0][0], len(small) > 0 and not paced, _middle(small)),
        Factor(slope, parts[0][1], len(large) > 0, _middle(large)),
        outside,
        residual,
        float(np.median(np.abs(residual))) * 1.4826,
    )


def _middle(values: Array) -> float:
    return float(np.median(values)) if len(values) else 0.0


def _factors(times: Array, transfer: Array, floor: float) -> tuple[float, float, Array]:
    """Factors of start-up and transfer, and the residuals of the law they make."""
    found = lines(np.maximum(transfer, 0.0), times, np.ones((1, len(times))))
    start = float(found.start[0]) / floor if floor > 0.0 else 1.0
    return start, float(found.slope[0]), found.residual[0]
