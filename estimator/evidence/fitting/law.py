"""The parameters of a law: T0, alpha and B of every range, the best bandwidth seen, the sizes that reach half of B."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from estimator.evidence.fitting.bands import student
from estimator.evidence.fitting.lines import LEAST_SPREAD
from estimator.evidence.fitting.regimes import Fit, Range, RegimeLine
from estimator.evidence.fitting.steps import steps

SEARCHED = 400
"""Sizes between the least and the largest measured one at which the law is looked at."""


class Value(NamedTuple):
    """A parameter, and the ends between which it lies nine times in ten by the spread of the points."""

    value: float
    low: float
    high: float


class Start(NamedTuple):
    """Start-up of a range: ``launch`` T0 [s] and ``alpha`` [s per round]; None where they cannot be told apart.

    ``by_ranks``: T0 + rounds * alpha [s] of each number of ranks.
    """

    launch: float | None
    alpha: float | None
    by_ranks: Mapping[int, Value]


class Law(NamedTuple):
    """One range in parameters. ``bandwidth``: B [B/s] by ranks, of the bytes that pass a rank's port; 0: none seen.

    ``apart``: start-up [s] and B of each number of ranks by itself, where one T0, alpha and B stand for all.
    """

    least: float
    largest: float
    start: Start
    bandwidth: Mapping[int, Value]
    apart: Mapping[int, tuple[float, float]]


class Reach(NamedTuple):
    """Of one number of ranks: the best bandwidth seen and at which n, and the n that reach 50 % and 90 % of B."""

    best: float
    best_n: int
    half: float | None
    most: float | None


def laws(fit: Fit) -> tuple[Law, ...]:
    """The parameters of every range, by growing shares."""
    return tuple(_law(fit, one) for one in fit.ranges)


def reaches(fit: Fit) -> dict[int, Reach]:
    """What was seen and is reached on every number of ranks; None where no measured size reaches it."""
    return {ranks: _reach(fit, ranks) for ranks in fit.ranks}


def half_size(line: RegimeLine) -> float | None:
    """The n at which start-up and transfer take the same time [byte]; None where either is not seen."""
    return line.start / line.slope if line.slope > 0.0 and line.start > 0.0 else None


def _law(fit: Fit, one: Range) -> Law:
    starts, rates = {}, {}
    for ranks, line in one.lines.items():
        spread, factor = _spread(fit, one, ranks), steps(fit.key.collective, ranks).volume
        (first, _), (_, second) = line.covariance
        starts[ranks] = _value(line.start, spread * first**0.5)
        slope = _value(line.slope, spread * second**0.5)
        rates[ranks] = Value(*(factor / each if each > 0.0 else 0.0 for each in (slope.value, slope.high, slope.low)))
    return Law(one.least, one.largest, _start(fit, one, starts), rates, dict(_apart(fit, one)))


def _apart(fit: Fit, one: Range) -> Iterator[tuple[int, tuple[float, float]]]:
    for ranks, line in one.apart.items() if one.apart != one.lines else ():
        volume = steps(fit.key.collective, ranks).volume
        yield ranks, (line.start, volume / line.slope if line.slope > 0.0 else 0.0)


def _value(value: float, error: float) -> Value:
    return Value(value, max(0.0, value - error), value + error)


def _spread(fit: Fit, one: Range, ranks: int) -> float:
    """How far a point lies from its line, as a share: half of the range that nine in ten have."""
    own = [each.error for each in fit.errors if each.ranks == ranks and one.least <= each.at <= one.largest]
    if not own:
        return LEAST_SPREAD
    return student(len(own)) * max(sqrt(sum(each**2 for each in own) / len(own)), LEAST_SPREAD)


def _start(fit: Fit, one: Range, starts: Mapping[int, Value]) -> Start:
    """T0 and alpha from the start-ups of several numbers of ranks, neither below 0, by relative errors."""
    known = [(steps(fit.key.collective, ranks), ranks) for ranks in starts]
    if len({each.rounds for each, _ in known}) < 2 or not all(each.algorithm for each, _ in known):
        return Start(None, None, starts)
    rounds, times = [each.rounds for each, _ in known], [starts[ranks].value for _, ranks in known]
    launch, alpha = _pair(rounds, times)
    return Start(launch, alpha, starts)


def _pair(rounds: Sequence[float], times: Sequence[float]) -> tuple[float, float]:
    """The line through start-ups by rounds: (2, 6, 14) and (8, 12, 20) us are T0 6 us and alpha 1 us."""
    weights = [1.0 / max(time, 1e-12) ** 2 for time in times]
    total = sum(weights)
    middle = sum(w * x for w, x in zip(weights, rounds, strict=True)) / total
    mean = sum(w * y for w, y in zip(weights, times, strict=True)) / total
    square = sum(w * (x - middle) ** 2 for w, x in zip(weights, rounds, strict=True))
    slope = sum(w * (x - middle) * y for w, x, y in zip(weights, rounds, times, strict=True)) / square
    slope = max(slope, 0.0)
    launch = mean - slope * middle
    if launch >= 0.0:
        return launch, slope
    products = sum(w * x * y for w, x, y in zip(weights, rounds, times, strict=True))
    return 0.0, products / sum(w * x * x for w, x in zip(weights, rounds, strict=True))


def _reach(fit: Fit, ranks: int) -> Reach:
    own = [point for point in fit.series.points if point.ranks == ranks]
    volume = steps(fit.key.collective, ranks).volume
    best = max(own, key=lambda point: point.n / point.seconds)
    fitted = [one.lines[ranks].slope for one in fit.ranges if ranks in one.lines and one.lines[ranks].slope > 0.0]
    top = 1.0 / fitted[-1] if fitted else best.n / best.seconds
    low, high = min(point.n for point in own), max(point.n for point in own)
    sizes = [exp(log(low) + (log(high) - log(low)) * step / SEARCHED) for step in range(SEARCHED + 1)]
    times = [seconds_at(fit, ranks, size) for size in sizes]
    found = []
    for part in (0.5, 0.9):
        reached = (size for size, time in zip(sizes, times, strict=True) if size / time >= part * top)
        found.append(next(reached, None))
    return Reach(volume * best.n / best.seconds, best.n, found[0], found[1])


def seconds_at(fit: Fit, ranks: int, n: float) -> float:
    """The fitted time of a measured number of ranks [s]: of two lines at an edge the quicker."""
    at = fit.split(ranks, n)
    place = max(0, sum(one.least <= at for one in fit.ranges) - 1)
    near = [one for one in fit.ranges[place : place + 2] if ranks in one.lines]
    near = near or [one for one in fit.ranges if ranks in one.lines]
    inside = at <= near[0].largest or len(near) == 1
    return near[0].lines[ranks].seconds(n) if inside else min(one.lines[ranks].seconds(n) for one in near)
