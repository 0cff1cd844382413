"""A measured span against a limit with its one tolerance."""

from __future__ import annotations

from estimator.judge.numbers.samples import Span
from estimator.judge.reason import Judged, inconclusive, reason
from estimator.require.criterion import Comparator

EQUAL = 1e-9
"""Relative difference that is rounding of the machine."""


def compared(value: Span, comparator: Comparator, effective: float) -> Judged:
    """Pass where the whole span meets the limit, fail where the whole of it misses, else inconclusive."""
    slack = EQUAL * abs(effective)
    upper = comparator == "at_most"
    far, near = (value.high, value.low) if upper else (value.low, value.high)
    if (far <= effective + slack) if upper else (far >= effective - slack):
        return Judged("pass", reason("met"))
    if (near > effective + slack) if upper else (near < effective - slack):
        return Judged("fail", reason("missed"))
    return inconclusive(reason("uncertain"))


def margin(value: Span, comparator: Comparator, effective: float | None) -> float | None:
    """How far the value lies inside the limit, as a share of it [1]; below 0 it misses."""
    if not effective:
        return None
    inside = effective - value.value if comparator == "at_most" else value.value - effective
    return inside / abs(effective)
