"""Requirements that contradict each other or themselves: two limits on one cell, larger messages that are faster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from estimator.require.criterion import Block, Floats
from estimator.require.hits import implied, limit_text
from estimator.require.inherited import inherited
from estimator.require.rules import SLACK, Finding, Look
from estimator.spec.requirement import MeasurableRequirement
from estimator.units import format_size, format_time

Key: TypeAlias = tuple[object, ...]


def contradictions(look: Look) -> Iterator[Finding]:
    """Findings about limits of one priority on one test."""
    by_test: dict[Key, list[Block]] = {}
    for name, requirement in look.spec.requirements.items():
        if not isinstance(requirement, MeasurableRequirement):
            continue
        falling = False
        for block in look.expanded[name].blocks:
            seconds = implied(block)
            if seconds is None:
                continue
            by_test.setdefault(_key(look, requirement, block), []).append(block)
            if not falling and (block.how != "derived" or block.frozen is not None):
                found = _falling(block, seconds)
                falling = bool(found)
                yield from found
    told: set[tuple[str, str]] = set()
    for blocks in by_test.values():
        yield from _clashing(blocks, told)


def _key(look: Look, requirement: MeasurableRequirement, block: Block) -> Key:
    """What makes two cells the same test; requirements of different priority may ask for different limits."""
    found, measure = inherited(requirement, look.spec), block.measure
    return (
        requirement.priority,
        block.collective,
        found.algorithm,
        found.dtype,
        (block.place, block.condition, block.skew),
        (measure.statistic, measure.ranks, measure.repeats),
        requirement.test,
    )


def _falling(block: Block, seconds: Floats) -> list[Finding]:
    """A larger message must not be asked to be faster than a smaller one."""
    limited = np.flatnonzero(~np.isnan(seconds))
    steps = np.diff(seconds[limited])
    wrong = np.flatnonzero(steps < -SLACK * seconds[limited][:-1]) if len(limited) > 1 else np.array([], dtype=int)
    if not len(wrong):
        return []
    first, second = limited[wrong[0]], limited[wrong[0] + 1]
    larger, smaller = (f"{_size(block, int(at))} {_within(block, int(at), seconds)}" for at in (second, first))
    text = f"{larger}, faster than {smaller}"
    return [Finding("contradiction", ("requirements", block.requirement, "limit"), text)]


def _clashing(blocks: list[Block], told: set[tuple[str, str]]) -> Iterator[Finding]:
    """Two requirements that set different limits at one size of the same test; each pair is told once."""
    for i, later in enumerate(blocks):
        for earlier in blocks[:i]:
            pair = (earlier.requirement, later.requirement)
            if pair in told or pair[0] == pair[1]:
                continue
            if found := _clash(earlier, later):
                told.add(pair)
                yield found


def _clash(earlier: Block, later: Block) -> Finding | None:
    first, second = implied(earlier), implied(later)
    if first is None or second is None:
        return None
    _, left, right = np.intersect1d(earlier.sizes, later.sizes, return_indices=True)
    wrong = np.flatnonzero(np.abs(first[left] - second[right]) > SLACK * first[left])
    if not len(wrong):
        return None
    i, j = left[wrong[0]], right[wrong[0]]
    text = (
        f"asks for {_limit(later, int(j), second)} at {_size(later, int(j))} where {earlier.requirement} "
        f"asks for {_limit(earlier, int(i), first)} for the same test"
    )
    return Finding("contradiction", ("requirements", later.requirement, "limit"), text)


def _size(block: Block, index: int) -> str:
    return format_size(float(block.sizes[index]))


def _limit(block: Block, index: int, seconds: Floats) -> str:
    """A limit in its own unit; a bandwidth with the time that it comes to, to be set against other limits."""
    text = limit_text(block, index)
    return text if block.measure.name == "time" else f"{text} ({format_time(float(seconds[index]))})"


def _within(block: Block, index: int, seconds: Floats) -> str:
    """The time that a limit allows; beside a bandwidth it stands in brackets."""
    time = format_time(float(seconds[index]))
    return f"in {time}" if block.measure.name == "time" else f"with {_limit(block, index, seconds)}"
