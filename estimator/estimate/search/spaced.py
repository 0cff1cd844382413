"""The values of a first number at which a frontier is worked out."""

from __future__ import annotations

from math import exp, log

from estimator.estimate.search.trial import FACTORS, SHARES, Sought


def spaced(place: Sought, points: int) -> list[float]:
    """Values in the number's own unit: a share from 0 to 1, all else from half its lesser end to twice its larger.

    Evenly spread, on a log scale where it is no share and no factor.
    """
    low, high = sorted(end / place.unit for end in place.stated.ends)
    last = points - 1
    if place.quantity in SHARES:
        return [index / last for index in range(points)]
    if place.quantity in FACTORS or not low:
        first = 1.0 if place.quantity in FACTORS else 0.0
        return [first + (2.0 * (high or 1e-5) - first) * index / last for index in range(points)]
    steps = log(4.0 * high / low)
    return [low / 2.0 * exp(steps * index / last) for index in range(points)]
