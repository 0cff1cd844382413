"""How well intervals did: how many values they hold, and how wide they are; never the one without the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from estimator.estimate.result import Interval


class Judged(NamedTuple):
    """A measured value [s] and the interval that was stated for it."""

    seconds: float
    interval: Interval

    @property
    def inside(self) -> bool:
        """Whether the interval holds the value."""
        low, high = sorted(self.interval)
        return low <= self.seconds <= high


class Score(NamedTuple):
    """Points, share inside, and the width (larger end over smaller) as median and 90th percentile."""

    points: int
    inside: float
    median: float
    p90: float


def score(judged: Sequence[Judged]) -> Score:
    """The score of at least one point."""
    widths = [each.interval.width for each in judged]
    inside = sum(each.inside for each in judged) / len(judged)
    return Score(len(judged), inside, float(np.median(widths)), float(np.quantile(widths, 0.9)))
