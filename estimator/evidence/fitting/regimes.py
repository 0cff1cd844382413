"""The law of a series: one to three ranges of the share n/p, and in each a line a + b n for every number of ranks.

Protocols change at a size of one rank's share, so that the edges hold for all numbers of ranks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array
from estimator.evidence.fitting.choice import Table, best_split, criterion, loss_of
from estimator.evidence.fitting.joint import joint
from estimator.evidence.fitting.lines import lines, trust
from estimator.evidence.fitting.series import Key, Series
from estimator.evidence.fitting.steps import exchanges, shared, steps
from estimator.phrase import phrase

Mask = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
LEAST_POINTS = 5
LEAST_TIME, MOST_TIME = 1e-12, 1e7
"""Times that a call may take [s]."""
MOST_POINTS = 2048
"""Points that a law is fitted to; of more every second, third ... size is taken."""
MOST_MEMORY = 0.8
"""Correlation of neighbouring errors beyond which a series tells nothing more of it [1]."""


class RegimeLine(NamedTuple):
    """Seconds of one number of ranks in one range: ``start`` [s] + ``slope`` [s/B] * n.

    ``covariance`` of (start, slope) in units of the squared relative spread.
    """

    start: float
    slope: float
    covariance: tuple[tuple[float, float], tuple[float, float]]

    def less_known(self, grown: float) -> RegimeLine:
        """The same line, with a variance that is so many times as large."""
        (first, mixed), (_, second) = self.covariance
        return self._replace(covariance=((grown * first, grown * mixed), (grown * mixed, grown * second)))

    def seconds(self, n: float) -> float:
        """The time of a size [s]."""
        return self.start + self.slope * n

    def leverage(self, n: float) -> float:
        """Variance of the line at a size over that of a point [1]."""
        x = np.array([1.0, n]) / max(self.seconds(n), 1e-30)
        return float(x @ np.array(self.covariance) @ x)


class Range(NamedTuple):
    """Shares [byte] from the least measured one to the largest, and the line of each number of ranks.

    ``lines`` go through one T0, alpha and B where these explain the times; ``apart`` are those of each by itself.
    """

    least: float
    largest: float
    lines: Mapping[int, RegimeLine]
    apart: Mapping[int, RegimeLine]

    def less_known(self, grown: float) -> Range:
        """The same lines, with variances that are so many times as large."""
        lines, apart = ({ranks: line.less_known(grown) for ranks, line in each.items()} for each in self[2:])
        return self._replace(lines=lines, apart=apart)


class Error(NamedTuple):
    """How far one measured time lies from its line: log(time / line), studentised; where, and what rules there.

    ``at``: what the ranges are split by [byte].
    """

    at: float
    ranks: int
    error: float
    starts: bool
    """Whether start-up is more than half of the time."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The law of one series. ``errors`` are those of points that their own line does not go through by itself."""

    key: Key
    ranks: tuple[int, ...]
    ranges: tuple[Range, ...]
    errors: tuple[Error, ...]
    sizes: tuple[int, int]
    """The least and the largest n measured [byte]."""
    series: Series
    by_share: bool = True
    """Whether the ranges are split by the share of one rank, n/p; otherwise by n."""

    def split(self, ranks: int, n: float) -> float:
        """What the ranges are split by [byte]."""
        return n / ranks if self.by_share else n


def fit(series: Series) -> Fit:
    """The law of a series. Raises ValueError on fewer than five points, and on times that no machine measures."""
    points = series.points
    if len(points) < LEAST_POINTS:
        raise ValueError(
            phrase("{count} points; a fit needs {least_points}", count=len(points), least_points=LEAST_POINTS)
        )
    times = [point.seconds for point in points]
    if not LEAST_TIME <= min(times) <= max(times) <= MOST_TIME:
        raise ValueError(
            phrase("times of {least:.3g} s to {most:.3g} s are none of a call", least=min(times), most=max(times))
        )
    table, chosen = _split(thinned(series))
    ranges = tuple(_range(table, low, high) for low, high in chosen)
    errors = tuple(
        error for one, (low, high) in zip(ranges, chosen, strict=True) for error in _errors(table, one, low, high)
    )
    memory = correlation(ranges, errors)
    grown = (1.0 + memory) / (1.0 - memory)
    ranges = tuple(one.less_known(grown) for one in ranges)
    sizes = [point.n for point in points]
    return Fit(series.key, series.ranks, ranges, errors, (min(sizes), max(sizes)), series, table.by_share)


