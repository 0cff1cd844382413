"""Limits that no measurement can miss: a test against itself, a floor of nothing; a load that belongs to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Path
from estimator.lint.rules import Finding, Look
from estimator.phrase import phrase
from estimator.require.criterion import Against, Block, Expanded
from estimator.require.loads import alone, named_in, stated_load
from estimator.spec.conditions import Conditions, said_harder
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import ComputeOverlap
from estimator.spec.requirements.requirement import Requirement


def compared(look: Look) -> Iterator[Finding]:
    """The findings about what is compared and what cannot be missed, one a requirement."""
    for name, requirement in look.spec.requirements.items():
        expanded = look.expanded[name]
        path: Path = ("requirements", name)
        found = [_told(block, look.spec.platform.conditions) for block in expanded.blocks]
        place = _place(expanded)
        hint = "write a limit that can be missed, or compare two things that differ" if place == "limit" else ""
        for text in [text for text in found if text][:1]:
            yield Finding("holds-by-construction", (*path, place), text, hint)
        yield from _idle_load(path, requirement, expanded, look.spec)


def _place(expanded: Expanded) -> str:
    against = expanded.measure.against if expanded.measure else None
    return {"condition": "against", "at_once": "at_once"}.get(against.what if against else "", "limit")


def _told(block: Block, conditions: Conditions) -> str:
    """Why the limit of a block cannot be missed; "" where it can."""
    if block.comparator == "at_least" and not (block.limits > 0.0).any() and (block.limits == 0.0).any():
        return "nothing is less than 0"
    if (reason := _beyond_reach(block)) is not None:
        return reason
    against = block.measure.against
    if against is None:
        return ""
    if against.what == "condition":
        return _by_condition(block, against, conditions)
    alike = {
        "at_once": (against.value == block.place.at_once, "one group is compared with itself"),
        "skew": (against.value == block.skew, phrase("a skew of {skew:g} is compared with itself", skew=block.skew)),
        "statistic": (
            against.name == block.measure.statistic,
            phrase("the {name} is compared with itself", name=against.name),
        ),
        "group": (
            against.name == block.place.group,
            phrase("{group} is compared with itself", group=block.place.group),
        ),
    }
    same, text = alike.get(against.what, (False, ""))
    return text if same else ""


def _beyond_reach(block: Block) -> str | None:
    """Why a ceiling lies above all that can be measured: a dip is the whole bandwidth at most, a size in the sweep."""
    if block.comparator != "at_most":
        return None
    effective = block.effective
    if block.measure.name == "dip" and (effective >= 1.0).any():
        return "no dip is deeper than 100 %"
    if block.measure.name == "size" and block.curve and (effective >= block.curve[-1]).any():
        return "the largest size of the sweep reaches the plateau by definition"
    return None


def _by_condition(block: Block, against: Against, conditions: Conditions) -> str:
    if against.name == block.condition:
        return phrase("{condition} is compared with itself", condition=block.condition)
    if said_harder(against.name, block.condition, conditions):
        return phrase(
            "{condition} is compared with {name}, which is the harder one", condition=block.condition, name=against.name
        )
    return ""


def _idle_load(path: Path, requirement: Requirement, expanded: Expanded, spec: Spec) -> Iterator[Finding]:
    load = stated_load(requirement)
    if load is None or isinstance(requirement, ComputeOverlap):
        return
    if alone(expanded) and not named_in(load, spec):
        yield Finding("idle-load", (*path, "test", "load"), "every cell runs exclusive, with nothing beside it")
