"""Where a size lies in a law: its range, the line of a number of ranks there, both lines in the gap at an edge."""

from __future__ import annotations

from typing import NamedTuple

from estimator.evidence.fitting.regimes import Fit, RegimeLine


class Placed(NamedTuple):
    """The line of the range, the time of the quicker line and of the slower one [s]: they differ in a gap alone."""

    line: RegimeLine
    middle: float
    slower: float

    @property
    def starts(self) -> bool:
        """Whether start-up is more than half of the time."""
        return self.line.start > 0.5 * self.middle


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


def placed(fit: Fit, n: float, ranks: int, at: float, apart: bool = False) -> Placed:
    """The time of n bytes on measured ranks, by the law of the range that holds ``at``."""
    place, gap = range_of(fit, at)
    line = line_of(fit, place, ranks, apart)
    both = [line.seconds(n)] + ([line_of(fit, place + 1, ranks, apart).seconds(n)] if gap else [])
    return Placed(line, min(both), max(both))