def correlation(ranges: Sequence[Range], errors: Sequence[Error]) -> float:
    """How far errors of neighbouring sizes go together, from 0 to MOST_MEMORY: a line then rests on fewer points.

    Source: the effective number of samples with a correlation r from one to the next is N (1 - r) / (1 + r).
    """
    together = square = 0.0
    for one in ranges:
        for ranks in one.apart:
            own = [each.error for each in errors if each.ranks == ranks and one.least <= each.at <= one.largest]
            together += sum(few * more for few, more in pairwise(own))
            square += sum(each * each for each in own)
    return min(max(together / square, 0.0), MOST_MEMORY) if square > 0.0 else 0.0


def _split(series: Series) -> tuple[Table, list[tuple[int, int]]]:
    """The ranges by the share, or by n where that tells more; a message that is handed on whole goes by n."""
    by_n = Table(series, by_share=False)
    if not shared(series.key.collective):
        return by_n, best_split(by_n)[1]
    by_share = Table(series, by_share=True)
    value, chosen = best_split(by_share)
    if len(series.ranks) > 1 and not exchanges(series.key.collective):
        other, instead = best_split(by_n)
        if other < value - 1e-9:
            return by_n, instead
    return by_share, chosen


def thinned(series: Series) -> Series:
    """A series of at most so many points: of more every second, third ... size of each number of ranks."""
    step = -(-len(series.points) // MOST_POINTS)
    if step < 2:
        return series
    kept = []
    for ranks in series.ranks:
        own = [point for point in series.points if point.ranks == ranks]
        kept += own[::step] if len(own) >= LEAST_POINTS * step else own
    return Series(series.key, tuple(kept), series.sources)


def _errors(table: Table, one: Range, low: int, high: int) -> list[Error]:
    """The errors of the points of a range."""
    found = []
    inside = table.inside(low, high) > 0
    for ranks, line in one.apart.items():
        for place in np.flatnonzero(inside & (table.p == ranks)):
            n, seconds = float(table.n[place]), float(table.times[place])
            free = 1.0 - line.leverage(n)
            if free > 0.05:
                error = float(np.log(seconds / line.seconds(n))) / free**0.5
                starts = line.start > 0.5 * line.seconds(n)
                found.append(Error(float(table.shares[place]), ranks, error, starts))
    return found


def _range(table: Table, low: int, high: int) -> Range:
    inside = table.inside(low, high) > 0
    found = {}
    for ranks in np.unique(table.p):
        own = inside & (table.p == ranks)
        if own.any():
            found[int(ranks)] = _line(table.n[own], table.times[own])
    together = _together(table, inside, found)
    return Range(float(table.known[low]), float(table.known[high - 1]), together, found)


def _together(table: Table, inside: Mask, apart: dict[int, RegimeLine]) -> dict[int, RegimeLine]:
    """The lines through one T0, alpha and B, where the information criterion has them rather than lines apart."""
    counts = {ranks: steps(table.collective, ranks) for ranks in apart}
    if len({one.rounds for one in counts.values()}) < 2 or not all(one.algorithm for one in counts.values()):
        return apart
    p, n, times = table.p[inside], table.n[inside], table.times[inside]
    found = joint([counts[int(ranks)] for ranks in p], n, times)
    own = np.log(times / [apart[int(ranks)].seconds(size) for ranks, size in zip(p, n, strict=True)])
    used = sum((line.start > 0.0) + (line.slope > 0.0) for line in apart.values())
    alone = criterion(loss_of(own).sum(), used, len(times))
    if alone <= criterion(loss_of(found.residual).sum(), int(np.count_nonzero(found.parameters)), len(times)):
        return apart
    made = {ranks: found.line(one) for ranks, one in counts.items()}
    return {
        ranks: RegimeLine(start, slope, ((each[0, 0], each[0, 1]), (each[1, 0], each[1, 1])))
        for ranks, (start, slope, each) in made.items()
    }


def _line(n: Array, times: Array) -> RegimeLine:
    found = lines(n, times, np.ones((1, len(n))))
    start, slope = float(found.start[0]), float(found.slope[0])
    fitted = start + slope * n
    used = [place for place, value in enumerate((start, slope)) if value > 0.0] or [0]
    columns = np.stack([np.ones_like(n), n], axis=1)[:, used] / fitted[:, None]
    columns = columns * np.sqrt(trust(found.residual[0]))[:, None]
    scale = np.abs(columns).max(axis=0)
    inverse = np.linalg.pinv((columns / scale).T @ (columns / scale)) / np.outer(scale, scale)
    covariance = np.zeros((2, 2))
    covariance[np.ix_(used, used)] = inverse
    return RegimeLine(start, slope, ((covariance[0, 0], covariance[0, 1]), (covariance[1, 0], covariance[1, 1])))
