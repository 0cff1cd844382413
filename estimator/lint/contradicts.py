"""Limits that cannot be kept: a floor above a ceiling, less time than the bound, a larger message that is faster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from estimator.errors import Path
from estimator.lint.hits import hit_of, implied, limit_text, told
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import phrase
from estimator.require.criterion import Block
from estimator.require.limits.bounded import REFERENCES, allowed, call_of
from estimator.require.modelled import Floats
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import format_size, format_time

Key: TypeAlias = tuple[object, ...]


def contradictions(look: Look) -> Iterator[Finding]:
    """The findings about limits of one requirement, then about those of two on one test."""
    same_test: dict[Key, list[Block]] = {}
    for name, requirement in look.spec.requirements.items():
        if not isinstance(requirement, MeasurableRequirement):
            continue
        blocks = look.expanded[name].blocks
        yield from _below_bound(("requirements", name, "limit"), blocks)
        yield from list(_unreachable(blocks))[:1]
        yield from list(_falling(blocks))[:1]
        for block in blocks:
            if not np.isnan(block.limits).all():
                same_test.setdefault(_key(look, block), []).append(block)
    pairs: set[tuple[str, str]] = set()
    for alike in same_test.values():
        yield from _crossing(alike, pairs)


def _key(look: Look, block: Block) -> Key:
    """What makes the numbers of two blocks the same: one call, one condition, one metric taken in one way."""
    return call_of(block, look.spec), block.condition, block.skew, block.measure


def _below_bound(path: Path, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """Ratios to a time that mean less than the cell's own bound; other limits have rules of their own.

    A named cut may need less than the cell does, so that a ratio above 1 is still too small; below 1 is ``below-cut``.
    """
    hits = []
    for block in blocks:
        against, seconds = block.measure.against, allowed(block)
        if against is None or against.what not in REFERENCES or seconds is None or block.model is None:
            continue
        bound = np.maximum(block.model.bound, block.model.floor)
        with np.errstate(invalid="ignore"):
            below = (seconds < bound * (1.0 - SLACK)) & ((against.what != "cut") | (block.limits >= 1.0))
            hits.append(hit_of(block, below, bound / seconds))
    yield from told(
        "contradicts", path, hits, lambda hit: phrase("asks for {limit}, less than the bound allows", limit=hit.limit)
    )


ORDER = ("min", "p50", "p90", "p95", "p99", "p99.9", "max")
"""Statistics by the size of what they give; a mean has no place among them."""


def _unreachable(blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """Limits that no measurement can meet, whatever the machine: a ratio below its least, a share above the whole."""
    for block in blocks:
        least, why = _least(block)
        most = 1.0 if block.measure.name == "overlap" else None
        path: Path = ("requirements", block.requirement, "limit")
        held, at_most = block.effective, block.comparator == "at_most"
        if at_most and least is not None and (wrong := held < least * (1.0 - SLACK)).any():
            yield Finding(
                "contradicts",
                path,
                phrase("asks for {limit}, and {why}", limit=limit_text(block, int(np.argmax(wrong))), why=why),
            )
        if not at_most and most is not None and (wrong := held > most * (1.0 + SLACK)).any():
            text = phrase(
                "asks for {limit}, and no more than all of it can be hidden",
                limit=limit_text(block, int(np.argmax(wrong))),
            )
            yield Finding("contradicts", path, text)


def _least(block: Block) -> tuple[float | None, str]:
    """The least that the metric of a block can be, and why; None where nothing says it."""
    measure, against = block.measure, block.measure.against
    if measure.name == "bytes":
        return 1.0, "what is needed must be sent"
    if measure.name == "size" and block.curve:
        return block.curve[0], phrase("the sweep begins at {size}", size=format_size(block.curve[0]))
    if against is None or against.what != "statistic" or not {measure.statistic, against.name} <= set(ORDER):
        return None, ""
    if ORDER.index(measure.statistic) > ORDER.index(against.name):
        return 1.0, phrase("a {statistic} is no less than a {name}", statistic=measure.statistic, name=against.name)
    return None, ""


def _falling(blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """Limits that ask a larger message to be faster than a smaller one."""
    for block in blocks:
        seconds = implied(block)
        if seconds is None or (block.how == "derived" and block.frozen is None):
            continue
        limited = np.flatnonzero(~np.isnan(seconds))
        wrong = np.flatnonzero(np.diff(seconds[limited]) < -SLACK * seconds[limited][:-1])
        if len(wrong):
            first, second = limited[wrong[0]], limited[wrong[0] + 1]
            larger, smaller = (_asked(block, int(at), seconds) for at in (second, first))
            path: Path = ("requirements", block.requirement, "limit")
            yield Finding(
                "contradicts", path, phrase("{larger}, faster than {smaller}", larger=larger, smaller=smaller)
            )


def _crossing(blocks: list[Block], told_of: set[tuple[str, str]]) -> Iterator[Finding]:
    """A floor above a ceiling on one number, tolerances included; each pair of requirements is told once."""
    for floor in (block for block in blocks if block.comparator == "at_least"):
        for ceiling in (block for block in blocks if block.comparator == "at_most"):
            pair = (floor.requirement, ceiling.requirement)
            if pair in told_of:
                continue
            _, left, right = np.intersect1d(floor.sizes, ceiling.sizes, return_indices=True)
            wrong = np.flatnonzero(floor.effective[left] > ceiling.effective[right] * (1.0 + SLACK))
            if len(wrong):
                told_of.add(pair)
                i, j = int(left[wrong[0]]), int(right[wrong[0]])
                text = phrase(
                    "asks for {limit} at {size} where {requirement} asks for {other}",
                    limit=limit_text(floor, i),
                    size=_size(floor, i),
                    requirement=ceiling.requirement,
                    other=limit_text(ceiling, j),
                )
                yield Finding("contradicts", ("requirements", pair[0], "limit"), text)


def _size(block: Block, index: int) -> str:
    return format_size(float(block.sizes[index]))


def _asked(block: Block, index: int, seconds: Floats) -> str:
    """A size and the time that a limit allows it; beside a bandwidth the time stands in brackets."""
    size, time = _size(block, index), format_time(float(seconds[index]))
    if block.measure.name == "time":
        return phrase("{size} in {time}", size=size, time=time)
    return phrase("{size} with {limit} ({time})", size=size, limit=limit_text(block, index), time=time)
