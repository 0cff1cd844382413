"""How far a time may lie from a law in a stretch of sizes where none was measured.

The law tells it of itself: it is fitted without as wide a stretch of its own sizes, at every place in turn, and what it
then says of them is held against their times. Source: conformal prediction; of N errors the ((N + 1) 0.95)th holds
the next one with a chance of 95 %.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, log, log2
from statistics import median
from typing import NamedTuple

from estimator.evidence.fitting.bands import Band
from estimator.evidence.fitting.places import placed
from estimator.evidence.fitting.regimes import LEAST_POINTS, Fit, fit
from estimator.evidence.fitting.series import Point, Series

WIDER = 1.5
"""Of the usual step between measured sizes: how wide a step is a gap."""
MOST_TRIALS = 16
"""Places where a stretch is left out."""
MOST_OWN = 128
"""Points of a series from which stretches are left out; of more every second, third ... is taken."""
ENOUGH = 10
"""Errors on one side, start-up or transfer, from which on the other side is not asked."""
OUTSIDE = 0.05
"""Share of the times beyond each end."""
ROUNDING = 0.99

Points = tuple[Point, ...]


class Gap(NamedTuple):
    """A stretch without measured sizes, and how far a size lies from the nearest measured one [octaves]."""

    width: float
    depth: float


class Error(NamedTuple):
    """log(time / law) of a size that was left out, 0 between the lines at an edge; ``depth`` in the gap [octaves]."""

    error: float
    depth: float
    starts: bool


def gap_of(sizes: Sequence[int], n: float) -> Gap | None:
    """The gap that a size lies in; None where it lies no farther from the measured ones than they do, or beyond."""
    if n in sizes or not sizes[0] < n < sizes[-1]:
        return None
    upper = bisect_left(sizes, n)
    few, more = sizes[upper - 1], sizes[upper]
    width, usual = log2(more / few), median(log2(large / small) for small, large in pairwise(sizes))
    return Gap(width, min(log2(n / few), log2(more / n))) if width > WIDER * usual else None


def gap_band(fit: Fit, ranks: int, n: float, starts: bool) -> Band | None:
    """The band of a size in a gap, from as wide gaps that are made elsewhere; None where there is no gap."""
    own = tuple(point for point in fit.series.points if point.ranks == ranks)
    gap = gap_of([point.n for point in own], n)
    if gap is None:
        return None
    found = _errors(Series(fit.key, own[:: -(-len(own) // MOST_OWN)]), gap.width)
    deep = [one for one in found if one.depth >= 0.5 * gap.depth]
    side = [one for one in deep if one.starts == starts]
    errors = sorted(one.error for one in (side if len(side) >= ENOUGH else deep))
    if not errors:
        return None
    place = min(ceil((len(errors) + 1) * (1.0 - OUTSIDE)), len(errors))
    return Band(max(-errors[-place], 0.0), max(errors[place - 1], 0.0))


@lru_cache(maxsize=128)
def _errors(series: Series, width: float) -> tuple[Error, ...]:
    """The errors of times that lie in gaps made as wide."""
    trials = [one for one in _trials(series.points, width) if len(one[0]) >= LEAST_POINTS and one[1]]
    chosen = trials[:: -(-len(trials) // MOST_TRIALS)] if trials else []
    return tuple(error for kept, dropped in chosen for error in _tried(series, kept, dropped))


def _trials(points: Points, width: float) -> Iterator[tuple[Points, Points]]:
    """What is kept and what is left out, for a gap that begins behind each point."""
    for place, point in enumerate(points):
        ends = [other for other, one in enumerate(points) if one.n >= point.n * 2.0**width * ROUNDING]
        if ends:
            yield points[: place + 1] + points[ends[0] :], points[place + 1 : ends[0]]


def _tried(series: Series, kept: Points, dropped: Points) -> Iterator[Error]:
    law = fit(Series(series.key, kept))
    for point in dropped:
        one = placed(law, point.n, point.ranks, law.split(point.ranks, point.n))
        expected = min(max(point.seconds, one.middle), one.slower)
        depth = min(abs(log2(point.n / other.n)) for other in kept)
        yield Error(log(point.seconds / expected), depth, one.starts)
