"""The shape of one run's times over sizes, without any reference: start-up, transfer, breaks, scatter.

By alpha + n beta a larger message never takes less time, twice the bytes never take more than twice the time, and
messages too small for their transfer to count take the same time. What breaks these rules is a switch of algorithm or
protocol where it is one place that comes again, and noise where it is many places that do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from estimator.judge.diagnosis.runs.run import Sample

FALL = 0.75
"""A larger size takes less than this share of the time of the one before: a break."""
JUMP = 1.5
"""Time grows by more than so many times the growth of the size: a break."""
CLIFF = 1.8
"""Factor of a jump from which it is a cliff, ..."""
BACK = 0.7
"""... where no size after it reaches this share of the bandwidth before."""
TINY = 256.0
"""Sizes whose transfer never counts [byte]."""
SMALL_SHARE = 0.1
"""Transfer below this share of the time does not count ..."""
SMALL = 2.0**16
"""... of sizes up to this one [byte]: beyond, protocols differ."""
NEARLY = 0.75
"""Share of the growth of few sizes by which their times must grow."""
FLOORS = ((1.3, 8.0), (2.5, 64.0))
"""Slowest over fastest of the first sizes that are one floor, with noise or without, where a log has no small ones, and
the largest of them over the smallest, ..."""
LEAST = 3
"""... so many of them at least."""
LONG = 256.0
"""A floor over so many times the smallest size is one without larger sizes."""


class Break(NamedTuple):
    """Between two neighbouring sizes [byte]: time of the second over that of the first, and the sizes' ratio."""

    before: float
    after: float
    times: float
    sizes: float

    @property
    def falls(self) -> bool:
        """Whether the larger size is the faster one."""
        return self.times < 1.0

    @property
    def factor(self) -> float:
        """How far the break is from what alpha + n beta allows [1]."""
        return 1.0 / self.times if self.falls else self.times / max(self.sizes, 1.0)


@dataclass(frozen=True, slots=True)
class CurveShape:
    """``startup``: median time of the sizes that start-up rules [s], None where there are none; ``small`` their count.

    ``scatter``: over these sizes the slowest over the fastest, the outermost one at each side left out of many.
    ``rate``: n over time at the largest size [B/s]; ``best``: at the best one, ``best_n``; ``transfer``: whether the
    times grow with the size at all, so that a bandwidth shows. ``cliffs``: of few breaks the jumps after which no size
    comes back to the bandwidth before.
    """

    startup: float | None
    small: int
    scatter: float
    breaks: tuple[Break, ...]
    rate: float
    best: float
    best_n: float
    transfer: bool
    cliffs: tuple[Break, ...] = ()


def shape_of(samples: Sequence[Sample]) -> CurveShape:
    """The shape of samples in the order of their sizes; there must be one at least."""
    last = samples[-1]
    per_byte = last.seconds / last.n
    small = [
        one.seconds
        for one in samples
        if one.n <= TINY or (one.n <= SMALL and one.n * per_byte <= SMALL_SHARE * one.seconds)
    ]
    if samples[0].n > SMALL:
        small = _floor(samples) or small
    best = max(samples, key=lambda one: one.n / one.seconds)
    least = min(one.seconds for one in samples)
    breaks = tuple(_breaks(merged(samples)))
    return CurveShape(
        startup=median(small) if small else None,
        small=len(small),
        scatter=_scatter(small),
        breaks=breaks,
        rate=last.n / last.seconds,
        best=best.n / best.seconds,
        best_n=best.n,
        transfer=_grows(samples, least),
        cliffs=tuple(_cliffs(samples, breaks)),
    )


def _grows(samples: Sequence[Sample], least: float) -> bool:
    """Whether times grow with the sizes: at all over many, nearly as much as they over few."""
    first, last = samples[0], samples[-1]
    few = last.seconds / first.seconds > NEARLY * last.n / first.n > 2.0 * NEARLY
    return last.seconds > 1.5 * least and (last.n > 4 * first.n or few)


def _floor(samples: Sequence[Sample]) -> list[float]:
    """The times of the first sizes where they are about alike while the sizes grow many times, and later ones rise."""
    for spread, growth in FLOORS:
        flat: list[Sample] = []
        for one in samples:
            times = [each.seconds for each in (*flat, one)]
            if max(times) > spread * min(times):
                break
            flat.append(one)
        if len(flat) >= LEAST and flat[-1].n >= growth * flat[0].n and _rises(samples, flat):
            return [one.seconds for one in flat]
    return []


def _rises(samples: Sequence[Sample], flat: Sequence[Sample]) -> bool:
    """Whether times rise after the floor, or it is so long that nothing else can be meant."""
    return len(flat) < len(samples) or flat[-1].n >= LONG * flat[0].n


def _cliffs(samples: Sequence[Sample], breaks: Sequence[Break]) -> Iterator[Break]:
    if len(breaks) > 2:
        return
    for one in breaks:
        before = max(each.n / each.seconds for each in samples if each.n <= one.before)
        after = max(each.n / each.seconds for each in samples if each.n >= one.after)
        if not one.falls and one.factor > CLIFF and after < BACK * before:
            yield one


def merged(samples: Sequence[Sample]) -> list[Sample]:
    """One sample a size, the median of several."""
    by_size: dict[float, list[Sample]] = {}
    for one in samples:
        by_size.setdefault(one.n, []).append(one)
    return [
        Sample(n, median(one.seconds for one in each), median(one.spread for one in each))
        for n, each in sorted(by_size.items())
    ]


def _scatter(times: Sequence[float]) -> float:
    ordered = sorted(times)
    if len(ordered) < 3:
        return 1.0
    cut = 1 if len(ordered) >= 8 else 0
    return ordered[-1 - cut] / ordered[cut]


def _breaks(samples: Sequence[Sample]) -> list[Break]:
    found: list[Break] = []
    for one, other in pairwise(samples):
        each = Break(one.n, other.n, other.seconds / one.seconds, other.n / one.n)
        # Of sizes nearly alike the times differ by noise alone: only a fall or rise of another order is a break.
        limit = JUMP if each.sizes >= 1.2 else 1.7
        if not found and one is samples[0] and each.times < FALL and one.n <= SMALL:
            continue  # nothing was warm yet
        if each.times < FALL or each.times > limit * each.sizes:
            found.append(each)
    return [one for place, one in enumerate(found) if not (place and _spike(found[place - 1], one))]


def _spike(jump: Break, fall: Break) -> bool:
    """One size alone that stands out: a jump to it and a fall from it are one break."""
    return jump.after == fall.before and fall.falls and not jump.falls
