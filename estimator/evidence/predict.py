"""What a fit says of a case that was not measured: more ranks, or another collective on the same path."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import exp, hypot, log, sqrt

import numpy as np

from estimator.estimate.result import Interval
from estimator.evidence.fit import Fit

SAME_PATH = 0.7
"""Bandwidth that more ranks must keep for a series to be one path."""


@dataclass(frozen=True, slots=True)
class Band:
    """How far a time may lie below and above the fit, as logarithms [1]: where start-up rules, and where transfer does.

    Start-up rules where T0 + rounds * alpha is more than half of the time.
    """

    startup: tuple[float, float]
    transfer: tuple[float, float]


MORE_RANKS = Band(startup=(0.22, 0.46), transfer=(0.20, 0.16))
"""For ranks that were not measured: thresholds between protocols move, and one late rank delays the others."""
OTHER_COLLECTIVE = Band(startup=(0.20, 0.20), transfer=(0.18, 0.42))
"""For another collective on the same path: it reaches up to a third less of the bandwidth."""


def changes_path(found: Fit) -> bool:
    """Whether the bandwidth falls so far from one number of ranks to the next that the path is another one.

    324 GB/s on two ranks and 376 on four are one path; 20 and 5 are not.
    """
    known = sorted(found.slowness)
    each = [found.slowness[p].value for p in known]
    return any(b > 0.0 and a / b < SAME_PATH for a, b in pairwise(each))


def predict(found: Fit, rounds: float, volume: float, ranks: int, n: float, band: Band) -> Interval:
    """[optimistic, conservative] seconds of a plan; ``volume`` in units of ``n`` [byte].

    For ranks that were not measured the bandwidth lies between that of the nearest ones and the line of 1/B in 1/p;
    the band is wider where the fit itself is worse. Raises ValueError for a path that changes with the ranks.
    """
    if ranks not in found.slowness and changes_path(found):
        raise ValueError("the path changes with the number of ranks")
    moved = volume * n
    ends = sorted(found.seconds(rounds, moved, slowness) for slowness in slowness_at(found, ranks))
    middle, spread = sqrt(ends[0] * ends[1]), log(ends[1] / ends[0]) / 2.0
    below, above = _band(found, band, starts=found.startup_s(rounds) > 0.5 * middle)
    return Interval(middle * exp(-hypot(below, spread)), middle * exp(hypot(above, spread)))


def slowness_at(found: Fit, ranks: int) -> tuple[float, float]:
    """1/B [s/B] at a number of ranks: as measured, or the nearest one and the line in 1/p, at least half of it.

    4 s/B on two ranks and 3 on four: 3 or 2.5 on eight.
    """
    near, *others = sorted(found.slowness, key=lambda p: abs(1.0 / p - 1.0 / ranks))
    known = found.slowness[near].value
    if near == ranks or not others:
        return known, known
    slope = (known - found.slowness[others[0]].value) / (1.0 / near - 1.0 / others[0])
    return known, max(known + slope * (1.0 / ranks - 1.0 / near), 0.5 * known)


def _band(found: Fit, band: Band, starts: bool) -> tuple[float, float]:
    """The stated band, or half of the fit's own residuals where they spread further."""
    below, above = band.startup if starts else band.transfer
    own = found.residuals[(found.startup > 0.5) == starts]
    if len(own) < 8:
        return below, above
    low, high = np.quantile(own, (0.25, 0.75)).tolist()
    return max(below, -low), max(above, high)
