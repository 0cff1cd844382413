"""What a fit cannot tell, and what its times show that no law of this kind has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from estimator.evidence.fitting.law import half_size, laws
from estimator.evidence.fitting.predict import SAME_PATH, changes_path
from estimator.evidence.fitting.regimes import MOST_POINTS, Fit
from estimator.evidence.fitting.steps import shared
from estimator.phrase import phrase
from estimator.units import format_size

FEW_POINTS = 8
FALLS = 0.9
"""Time of a larger size over that of a smaller one below which times are not monotone."""
UNSTEADY = 1.25
"""Longest over shortest of repeats from which they are said to differ."""
SHOWN = 4


class Doubt(NamedTuple):
    """A short name, and a sentence that says what is missing or strange, and what to measure."""

    name: str
    text: str


def doubts(fit: Fit) -> tuple[Doubt, ...]:
    """All doubts about a fit, the gravest first."""
    found = (_path(fit), _start(fit), _sides(fit), _monotone(fit), _repeats(fit), _points(fit), _ranks(fit))
    return tuple(doubt for each in found for doubt in each)


def _path(fit: Fit) -> Iterator[Doubt]:
    if changes_path(fit):
        yield Doubt(
            "path-changes",
            phrase(
                "the bandwidth falls below {same_path:g} of that on fewer ranks or rises above twice that, or the "
                "start-up of a round grows as far: another path; nothing is extrapolated",
                same_path=SAME_PATH,
            ),
        )


def _start(fit: Fit) -> Iterator[Doubt]:
    first = laws(fit)[0]
    if first.start.alpha == 0.0:
        yield Doubt("no-alpha", "start-up does not grow with the rounds: alpha is 0; measure other numbers of ranks")
    for ranks, start in first.start.by_ranks.items():
        if start.value <= 0.0:
            yield Doubt("no-start", phrase("no start-up is seen on {ranks} ranks: measure smaller sizes", ranks=ranks))


def _sides(fit: Fit) -> Iterator[Doubt]:
    for ranks in fit.ranks:
        own = [point.n for point in fit.series.points if point.ranks == ranks]
        last = [one.lines[ranks] for one in fit.ranges if ranks in one.lines][-1]
        if last.slope <= 0.0:
            yield Doubt(
                "no-bandwidth", phrase("no bandwidth is seen on {ranks} ranks: measure larger sizes", ranks=ranks)
            )
            continue
        half = half_size(last)
        if half is not None and half > max(own):
            yield Doubt(
                "small-only",
                phrase(
                    "all sizes on {ranks} ranks are ruled by start-up: B is uncertain; go beyond {half}",
                    ranks=ranks,
                    half=format_size(half),
                ),
            )
        first = next(one.lines[ranks] for one in fit.ranges if ranks in one.lines)
        half = half_size(first)
        if half is None or half < min(own):
            yield Doubt(
                "large-only",
                phrase(
                    "all sizes on {ranks} ranks are ruled by transfer: start-up is uncertain; measure smaller ones",
                    ranks=ranks,
                ),
            )


def _monotone(fit: Fit) -> Iterator[Doubt]:
    found = []
    for ranks in fit.ranks:
        own = sorted((point.n, point.seconds) for point in fit.series.points if point.ranks == ranks)
        found += [
            phrase("{size} on {ranks}", size=format_size(n), ranks=ranks)
            for (_, before), (n, seconds) in pairwise(own)
            if seconds < FALLS * before
        ]
    if found:
        more = phrase(" and {count} more", count=len(found) - SHOWN) if len(found) > SHOWN else ""
        yield Doubt(
            "not-monotone",
            phrase("a larger size takes less time: {found} ranks{more}", found=", ".join(found[:SHOWN]), more=more),
        )


def _repeats(fit: Fit) -> Iterator[Doubt]:
    points = fit.series.points
    if max(point.repeats for point in points) < 3:
        yield Doubt("few-repeats", "no size was measured three times: how far runs differ is not known")
    unsteady = [point for point in points if point.spread > UNSTEADY]
    if unsteady:
        worst = max(unsteady, key=lambda point: point.spread)
        yield Doubt(
            "repeats-differ",
            phrase(
                "repeats of {count} sizes differ by more than {unsteady:g}: {spread:.2f} at {size}",
                count=len(unsteady),
                unsteady=UNSTEADY,
                spread=worst.spread,
                size=format_size(worst.n),
            ),
        )


def _points(fit: Fit) -> Iterator[Doubt]:
    measured = fit.series.measured or len(fit.series.points)
    if measured > MOST_POINTS:
        yield Doubt(
            "thinned",
            phrase(
                "of {count} points at most {most_points} are fitted, evenly chosen",
                count=measured,
                most_points=MOST_POINTS,
            ),
        )
    if len(fit.series.points) < FEW_POINTS:
        yield Doubt(
            "few-points",
            phrase("{count} points: bands from so few are wide; measure more sizes", count=len(fit.series.points)),
        )


def _ranks(fit: Fit) -> Iterator[Doubt]:
    if len(fit.ranks) == 1 and shared(fit.key.collective):
        yield Doubt(
            "one-rank-count",
            phrase("measured on {ranks} ranks alone: T0 and alpha cannot be told apart", ranks=fit.ranks[0]),
        )
