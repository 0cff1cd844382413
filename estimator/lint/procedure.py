"""Verifiability: what a requirement must say so that its test can be run and judged without a phone call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import get_args

import numpy as np

from estimator.cost.collectives import MOVING, collective_named
from estimator.cost.entries.algorithm import power_of_two
from estimator.errors import Path
from estimator.lint.rules import Finding, Look
from estimator.phrase import linked, phrase
from estimator.require.criterion import Expanded
from estimator.require.inherited import inherited
from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.machine.platform import Platform
from estimator.spec.requirements.kinds import Capability, FitQuality, Scaling, WeightSync
from estimator.spec.requirements.measure import Statistic
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools.ability import Ability, ability_of, is_kit
from estimator.tools.catalogue import FITTED, statistics_of
from estimator.units import Counted

LEAST: Mapping[str, int] = MappingProxyType({"p50": 5, "p90": 29, "p95": 59, "p99": 299, "p99.9": 2995})
"""Samples that a percentile needs for a verdict at 95 % confidence: 1 - q^N >= 0.95."""
CURVES = ("no_dip_curve", "half_bandwidth_size", "fit_quality")


def procedure(look: Look) -> Iterator[Finding]:
    """The findings about tests, tools, workloads and who answers for them."""
    for name, requirement in look.spec.requirements.items():
        path: Path = ("requirements", name)
        if not requirement.responsible:
            yield Finding("no-responsible", path, "nobody is responsible")
        if requirement.rationale is None and requirement.priority == "must":
            yield Finding("no-rationale", path, "a must without a rationale")
        if isinstance(requirement, Capability):
            yield from _shown(path, requirement, look.expanded[name])
        if isinstance(requirement, MeasurableRequirement):
            expanded = look.expanded[name]
            yield from _limits(path, expanded)
            yield from _samples(path, requirement, expanded)
            yield from _workload(path, requirement, expanded, look.spec)
            yield from _tool(path, requirement, expanded)
            yield from _nodes(path, requirement, expanded, look.spec.platform)
            yield from _curve(path, requirement, expanded)


def _shown(path: Path, requirement: Capability, expanded: Expanded) -> Iterator[Finding]:
    """An item of one's own brings its own evidence and pass rule; a number is of something."""
    if requirement.item == "other":
        if requirement.evidence is None:
            yield Finding("no-evidence", path, "no evidence is asked for")
        if requirement.pass_rule is None and requirement.limit is None:
            yield Finding("no-pass-rule", path, "nothing says when it passes")
    cell = expanded.main
    if cell is not None and cell.limit is not None and cell.measure.quantity is None:
        yield Finding("no-quantity", (*path, "limit"), phrase("{item} has no such number", item=requirement.item))


def _limits(path: Path, expanded: Expanded) -> Iterator[Finding]:
    if expanded.problems or not expanded.blocks:
        return
    if all(np.isnan(block.limits).all() for block in expanded.blocks):
        yield Finding("no-limit", (*path, "limit"), "the limit holds in no cell")


def _samples(path: Path, requirement: MeasurableRequirement, expanded: Expanded) -> Iterator[Finding]:
    test, measure = requirement.test, expanded.measure
    name = measure.name if measure else ""
    if name in FITTED:
        return
    own = type(requirement).model_fields["metric"].default.model_fields_set
    if "statistic" not in requirement.metric.model_fields_set | own:
        yield Finding("no-statistic", (*path, "metric"), "no statistic is named; the mean is taken")
    if missing := [key for key in ("warmup", "iterations", "repeats") if key not in test.model_fields_set]:
        yield Finding(
            "no-samples", (*path, "test"), phrase("{missing} left to the default", missing=", ".join(missing))
        )
    least = LEAST.get(measure.statistic if measure else "", 1)
    if test.iterations < least:
        text = phrase(
            "{iterations:iteration}; {statistic} needs {least}",
            iterations=Counted(test.iterations),
            statistic=measure.statistic if measure else "",
            least=least,
        )
        yield Finding("few-samples", (*path, "test", "iterations"), text)
    if test.repeats < 5:
        yield Finding(
            "few-repeats",
            (*path, "test", "repeats"),
            phrase("{repeats:repeat}; a spread needs 5", repeats=Counted(test.repeats)),
        )
    if not test.check:
        yield Finding("no-check", (*path, "test", "check"), "results are not checked")


def _workload(path: Path, requirement: MeasurableRequirement, expanded: Expanded, spec: Spec) -> Iterator[Finding]:
    if not expanded.blocks or not expanded.blocks[0].place.group:
        return
    found = inherited(requirement, spec)
    if found.dtype is None and expanded.blocks[0].collective in MOVING:
        yield Finding("no-dtype", path, "no element type")
    reduces = collective_named(expanded.blocks[0].collective).reduces
    if reduces and found.redop is None:
        yield Finding(
            "no-redop", path, phrase("{collective} without a reduction", collective=expanded.blocks[0].collective)
        )
    shared = bool(found.operation and found.operation.at_once_with)
    made = {name for name, own in spec.platform.conditions.items() if own.load is not None}
    loaded = (
        {block.condition for block in expanded.blocks} - {"exclusive"} - ({"multi_group"} if shared else set()) - made
    )
    if loaded and requirement.test.load is None and requirement.kind != "compute_overlap":
        yield Finding(
            "no-load",
            (*path, "test"),
            phrase("nothing says what makes {loaded}", loaded=linked(" and ", sorted(loaded))),
        )


