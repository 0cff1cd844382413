"""How far a time may lie from its line: from the fit's own errors near that share, start-up and transfer apart.

A few errors make their spread uncertain, and Student's t then wide; where there are nine, none is larger than the
largest of them. Source: conformal prediction.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log2, sqrt
from statistics import median
from typing import NamedTuple

from estimator.evidence.fitting.regimes import Error, Fit

OCTAVES = 2.0
"""Distance in doublings of the share at which an error counts 0.6 of one at the same share."""
PRIOR = 2.0
"""Points that the errors of the whole side count for beside those nearby."""
STRAY = 3.0
"""Spreads beyond which an error counts as one of so many, in the errors of the whole side."""
NINE = 9
"""Errors of which the largest holds the next one nine times in ten: of N it does so N times in N + 1."""
STUDENT = (6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.80, 1.78, 1.77, 1.76, 1.75)
"""95 % quantiles of Student's t for 1, 2, ... degrees of freedom: nine in ten times lie between the two ends."""
MANY = 1.66


class Band(NamedTuple):
    """How far a time may lie below and above, as logarithms [1]."""

    below: float
    above: float


def band(fit: Fit, at: float, starts: bool) -> Band:
    """The band of one more time at a share or size [byte] on a line that is known; leverage comes on top."""
    return band_of(fit.errors, at, starts)


def band_of(errors: Sequence[Error], at: float, starts: bool) -> Band:
    """The same from any errors."""
    side = [error for error in errors if error.starts == starts]
    side = side if len(side) >= 3 else list(errors)
    if not side:
        return Band(0.0, 0.0)
    nearness = [exp(-0.5 * (log2(error.at / at) / OCTAVES) ** 2) for error in side]
    whole, near = _squares(_bounded(side), [1.0] * len(side)), _squares([one.error for one in side], nearness)
    weight = sum(nearness)
    factor = student(min(weight + PRIOR, len(side)) - 2)
    below, above = ((near[end] * weight + whole[end] * PRIOR) / (weight + PRIOR) for end in (0, 1))
    largest = max(abs(one.error) for one in side) if len(side) >= NINE else inf
    return Band(min(factor * sqrt(below), largest), min(factor * sqrt(above), largest))


def student(freedom: float) -> float:
    """The factor on a spread that so many degrees of freedom know: 1.83 for nine."""
    place = max(int(freedom), 1)
    return STUDENT[place - 1] if place <= len(STUDENT) else max(MANY, 1.645 + 1.5 / place)


def _bounded(side: Sequence[Error]) -> list[float]:
    limit = STRAY * (1.4826 * median(abs(one.error) for one in side) + 1e-4)
    return [min(max(one.error, -limit), limit) for one in side]


def _squares(errors: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """Mean squares of the errors below 0 and above, each as if both sides were like it."""
    total = max(sum(weights), 1e-30)
    below = sum(weight * error**2 for weight, error in zip(weights, errors, strict=True) if error < 0.0)
    above = sum(weight * error**2 for weight, error in zip(weights, errors, strict=True) if error > 0.0)
    return 2.0 * below / total, 2.0 * above / total
