"""What a sweep found, added up block by block: extremes, quantiles, and the share of the cells under each limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.form import Array
from estimator.estimate.result import Regime
from estimator.estimate.sweeps.block import BlockCells, Codes, EndCells
from estimator.estimate.sweeps.sweep import SettingsSweep, SweepBlock

Counts = NDArray[np.int64]
Limit = tuple[tuple[str, ...], Regime]

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_SHIFT = 42
"""Bits of a number's fraction that a bin leaves out: 1024 bins an octave."""
QUANTILE_ERROR = 2.0**-11
"""A quantile is the middle of its bin: at most this share away from the exact one."""
NO_ORDER = 1e-12
"""Relative rounding that is no wrong order of the ends."""


class Extreme(NamedTuple):
    """A time [s] and where it is found: the values of the parameters, then the size; the first cell that has it."""

    seconds: float
    at: tuple[float, ...]
    cell: int


@dataclass(frozen=True, slots=True)
class EndSummary:
    """One end over all cells: times [s], and shares of the cells [1] that sum to 1.

    ``limits``: the path or cut in force, one per phase, without repetition. The quantiles are within ``QUANTILE_ERROR``
    of the exact ones.
    """

    minimum: Extreme
    maximum: Extreme
    quantiles: Mapping[float, float]
    regimes: Mapping[str, float]
    limits: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SweepSummary:
    """Both ends over all cells.

    ``out_of_order``: share of the cells whose optimistic end is the larger one, because the sweep makes exclusive worse
    than the operation's conditions.
    """

    cells: int
    optimistic: EndSummary
    conservative: EndSummary
    out_of_order: float


@dataclass(slots=True)
class _Bins:
    """Counts of numbers by the leading bits of their floating-point form."""

    first: int = 0
    counts: Counts = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def add(self, first: int, counts: Counts) -> None:
        if not len(self.counts):
            self.first, self.counts = first, counts
            return
        low = min(self.first, first)
        high = max(self.first + len(self.counts), first + len(counts))
        if (low, high) != (self.first, self.first + len(self.counts)):
            grown = np.zeros(high - low, dtype=np.int64)
            grown[self.first - low : self.first - low + len(self.counts)] = self.counts
            self.first, self.counts = low, grown
        self.counts[first - self.first : first - self.first + len(counts)] += counts

    def quantile(self, share: float) -> float:
        """The middle of the bin that holds the number of this rank."""
        summed = np.cumsum(self.counts)
        bin_at = int(np.searchsorted(summed, max(share * summed[-1], 1.0)))
        edges = (np.array([self.first + bin_at, self.first + bin_at + 1], dtype=np.int64) << _SHIFT).view(np.float64)
        return float(edges.mean())


class EndPart(NamedTuple):
    """One end of one block, added up."""

    low: Extreme
    high: Extreme
    first: int
    counts: Counts
    limits: Mapping[Limit, int]


class BlockSum(NamedTuple):
    """One block, added up."""

    optimistic: EndPart
    conservative: EndPart
    out_of_order: int


def part_of(sweep: SettingsSweep, block: SweepBlock, cells: BlockCells) -> BlockSum:
    """Add up the cells of one block."""
    slower = cells.conservative.seconds[: cells.conservative.held] * (1.0 + NO_ORDER)
    wrong = np.count_nonzero(cells.optimistic.seconds > slower)
    low, high = (_end_part(sweep, block, cells.sizes, end) for end in (cells.optimistic, cells.conservative))
    return BlockSum(low, high, int(wrong))


def _end_part(sweep: SettingsSweep, block: SweepBlock, sizes: Array, end: EndCells) -> EndPart:
    def extreme(at: int) -> Extreme:
        row, column = divmod(at, len(sizes))
        place = (*sweep.values(block.first_row + row), float(sizes[column]))
        cell = (block.first_row + row) * sweep.size.points + block.first_size + column
        return Extreme(float(end.seconds.flat[at]), place, cell)

    times = block.rows // end.held
    seconds = end.seconds[: end.held].reshape(-1)
    bins = seconds.view(np.int64) >> _SHIFT
    first = int(bins.min())
    bins -= first
    counts = np.bincount(bins) * times
    limits = {end.named(code): count * times for code, count in _counted(end.codes[: end.held]).items()}
    return EndPart(
        extreme(int(seconds.argmin())), extreme(int(seconds.argmax())), first, counts.astype(np.int64), limits
    )


def _counted(codes: Codes) -> dict[int, int]:
    """How many cells have each code: of the few that there are, one after the other, the largest first."""
    rest, found = codes.copy(), {}
    while top := int(rest.max()):
        here = rest == top
        found[top] = int(np.count_nonzero(here))
        rest *= ~here
    none = codes.size - sum(found.values())
    return found | ({0: none} if none else {})


class _EndTotal:
    def __init__(self) -> None:
        self.low = Extreme(float("inf"), (), 0)
        self.high = Extreme(-1.0, (), 0)
        self.bins = _Bins()
        self.limits: Counter[Limit] = Counter()

    def add(self, part: EndPart) -> None:
        self.low = min(self.low, part.low, key=lambda one: (one.seconds, one.cell))
        self.high = min(self.high, part.high, key=lambda one: (-one.seconds, one.cell))
        self.bins.add(part.first, part.counts)
        self.limits.update(part.limits)

    def part(self) -> EndPart:
        return EndPart(self.low, self.high, self.bins.first, self.bins.counts, self.limits)

    def summary(self) -> EndSummary:
        cells = sum(self.limits.values())
        regimes: Counter[str] = Counter()
        limits: Counter[str] = Counter()
        for (names, regime), count in self.limits.items():
            regimes[regime] += count
            limits[", ".join(dict.fromkeys(names))] += count
        low, high = self.low.seconds, self.high.seconds
        quantiles = {share: min(max(self.bins.quantile(share), low), high) for share in QUANTILES}
        return EndSummary(self.low, self.high, quantiles, _shares(regimes, cells), _shares(limits, cells))


def _shares(counts: Counter[str], cells: int) -> dict[str, float]:
    return {name: count / cells for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))}


class Total:
    """The parts of a sweep added up; the order in which they come does not matter."""

    def __init__(self) -> None:
        self.optimistic, self.conservative = _EndTotal(), _EndTotal()
        self.wrong = 0

    def add(self, part: BlockSum) -> None:
        """Add one block."""
        self.optimistic.add(part.optimistic)
        self.conservative.add(part.conservative)
        self.wrong += part.out_of_order

    def merge(self, other: Total) -> None:
        """Add what another total holds; one without a part adds nothing."""
        if other.optimistic.limits:
            self.add(BlockSum(other.optimistic.part(), other.conservative.part(), other.wrong))

    def summary(self, cells: int) -> SweepSummary:
        """What was found in all ``cells``."""
        return SweepSummary(cells, self.optimistic.summary(), self.conservative.summary(), self.wrong / cells)
