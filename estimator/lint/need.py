"""Limits against what the step needs: the set beyond its budget, limits looser than the budget allows, percentiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import numpy as np

from estimator.estimate.steps.need import Needs
from estimator.lint.cells import TYPICAL
from estimator.lint.hits import Hit, hit_of, told
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import phrase
from estimator.require.closure import closure
from estimator.require.criterion import Block
from estimator.require.limits.bounded import allowed
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import format_time

OF_A_MEAN: Mapping[str, str] = MappingProxyType(
    {"derived": phrase("an estimate of the mean"), "budget": phrase("what the budget leaves the mean of a call")}
)
"""What a limit that was worked out says of the mean, by the way it came about."""


def need(look: Look) -> Iterator[Finding]:
    """The findings about the budget, then about single limits."""
    needs = Needs(look.spec, look.table)
    yield from _beyond(look, needs)
    for name, requirement in look.spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            yield from _of_a_mean(name, look.expanded[name].blocks)
            yield from _above(name, requirement, look, needs)


def _beyond(look: Look, needs: Needs) -> Iterator[Finding]:
    if needs.allotment.allowed_s is None:
        return
    found = closure(needs, look.expanded)
    if found.closes in ("no", "never"):
        even, full = map(format_time, found.musts_met)
        least = format_time(found.estimate.optimistic)
        text = phrase(
            "{allowed} for exposed communication; every must just met leaves {even} at even load and "
            "{full} at the full skew{more}",
            allowed=format_time(needs.allotment.allowed_s),
            even=even,
            full=full,
            more=phrase(", and even the optimistic end {least}", least=least) if found.closes == "never" else "",
        )
        yield Finding("beyond-budget", ("budget", "exposed_communication"), text)


def _of_a_mean(name: str, blocks: tuple[Block, ...]) -> Iterator[Finding]:
    """The estimate is of the mean, and so is what a budget leaves: a step adds up its calls, not their tails."""
    for statistic, how in sorted({(block.measure.statistic, block.how) for block in blocks}):
        if statistic not in TYPICAL and how in OF_A_MEAN:
            text = phrase("the limit on the {statistic} is {how}", statistic=statistic, how=OF_A_MEAN[how])
            yield Finding("statistic-of-a-mean", ("requirements", name, "metric", "statistic"), text)


def _above(name: str, requirement: MeasurableRequirement, look: Look, needs: Needs) -> Iterator[Finding]:
    """Limits from the estimate on the step's own call that leave it more time than its share of the budget does."""
    operation = requirement.operation or ""
    if requirement.priority != "must" or operation not in needs.allotment.shares:
        return
    hits = [_looser(block, operation, needs) for block in look.expanded[name].blocks if block.how == "derived"]
    yield from told("above-need", ("requirements", name, "limit"), hits, lambda hit: _text(hit, operation, needs))


def _looser(block: Block, operation: str, needs: Needs) -> Hit | None:
    seconds, call = allowed(block), needs.call(operation)
    home = block.place.group == needs.table.operations[operation].group
    longest = needs.longest(operation, block.skew) if home and block.condition == call.condition else None
    if seconds is None or block.measure.statistic != "mean" or longest is None or longest <= 0.0:
        return None
    with np.errstate(invalid="ignore"):
        return hit_of(block, block.own & (seconds > longest * (1.0 + SLACK)), seconds / longest)


def _text(hit: Hit, operation: str, needs: Needs) -> str:
    longest = needs.longest(operation, hit.block.skew) or 0.0
    return phrase(
        "asks for {limit} where the budget leaves {operation} {longest} a call",
        limit=hit.limit,
        operation=operation,
        longest=format_time(longest),
    )
