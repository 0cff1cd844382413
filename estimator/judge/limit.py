"""A measured span against a limit with its one tolerance."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from estimator.judge.numbers.samples import Span
from estimator.judge.reason import Judged, Kind, Reason, inconclusive, reason
from estimator.require.criterion import Comparator, Unit

EQUAL = 1e-9
"""Relative difference that is rounding of the machine."""


KINDS: Mapping[Unit, Kind] = MappingProxyType(
    {"time": "time", "bandwidth": "bandwidth", "size": "size", "ratio": "ratio", "factor": "factor", "none": "factor"}
)


def compared(value: Span, comparator: Comparator, effective: float, unit: Unit) -> Judged:
    """Pass where the whole span meets the limit, fail where the whole of it misses, else inconclusive.

    A miss says by how much at the end that is nearest to the limit; ``unit`` is that of both numbers.
    """
    slack = EQUAL * abs(effective)
    upper = comparator == "at_most"
    far, near = (value.high, value.low) if upper else (value.low, value.high)
    if (far <= effective + slack) if upper else (far >= effective - slack):
        return Judged("pass", reason("met"))
    if (near > effective + slack) if upper else (near < effective - slack):
        return Judged("fail", _missed(near, effective, KINDS[unit]))
    return inconclusive(reason("uncertain"))


def _missed(measured: float, limit: float, kind: Kind) -> Reason:
    """By how much a limit is missed; a limit of nothing has no share."""
    if not limit:
        return reason("missed_nothing", measured=(measured, kind), limit=(limit, kind))
    beyond = abs(measured - limit) / abs(limit)
    return reason("missed", measured=(measured, kind), limit=(limit, kind), beyond=(beyond, "ratio"))


def margin(value: Span, comparator: Comparator, effective: float | None) -> float | None:
    """How far the value lies inside the limit, as a share of it [1]; below 0 it misses."""
    if not effective:
        return None
    inside = effective - value.value if comparator == "at_most" else value.value - effective
    return inside / abs(effective)
