"""What makes the load of a condition in a test: the test's own words, or those of the condition."""

from __future__ import annotations

from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.values.base import CONDITIONS, Text

NOTHING = ("none", "no load", "无", "无负载")
"""What people write for a load that is none."""


def load_of(condition: str, requirement: Requirement, spec: Spec, expanded: Expanded) -> Text | None:
    """The load under a condition; None where nothing is said, or where the test's words are about other conditions."""
    stated, own = stated_load(requirement), spec.platform.conditions.get(condition)
    if stated is not None:
        about = named_in(stated, spec)
        if condition in about or (not about and (condition != "exclusive" or alone(expanded))):
            return stated
    return own.load if own is not None else None


def stated_load(requirement: Requirement) -> Text | None:
    """The load in the words of the requirement's own test; None also where the words say that there is none."""
    load = requirement.test.load if isinstance(requirement, MeasurableRequirement) else None
    return None if load is None or load.get("en").strip().casefold() in NOTHING else load


def named_in(load: Text, spec: Spec) -> set[str]:
    """The conditions that the words of a load name: tests that share their words say so which load is whose."""
    words = f"{load.get('zh')} {load.get('en')}"
    return {name for name in (*CONDITIONS, *spec.platform.conditions) if name in words}


def alone(expanded: Expanded) -> bool:
    """Whether every cell runs exclusive, so that a load that is stated can belong to no other condition."""
    return {block.condition for block in expanded.blocks} == {"exclusive"}
