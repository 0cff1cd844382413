"""Logarithmic axes."""

from __future__ import annotations

from math import ceil, exp, floor, log, log10
from typing import NamedTuple


def between(low: float, high: float, t: float) -> float:
    """The value a part t of the way from low to high, counted in logarithms: half way from 1 to 100 is 10."""
    return exp(log(low) + t * (log(high) - log(low)))


class LogScale(NamedTuple):
    """A logarithmic axis from ``low`` to ``high`` onto pixels ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a value > 0."""
        part = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return self.start + part * (self.end - self.start)

    def decades(self) -> list[float]:
        """Powers of ten on the axis, thinned out when there are more than nine."""
        first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
        step = max(1, ceil((last - first) / 8))
        return [10.0**k for k in range(first, last + 1, step)]
