"""A requirement of each kind as short as a spec can write it: what it must say, with examples of the keys."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from estimator.spec.requirements.kinds import (
    AlgorithmReport,
    Capability,
    NoFixedLengthAllToAll,
    SkewedAllToAllV,
    WeightSync,
    kind_name,
)
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.told.catalogue import told

_LIMITS: Mapping[str, str] = MappingProxyType(
    {
        "time": "{at_most: estimate.conservative}",
        "busbw": "{at_least: 90 % of line, from: 256 MiB}",
        "size": "{at_most: 4 MiB}",
        "dip": "{at_most: 5 %}",
        "efficiency": "{at_least: 90 %}",
        "ratio": "{at_most: 1.2}",
        "slowdown": "{at_most: 1.2}",
        "bytes": "{at_most: 1.05}",
        "overlap": "{at_least: 80 %}",
        "error": "{at_most: 10 %}",
    }
)
"""A limit by the metric of a kind."""


def kind_example(kind: type[Requirement]) -> str:
    """Such a requirement on one line, without its id."""
    keys = {"kind": kind_name(kind), "title": "..."}
    if issubclass(kind, MeasurableRequirement) and kind is not WeightSync:
        keys["operation"] = "moe_dispatch" if kind in (SkewedAllToAllV, NoFixedLengthAllToAll) else "gradients"
    own = [str(field.validation_alias or name) for name, field in kind.model_fields.items() if field.is_required()]
    for key in own:
        if key not in keys and key != "limit" and (about := told(kind, key)) is not None:
            keys[key] = about.example
    if issubclass(kind, MeasurableRequirement):
        keys["limit"] = _LIMITS[kind.model_fields["metric"].default.name]
    if kind is Capability:
        keys["statement"] = "..."
    if kind is AlgorithmReport:
        keys["operation"] = "gradients"
    return "{" + ", ".join(f"{key}: {value}" for key, value in keys.items()) + "}"
