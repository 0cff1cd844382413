"""The time on one measured number of ranks in a range of a law: its line, its band, how well the line is known."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from estimator.evidence.fitting.bands import Band, band
from estimator.evidence.fitting.gaps import gap_band
from estimator.evidence.fitting.places import placed
from estimator.evidence.fitting.regimes import Fit

MOST_LOG = 700.0
"""Logarithm of the widest band: beyond it exp has no number."""


class RefusedError(ValueError):
    """Why a law says nothing of a case."""


class Side(NamedTuple):
    """The time [s] in one range: the quicker line, the slower one in a gap between ranges, band, leverage."""

    middle: float
    slower: float
    band: Band
    leverage: float


def side(fit: Fit, n: float, ranks: int, at: float, apart: bool = False) -> Side:
    """The time of n bytes on measured ranks, by the law of the range that holds ``at``."""
    line, middle, slower = one = placed(fit, n, ranks, at, apart)
    near = band(fit, at, one.starts)
    gap = gap_band(fit, ranks, n, one.starts)
    wide = near if gap is None else Band(max(near.below, gap.below), max(near.above, gap.above))
    return Side(middle, slower, wide, line.leverage(n))


def factor(power: float) -> float:
    """The factor of a band, as far as there is a number for it."""
    return exp(min(power, MOST_LOG))
