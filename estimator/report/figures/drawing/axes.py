"""Axes: in decades, or in even steps."""

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

    def ticks(self) -> list[float]:
        """Powers of ten on the axis, with their double and fivefold where these are few."""
        first, last = floor(log10(self.low)), ceil(log10(self.high))
        steps = (1.0, 2.0, 5.0) if last - first <= 3 else (1.0,)
        found = [step * 10.0**k for k in range(first, last + 1) for step in steps]
        return [value for value in found if self.low <= value <= self.high]


class EvenScale(NamedTuple):
    """An axis in even steps from ``low`` to ``high`` onto pixels ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        """Four to nine round values on the axis: multiples of 1, 2 or 5 times a power of ten."""
        wide = self.high - self.low
        step = 10.0 ** floor(log10(wide / 4.0))
        step *= next(factor for factor in (5.0, 2.0, 1.0) if wide / (step * factor) >= 4.0)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [k * step for k in range(first, last + 1)]
