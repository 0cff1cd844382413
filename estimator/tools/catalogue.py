"""The benchmark tools that are known, and the command lines a requirement is tested by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from estimator.cost.collectives import collective_named
from estimator.require.criterion import Block, Expanded, Measure
from estimator.require.inherited import inherited
from estimator.require.place import Place
from estimator.require.workload import place_of
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import WeightSync
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.tools import hccl_test, nccl_tests, osu
from estimator.tools.ability import ability_of
from estimator.tools.notes import beside, notes
from estimator.tools.together import together
from estimator.tools.tool import Command, Tool, ToolRun

TOOLS: Mapping[str, Tool] = MappingProxyType({tool.name: tool for tool in (nccl_tests.TOOL, hccl_test.TOOL, osu.TOOL)})


def tool_named(name: str) -> Tool | None:
    """The tool a spec names, aliases included; None for one that is not known."""
    ability = ability_of(name)
    return TOOLS[ability.name] if ability else None


def commands(spec: Spec, requirement_id: str, expanded: Expanded) -> tuple[Command, ...]:
    """The command lines that test a requirement; empty for stated items and for tools that are not known.

    One for each group, number of groups at once and chain of sizes; conditions are made by what else runs, so cells
    that differ in the condition only share a line. A command written in the spec stands as it is. What no tool can run
    has no line (``by_kit``).
    """
    requirement = spec.requirements[requirement_id]
    if not isinstance(requirement, MeasurableRequirement):
        return ()
    if requirement.test.command is not None:
        said = beside(requirement, expanded, spec)
        return (Command(requirement.test.command, said, expanded.cells, ""),)
    tool = tool_named(requirement.test.tool)
    if tool is None or isinstance(requirement, WeightSync):
        return ()
    found: list[Command] = []
    for run, place, cells in _runs(spec, requirement, expanded, tool):
        remarks = notes(tool, run, place, requirement, expanded, spec)
        lines = tool.lines(run)
        found += [Command(line, remarks, cells, place.group, run.at_once, sizes) for line, sizes in lines]
    return tuple(found)


def runs_it(tool: Tool | None, block: Block) -> bool:
    """Whether a tool can run the cells of a block: collective, statistic, even load, the same number on every node."""
    if tool is None or not block.place.group or block.place.shape is None:
        return False
    if not statistics_of(block.measure) <= tool.statistics:
        return False
    return block.collective in tool.ability.collectives and (block.skew == 1.0 or tool.ability.uneven)


FITTED = ("alpha", "size", "error", "bytes", "overlap")
"""Metrics that are one number of a curve or a counter, not a statistic over iterations."""


def statistics_of(measure: Measure) -> frozenset[str]:
    """The statistics over iterations that a tool has to report for a measure."""
    against = measure.against
    found = {measure.statistic} if measure.name not in FITTED else set()
    if against is not None and against.what == "statistic":
        found.add(against.name)
    return frozenset(found)


def _runs(
    spec: Spec, requirement: MeasurableRequirement, expanded: Expanded, tool: Tool
) -> Iterator[tuple[ToolRun, Place, int]]:
    """The runs a tool can make: one a group and number of groups at once, with how many cells it serves."""
    alike: dict[tuple[str, int], list[Block]] = {}
    for block in expanded.blocks:
        if runs_it(tool, block):
            alike.setdefault((block.place.group, block.place.at_once), []).append(block)
    for (_, at_once), blocks in alike.items():
        for number in sorted({at_once, *_compared(blocks[0])}):
            cells = sum(len(block.sizes) for block in blocks)
            yield run_of(spec, requirement, blocks, number, tool), blocks[0].place, cells
    base = expanded.measure.against if expanded.measure else None
    if base and base.what == "group" and alike:
        blocks = next(iter(alike.values()))
        place = place_of(spec, base.name)
        if place.shape:
            moved = [replace(block, place=place) for block in blocks]
            yield run_of(spec, requirement, moved, place.at_once, tool), place, 0


def _compared(block: Block) -> tuple[int, ...]:
    """The number of groups at once that a slow-down is set against."""
    against = block.measure.against
    return (int(against.value),) if against and against.what == "at_once" and against.value else ()


def _join(measure: Measure) -> str:
    """How the tool joins the times of the ranks; a share or a count of bytes is joined by us, from the slowest."""
    return measure.ranks if measure.name not in ("overlap", "bytes") else "max"


def run_of(spec: Spec, requirement: MeasurableRequirement, blocks: list[Block], at_once: int, tool: Tool) -> ToolRun:
    """One run that covers the sizes of the blocks; what the requirement leaves out is its operation's.

    A tool that cannot run several groups, or not these, runs one, on the hosts of one.
    """
    block, test, found = blocks[0], requirement.test, inherited(requirement, spec)
    sizes = {round(size) for each in blocks for size in each.run_at}
    sizes |= {round(a.value) for each in blocks for a in each.against if a.what == "size" and a.value}
    reduces = collective_named(block.collective).reduces
    groups = together(spec, block.place, at_once)
    split = groups.split if tool.ability.splits else None
    hosts = (groups if split is not None else groups.alone).hosts
    return ToolRun(
        collective=block.collective,
        ranks=block.place.ranks,
        at_once=at_once,
        hosts=hosts,
        sizes=tuple(sorted(sizes)),
        dtype=found.dtype,
        redop=found.redop if reduces else None,
        warmup=test.warmup,
        iterations=test.iterations,
        check=test.check,
        join=_join(blocks[0].measure),
        buffer=test.buffer,
        graph=test.launch == "graph",
        split=split or "",
        devices=() if hosts.first else hosts.devices,
    )
