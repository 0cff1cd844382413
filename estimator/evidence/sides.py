"""The time on one measured number of ranks in a range of a law: its line, its band, how well the line is known."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from estimator.evidence.bands import Band, band
from estimator.evidence.regimes import Fit, RegimeLine

MOST_LOG = 700.0
"""Logarithm of the widest band: beyond it exp has no number."""
MOST_LEVERAGE = 4.0


class RefusedError(ValueError):
    """Why a law says nothing of a case."""


class Side(NamedTuple):
    """The time [s] in one range: the quicker line, the slower one in a gap between ranges, band, leverage."""

    middle: float
    slower: float
    band: Band
    leverage: float


def range_of(fit: Fit, at: float) -> tuple[int, bool]:
    """The place of the range that holds a share or size [byte], and whether that lies in the gap behind it."""
    place = max(0, sum(one.least <= at for one in fit.ranges) - 1)
    return place, place + 1 < len(fit.ranges) and at > fit.ranges[place].largest


def line_of(fit: Fit, place: int, ranks: int, apart: bool = False) -> RegimeLine:
    """The line of a number of ranks in a range, or in the nearest range that has one.

    ``apart``: that of these ranks by themselves.
    """
    near = sorted(range(len(fit.ranges)), key=lambda other: abs(other - place))
    each = (fit.ranges[other].apart if apart else fit.ranges[other].lines for other in near)
    return next(lines[ranks] for lines in each if ranks in lines)


def side(fit: Fit, n: float, ranks: int, at: float, apart: bool = False) -> Side:
    """The time of n bytes on measured ranks, by the law of the range that holds ``at``."""
    place, gap = range_of(fit, at)
    line = line_of(fit, place, ranks, apart)
    both = [line.seconds(n)] + ([line_of(fit, place + 1, ranks, apart).seconds(n)] if gap else [])
    middle = min(both)
    leverage = min(line.leverage(n), MOST_LEVERAGE)
    return Side(middle, max(both), band(fit, at, line.start > 0.5 * middle), leverage)


def factor(power: float) -> float:
    """The factor of a band, as far as there is a number for it."""
    return exp(min(power, MOST_LOG))
