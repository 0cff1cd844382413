"""What a test sets against what: a condition, or a number of groups, against itself; a load that belongs to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Path
from estimator.require.criterion import Block, Expanded
from estimator.require.loads import alone, named_in, stated_load
from estimator.require.rules import Finding, Look
from estimator.spec.conditions import Conditions, said_harder
from estimator.spec.document import Spec
from estimator.spec.kinds import ComputeOverlap
from estimator.spec.requirement import Requirement

NOTHING = ("none", "no load", "无", "无负载")
"""What people write for a load that is none."""


def compared(look: Look) -> Iterator[Finding]:
    """The findings about conditions and groups that are compared, one a requirement."""
    for name, requirement in look.spec.requirements.items():
        expanded = look.expanded[name]
        path: Path = ("requirements", name)
        found = [_told(block, look.spec.platform.conditions) for block in expanded.blocks]
        for text in [text for text in found if text][:1]:
            yield Finding("holds-by-construction", (*path, "against" if _by_condition(expanded) else "at_once"), text)
        yield from _idle_load(path, requirement, expanded, look.spec)


def _by_condition(expanded: Expanded) -> bool:
    against = expanded.measure.against if expanded.measure else None
    return against is not None and against.what == "condition"


def _told(block: Block, conditions: Conditions) -> str:
    """Why the limit of a block cannot be missed; "" where it can."""
    against = block.measure.against
    if against is None or against.what not in ("condition", "at_once"):
        return ""
    if against.what == "at_once":
        alike = against.value == block.place.at_once
        return "one group is compared with itself" if alike else ""
    if against.name == block.condition:
        return f"{block.condition} is compared with itself"
    if said_harder(against.name, block.condition, conditions):
        return f"{block.condition} is compared with {against.name}, which is the harder one"
    return ""


def _idle_load(path: Path, requirement: Requirement, expanded: Expanded, spec: Spec) -> Iterator[Finding]:
    load = stated_load(requirement)
    if load is None or load.get("en").strip().casefold() in NOTHING or isinstance(requirement, ComputeOverlap):
        return
    if alone(expanded) and not named_in(load, spec):
        yield Finding("idle-load", (*path, "test", "load"), "every cell runs exclusive, with nothing beside it")
