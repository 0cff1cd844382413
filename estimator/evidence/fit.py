"""Parameters from measured times: T = T0 + rounds * alpha + bytes / B(p) + root * sqrt(bytes), by relative errors.

``bytes`` is volume * n, what the plan moves over a rank's port. alpha, root and T0 hold for every number of ranks of
a series; the bandwidth is one for each, since more ranks reach more links. Errors count as shares of the time, so that
small messages weigh as much as large ones, and stray times lose weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.form import Array

Mask = NDArray[np.bool_]

ROUNDS = 50
"""Most re-weightings of a fit."""
STRAY = 2.0
"""Residuals beyond this many spreads lose weight."""
LEAST_SPREAD = 0.01
"""Spread below which no time is stray [1]."""


class Sample(NamedTuple):
    """One measured time: the plan's rounds and volume [n], its ranks, the size n [byte], the time [s]."""

    rounds: float
    volume: float
    ranks: int
    n: float
    seconds: float


class Estimated(NamedTuple):
    """A parameter with its 95 % interval, never below 0."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The parameters of one system and collective, or of several collectives on the same path.

    ``launch`` T0 [s]; ``alpha`` [s per round]; ``root`` [s/B^0.5]; ``slowness`` 1/B [s/B] by number of ranks.
    ``residuals`` log(time / fitted time) of every sample; ``startup`` the share T0 + rounds * alpha has of each.
    """

    launch: Estimated
    alpha: Estimated
    root: Estimated
    slowness: Mapping[int, Estimated]
    residuals: Array
    startup: Array

    def startup_s(self, rounds: float) -> float:
        """T0 + rounds * alpha [s]."""
        return self.launch.value + rounds * self.alpha.value

    def seconds(self, rounds: float, moved: float, slowness: float) -> float:
        """Fitted time [s] of a plan that moves ``moved`` bytes at ``slowness`` [s/B]."""
        return self.startup_s(rounds) + moved * slowness + self.root.value * float(np.sqrt(moved))


def fit(samples: Sequence[Sample]) -> Fit:
    """Fit a series by iteratively re-weighted least squares on the logarithm of the times.

    Fourteen rounds of 10 us and 1.75 n at 50 GB/s come back exactly; with 5 % noise on sizes 2^3 .. 2^30 alpha is
    within a few percent, where plain least squares misses it by a third. Raises ValueError on fewer than five samples,
    or times or sizes that are not above 0. Source: AutoDDL section 3.2 for fits over several sizes and ranks.
    """
    if len(samples) < 5 or min(min(sample.seconds, sample.n) for sample in samples) <= 0.0:
        raise ValueError("a fit needs five times above 0, at sizes above 0")
    columns, times, ranks = _columns(samples)
    scale = np.linalg.norm(columns, axis=0)
    scaled = columns / np.where(scale > 0.0, scale, 1.0)
    weight = 1.0 / times
    found = np.zeros(scaled.shape[1])
    for _ in range(ROUNDS):
        before, found = found, not_negative(scaled * weight[:, None], times * weight)
        residual = np.log(times / (scaled @ found))
        weight = np.sqrt(_trust(residual) / (times * (scaled @ found)))
        if np.allclose(before, found, rtol=1e-9, atol=0.0):
            break
    error = _errors(scaled * weight[:, None], found, residual)
    values, errors = found / scale, error / scale
    pairs = zip(values.tolist(), errors.tolist(), strict=True)
    each = [Estimated(v, max(0.0, v - 1.96 * e), v + 1.96 * e) for v, e in pairs]
    startup = (columns[:, :2] @ values[:2]) / (columns @ values)
    return Fit(each[0], each[1], each[2], dict(zip(ranks, each[3:], strict=True)), residual, startup)


def _columns(samples: Sequence[Sample]) -> tuple[Array, Array, list[int]]:
    """The design matrix (N, 3 + number of ranks), the times (N,) [s], the numbers of ranks in order."""
    rounds, volume, ranks, n, times = np.array(samples, dtype=np.float64).T
    moved = volume * n
    known = sorted({sample.ranks for sample in samples})
    each = [moved * (ranks == p) for p in known]
    return np.stack([np.ones_like(n), rounds, np.sqrt(moved), *each], axis=1), times, known


def _trust(residual: Array) -> Array:
    """Weight of each residual (N,): 1, and less beyond a few spreads (Huber)."""
    spread = max(1.4826 * float(np.median(np.abs(residual))), LEAST_SPREAD)
    return 1.0 / np.maximum(1.0, np.abs(residual) / (STRAY * spread))


def _errors(weighted: Array, found: Array, residual: Array) -> Array:
    """Standard error of each scaled parameter; of one held at 0 it is 0."""
    held = found <= 0.0
    free = weighted[:, ~held]
    spread = float(np.sum(residual**2)) / max(1, len(residual) - free.shape[1])
    error = np.zeros_like(found)
    error[~held] = np.sqrt(spread * np.diag(np.linalg.pinv(free.T @ free)))
    return error


def not_negative(matrix: Array, target: Array) -> Array:
    """The x >= 0 (K,) of least squares |matrix x - target|, by active sets.

    ((1, 0), (0, 1)) and (2, -1): (2, 0). Source: Lawson and Hanson, Solving Least Squares Problems, chapter 23.
    """
    size = matrix.shape[1]
    free = np.zeros(size, dtype=bool)
    x = np.zeros(size)
    for _ in range(3 * size):
        slope = matrix.T @ (target - matrix @ x)
        if free.all() or slope[~free].max() <= 1e-12 * float(np.linalg.norm(target)):
            break
        free[int(np.argmax(np.where(free, -np.inf, slope)))] = True
        x = _step(matrix, target, free, x)
    return x


def _step(matrix: Array, target: Array, free: Mask, x: Array) -> Array:
    """Least squares over the free columns; a column that would go below 0 is held at 0 on the way there."""
    while True:
        wanted = np.zeros_like(x)
        wanted[free] = np.linalg.lstsq(matrix[:, free], target, rcond=None)[0]
        below = free & (wanted <= 0.0)
        if not below.any():
            return wanted
        share = float(np.min(x[below] / (x[below] - wanted[below])))
        x = x + share * (wanted - x)
        free &= x > 1e-15
        x = np.where(free, x, 0.0)
