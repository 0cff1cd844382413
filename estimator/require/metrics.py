"""The metrics a requirement can be about: unit family and which direction is better."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from estimator.require.criterion import Unit
from estimator.spec.requirements.measure import Metric
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import Kind


class MetricKind(NamedTuple):
    """Unit family of a metric, and whether a smaller value is the better one."""

    unit: Unit
    lower_is_better: bool


METRICS: Mapping[str, MetricKind] = MappingProxyType(
    {
        "time": MetricKind("time", True),
        "alpha": MetricKind("time", True),
        "algbw": MetricKind("bandwidth", False),
        "busbw": MetricKind("bandwidth", False),
        "bandwidth": MetricKind("bandwidth", False),
        "size": MetricKind("size", True),
        "ratio": MetricKind("factor", True),
        "slowdown": MetricKind("factor", True),
        "bytes": MetricKind("factor", True),
        "efficiency": MetricKind("ratio", False),
        "overlap": MetricKind("ratio", False),
        "dip": MetricKind("ratio", True),
        "error": MetricKind("ratio", True),
        "none": MetricKind("none", True),
    }
)
KIND_OF_UNIT: Mapping[Unit, Kind] = MappingProxyType(
    {"time": "time", "bandwidth": "bandwidth", "size": "size", "ratio": "ratio", "factor": "ratio"}
)
"""The kind of quantity a written limit must be."""
EVERYWHERE = ("size", "factor", "ratio")
"""Unit families whose written limit holds at every size: they do not grow with it."""


RankWord = Literal["slowest", "fastest", "best", "worst", "mean"]


def rank_word(name: str, ranks: str) -> RankWord:
    """Which rank's number counts: of a metric that is worked out from times the slowest has the largest.

    The rank that hides least is the worst, and so is the one that sends most.
    """
    if ranks == "mean":
        return "mean"
    if name == "overlap":
        return "best" if ranks == "max" else "worst"
    if name == "bytes":
        return "worst" if ranks == "max" else "best"
    return "slowest" if ranks == "max" else "fastest"


def metric_of(requirement: MeasurableRequirement) -> Metric:
    """The requirement's metric; what it leaves out is its kind's own (a tail ratio is a ratio, of p99)."""
    own, written = type(requirement).model_fields["metric"].default, requirement.metric
    fields = Metric.model_fields
    chosen = {key: getattr(written if key in written.model_fields_set else own, key) for key in fields}
    return written if chosen == {key: getattr(written, key) for key in fields} else Metric(**chosen)