def _tool(path: Path, requirement: MeasurableRequirement, expanded: Expanded) -> Iterator[Finding]:
    test = requirement.test
    if test.command is not None or (isinstance(requirement, FitQuality) and not expanded.blocks):
        return
    if is_kit(test.tool):
        return
    if isinstance(requirement, WeightSync):
        if "tool" in test.model_fields_set:
            yield Finding(
                "tool-collective", (*path, "test", "tool"), phrase("{tool} runs no weight sync", tool=test.tool)
            )
        return
    ability = ability_of(test.tool)
    if "tool" not in test.model_fields_set:
        yield Finding("no-tool", (*path, "test"), phrase("no tool is named; {tool} is taken", tool=test.tool))
    if ability is None:
        yield Finding(
            "no-tool",
            (*path, "test", "tool"),
            phrase("{tool} is no known tool, and no command is given", tool=test.tool),
        )
        return
    yield from _able(path, ability, expanded)


def _able(path: Path, ability: Ability, expanded: Expanded) -> Iterator[Finding]:
    where = (*path, "test", "tool")
    measure = expanded.measure
    asked = statistics_of(measure) if measure else frozenset()
    if unable := [name for name in get_args(Statistic)[::-1] if name in asked - ability.statistics]:
        can = ", ".join(sorted(ability.statistics))
        text = phrase("{name} reports {can}, not {unable}", name=ability.name, can=can, unable=linked(" or ", unable))
        yield Finding("tool-statistic", (*path, "metric", "statistic"), text)
    places = [block for block in expanded.blocks if block.place.group]
    for collective in dict.fromkeys(block.collective for block in places):
        if collective not in ability.collectives:
            yield Finding(
                "tool-collective", where, phrase("{name} has no {collective}", name=ability.name, collective=collective)
            )
    if not ability.uneven and (skews := sorted({block.skew for block in places} - {1.0})):
        text = phrase(
            "{name} cannot make a skew of {skews}", name=ability.name, skews=", ".join(f"{skew:g}" for skew in skews)
        )
        yield Finding("tool-skew", where, text)


def _nodes(path: Path, requirement: MeasurableRequirement, expanded: Expanded, platform: Platform) -> Iterator[Finding]:
    least, reason = requirement.test.nodes_min, requirement.test.nodes_reason
    across = [block.place for block in expanded.blocks if block.place.nodes > 1 and block.collective != "p2p"]
    two = list(dict.fromkeys(place.group for place in across if place.nodes == 2))
    if two and reason is None:
        yield Finding("two-nodes", path, phrase("{two} spans two nodes", two=", ".join(two)))
    elif least is not None and least < 3 and across and reason is None:
        yield Finding(
            "two-nodes", (*path, "test", "nodes_min"), phrase("nodes_min {least} lets two nodes do", least=least)
        )
    yield from _too_many(path, least, across, platform)


def _too_many(path: Path, least: int | None, across: list[Place], platform: Platform) -> Iterator[Finding]:
    """More nodes asked for than the platform has, or a group of three or more."""
    if least is None:
        return
    where, held = (*path, "test", "nodes_min"), platform.machine.ranks[-1] // platform.ranks_per_node
    few = dict.fromkeys(place.group for place in across if 2 < place.nodes < least)
    if least > held:
        yield Finding(
            "nodes-min",
            where,
            phrase("the platform has {nodes:node}", nodes=Counted(held)),
            phrase("write at most {held}", held=held),
        )
    elif few:
        yield Finding(
            "nodes-min", where, phrase("{few} spans fewer than {least} nodes", few=", ".join(few), least=least)
        )


def _curve(path: Path, requirement: MeasurableRequirement, expanded: Expanded) -> Iterator[Finding]:
    if requirement.kind in CURVES and expanded.blocks:
        points = max(len(block.curve) or len(block.sizes) + 1 for block in expanded.blocks)
        if points < 4:
            yield Finding(
                "few-sizes", (*path, "sweep"), phrase("{sizes:size}; a curve needs 4 or more", sizes=Counted(points))
            )
    if isinstance(requirement, Scaling):
        sizes = {block.place.ranks for block in expanded.blocks}
        missing = [
            what
            for what, found in (
                ("odd", any(size % 2 for size in sizes)),
                ("other than a power of two", any(not power_of_two(size) for size in sizes)),
            )
            if not found
        ]
        if missing:
            yield Finding(
                "scaling-sizes",
                (*path, "sweep", "groups"),
                phrase("no group size is {missing}", missing=linked(" or ", missing)),
            )
