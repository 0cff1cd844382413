"""Percentiles from samples: how many are needed, and the bounds that order statistics give them.

Of N independent samples the k-th smallest lies at or above the q-quantile with the probability that fewer than k of
them lie below it, a binomial sum. Source: David and Nagaraja, Order Statistics, section 7.1; Wilks 1941.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, exp, floor, inf, lgamma, log, log1p, sqrt
from typing import NamedTuple

CONFIDENCE = 0.95
MANY = 50_000
"""Samples beyond which the binomial is as good as normal; each of its terms would take time."""
NORMAL = 1.645
"""95 % quantile of the normal distribution."""
SHARES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99.9": 0.999}
"""Statistics that are quantiles, as shares."""


class Span(NamedTuple):
    """A value [its own unit], and the bounds between which it lies; they are the value where it is exact."""

    low: float
    value: float
    high: float

    @property
    def exact(self) -> bool:
        """Whether the value is all there is to know."""
        return self.low == self.value == self.high


class Bounds(NamedTuple):
    """Ranks from 1 on of the samples that bound a quantile from below and above; None: no sample does."""

    low: int | None
    high: int | None


def fewest(share: float) -> int:
    """Samples from which the largest bounds a quantile from above: 5 for p50, 29, 59, 299 and 2995 for p99.9."""
    return ceil(log(1.0 - CONFIDENCE) / log(share) - 1e-9)


@lru_cache(maxsize=4096)
def bounds(count: int, share: float) -> Bounds:
    """The order statistics that bound the quantile of so many samples, each at 95 %.

    Of 1000 samples the 950th is p95, and the 938th and the 962nd bound it.
    """
    if count > MANY:
        middle, wide = count * share, NORMAL * sqrt(count * share * (1.0 - share))
        return Bounds(floor(middle - wide), ceil(middle + wide) + 1)
    low, high, below = None, None, 0.0
    for place in range(1, count + 1):
        below += _binomial(count, place - 1, share)  # P(fewer than ``place`` samples lie below the quantile)
        if 1.0 - below >= CONFIDENCE - 1e-12:
            low = place
        if below >= CONFIDENCE - 1e-12:
            high = place
            break
    return Bounds(low, high)


def quantile(samples: Sequence[float], share: float) -> Span:
    """The quantile with its bounds: the value is the sample of rank ceil(share N); -inf and inf where none bounds it.

    Raises ValueError for no samples.
    """
    if not samples:
        raise ValueError("no samples")
    ordered = sorted(samples)
    found = bounds(len(ordered), share)
    value = ordered[max(ceil(share * len(ordered) - 1e-9), 1) - 1]
    low = -inf if found.low is None else ordered[found.low - 1]
    high = inf if found.high is None else ordered[found.high - 1]
    return Span(min(low, value), value, max(high, value))


def printed_quantile(percentiles: Sequence[tuple[float, float]], count: int, share: float) -> Span | None:
    """A quantile that a log prints, bounded by the other percentiles that it prints; None where it does not print it.

    ``percentiles``: (share, value), rising. Of 1000 samples p99 is bounded from above by p99.9 or the largest one.
    """
    value = next((value for at, value in percentiles if abs(at - share) < 1e-9), None)
    if value is None:
        return None
    found = bounds(count, share)
    below = [one for at, one in percentiles if found.low is not None and at <= (found.low - 1) / count + 1e-9]
    above = [one for at, one in percentiles if found.high is not None and at >= found.high / count - 1e-9]
    return Span(min(max(below, default=-inf), value), value, max(min(above, default=inf), value))


def _binomial(count: int, hits: int, share: float) -> float:
    """Probability of so many hits."""
    ways = lgamma(count + 1) - lgamma(hits + 1) - lgamma(count - hits + 1)
    return exp(ways + hits * log(share) + (count - hits) * log1p(-share))
