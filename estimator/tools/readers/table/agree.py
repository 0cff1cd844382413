"""What the printed bandwidths of a table agree with: size / time in which unit, and how many ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from typing import NamedTuple

from estimator.tools.readers.tokens import PrintedNumber

GIGA, GIBI = 1.0, 2.0**30 / 1e9


class BandwidthConvention(NamedTuple):
    """One reading of a printed bandwidth: ``factor`` * size / time, in decimal units or in binary ones."""

    factor: float
    binary: bool

    @property
    def unit(self) -> float:
        """What the printed number counts, in decimal units."""
        return GIBI if self.binary else GIGA


PLAIN = (BandwidthConvention(1.0, False), BandwidthConvention(1.0, True))
MANY = tuple(BandwidthConvention(factor, binary) for factor in (1.0, 2.0, 4.0) for binary in (False, True))
"""IMB counts what Sendrecv sends and receives, and both neighbours of Exchange."""
ANY = 10**7
"""More ranks than any group has."""
MOST_RATIOS = 256
FINE = 20
"""Halves of its last digit from which on an algbw is fine enough to divide by: 0.10 and more of two decimals."""
NEARLY = 0.8
"""Share of the rows that must agree: a wrong digit may stand in some."""
EVERY = -1
"""A mask that leaves every reading open."""


def fits(
    bandwidth: PrintedNumber,
    size: float,
    seconds: PrintedNumber,
    conventions: Sequence[BandwidthConvention],
    unit: float,
) -> int:
    """Which readings of a printed bandwidth are right within the last digits, as a mask; ``EVERY`` where it is 0.00.

    A binary unit differs from a decimal one by 7.4 % (10**9 against 2**30) or 4.9 % (10**6 against 2**20).
    """
    if bandwidth.value <= bandwidth.half or size <= 0 or seconds.value <= 0:
        return EVERY
    low, high = bandwidth.value - bandwidth.half, bandwidth.value + bandwidth.half
    slow, fast = seconds.value + seconds.half, max(seconds.value - seconds.half, 1e-30)
    mask = 0
    for place, one in enumerate(conventions):
        counted = unit * (_binary(unit) if one.binary else 1.0)
        least, most = one.factor * size / slow / counted, one.factor * size / fast / counted
        if most >= low * (1 - 1e-6) and least <= high * (1 + 1e-6):
            mask |= 1 << place
    return mask


def _binary(unit: float) -> float:
    return {1e9: 2.0**30 / 1e9, 1e6: 2.0**20 / 1e6, 1e3: 2.0**10 / 1e3}.get(unit, 1.0)


def chosen(masks: Iterable[int], conventions: Sequence[BandwidthConvention]) -> tuple[int | None, str]:
    """The reading that most rows agree with, and the unit's name; None where no row could tell.

    "either": decimal and binary agree with the same rows.
    """
    counts = Counter(place for mask in masks if mask != EVERY for place in range(len(conventions)) if mask >> place & 1)
    if not counts:
        return None, ""
    most = max(counts.values())
    best = [place for place in range(len(conventions)) if counts[place] == most]
    kinds = {conventions[place].binary for place in best}
    name = "either" if len(kinds) == 2 else "binary" if True in kinds else "decimal"
    return best[0], name


@dataclass
class Ratios:
    """busbw / algbw of the rows of a table, each an interval by the last digits of the two numbers."""

    found: list[tuple[float, float]] = field(default_factory=list)

    def add(self, algbw: PrintedNumber, busbw: PrintedNumber) -> None:
        """Take one row's two numbers into account; bandwidths of one digit say too little."""
        if algbw.value < FINE * algbw.half or len(self.found) >= MOST_RATIOS:
            return
        low = max(busbw.value - busbw.half, 0.0) / (algbw.value + algbw.half)
        self.found.append((low, (busbw.value + busbw.half) / (algbw.value - algbw.half)))

    def allow(self, factor: float) -> bool:
        """Whether nearly all rows have a factor of busbw; so does a table without any."""
        inside = sum(low * (1 - 1e-6) <= factor <= high * (1 + 1e-6) for low, high in self.found)
        return inside >= NEARLY * len(self.found)

    def above(self, factor: float) -> bool:
        """Whether nearly all rows have more than a factor; no table without rows."""
        return bool(self.found) and sum(low > factor for low, _ in self.found) >= NEARLY * len(self.found)

    def ranks(self, twice: bool, share: bool = False) -> tuple[int, int | None] | None:
        """Fewest and most ranks that most rows have by busbw = (p-1)/p algbw, or ``twice`` that; None: no such number.

        ``share``: the size is one rank's share, so that the factor is p-1. (1, None) where no row could tell.
        """
        if not self.found:
            return 1, None
        spans = [_ranks(low, high, twice, share) for low, high in self.found]
        edges = sorted({span[0] for span in spans if span[1] >= span[0]})
        counts = [(sum(low <= edge <= high for low, high in spans), edge) for edge in edges]
        most, edge = max(counts, key=lambda one: (one[0], -one[1]), default=(0, 0))
        if most < NEARLY * len(spans):
            return None
        last = min(high for low, high in spans if low <= edge <= high)
        return edge, (last if last < ANY else None)


def _ranks(low: float, high: float, twice: bool, share: bool) -> tuple[int, int]:
    """Fewest and most ranks for which the factor lies in the interval.

    An AllReduce with busbw/algbw in [1.979, 1.9794] has 96 ranks: 2 * 95/96 = 1.97917.
    """
    if share:
        return ceil(low - 1e-4 * low) + 1, min(floor(high + 1e-4 * high) + 1, ANY)
    low, high = (low / 2, high / 2) if twice else (low, high)
    low, high = low * (1 - 1e-6), high * (1 + 1e-6)
    least = max(1, ceil(1.0 / (1.0 - low) - 1e-6)) if low < 1.0 - 1.0 / ANY else ANY + 1
    most = min(floor(1.0 / (1.0 - high) + 1e-6), ANY) if high < 1.0 - 1.0 / ANY else ANY
    return least, most
