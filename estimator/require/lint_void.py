"""Limits without force: another limit on the same call, under conditions as hard or harder, allows no more time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from estimator.errors import Path
from estimator.estimate.order import harder
from estimator.require.bounded import Bounded, bounded_calls
from estimator.require.hits import limit_text
from estimator.require.model import Models
from estimator.require.rules import SLACK, Finding, Look
from estimator.require.workload import workload_of
from estimator.spec.requirement import MeasurableRequirement
from estimator.units import Counted, format_size, format_time

STRENGTH: Mapping[str, int] = MappingProxyType({"must": 2, "should": 1, "may": 0})


class Idle(NamedTuple):
    """One cell whose limit has no force, and the cell whose limit has: each a block and the place in it."""

    weak: Bounded
    cell: int
    strong: Bounded
    other: int


def void(look: Look) -> Iterator[Finding]:
    """One finding a requirement whose limits, or some of them, those of another requirement leave without force."""
    measured = {name: found.blocks for name, found in look.expanded.items() if _measures_a_call(look, name)}
    order = _Order(look)
    idle: dict[str, list[Idle]] = {}
    for found in bounded_calls(measured, look.spec).values():
        for (first, weak), (second, strong) in permutations(enumerate(found), 2):
            for cell in _idle(weak, strong, order, later=first > second):
                idle.setdefault(weak.block.requirement, []).append(cell)
    for name in measured:
        if name in idle:
            yield _finding(look, name, idle[name])


def _measures_a_call(look: Look, name: str) -> bool:
    requirement = look.spec.requirements[name]
    return isinstance(requirement, MeasurableRequirement) and requirement.kind != "weight_sync"


class _Order:
    """Which of two blocks is the one under the harder condition; each pair of conditions of a call is asked once."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._models = Models(look.spec)
        self._known: dict[tuple[object, ...], bool] = {}

    def strength(self, bounded: Bounded) -> int:
        """How binding the requirement of a block is."""
        return STRENGTH[self._look.spec.requirements[bounded.block.requirement].priority]

    def no_easier(self, one: Bounded, other: Bounded) -> bool:
        """Whether the cells of one block run under a condition and a skew as hard as those of the other, or harder."""
        if one.block.skew < other.block.skew:
            return False
        conditions = one.block.condition, other.block.condition
        if conditions[0] == conditions[1]:
            return True
        key = (one.block.collective, one.block.place, *conditions)
        if key not in self._known:
            self._known[key] = self._harder(one, *conditions)
        return self._known[key]

    def _harder(self, bounded: Bounded, one: str, other: str) -> bool:
        block, look = bounded.block, self._look
        requirement = look.spec.requirements[block.requirement]
        if not isinstance(requirement, MeasurableRequirement):
            return False
        work, _ = workload_of(block.requirement, requirement, look.spec, look.table)
        cell = self._models.cell(work, block.place.group, one, block.skew, block.place.at_once) if work else None
        return cell is not None and harder(cell.subject, cell.known, float(block.sizes[-1]), one, other)


def _idle(weak: Bounded, strong: Bounded, order: _Order, *, later: bool) -> Iterator[Idle]:
    """The cells of ``weak`` that ``strong`` leaves without force; of two equal limits it is the one written later."""
    if weak.block.requirement == strong.block.requirement or _how_taken(weak) != _how_taken(strong):
        return
    if order.strength(strong) < order.strength(weak) or not order.no_easier(strong, weak):
        return
    alike = order.strength(strong) == order.strength(weak) and order.no_easier(weak, strong)
    slack = 1.0 - SLACK if alike and not later else 1.0 + SLACK
    _, left, right = np.intersect1d(weak.block.sizes, strong.block.sizes, return_indices=True)
    for i, j in zip(left.tolist(), right.tolist(), strict=True):
        if strong.seconds[j] <= weak.seconds[i] * slack:
            yield Idle(weak, i, strong, j)


def _how_taken(bounded: Bounded) -> tuple[str, ...]:
    measure = bounded.block.measure
    return measure.statistic, measure.ranks, measure.repeats


def _finding(look: Look, name: str, idle: list[Idle]) -> Finding:
    """The last of the idle cells, the largest, and how many there are in all."""
    cells = {one.weak.block.cell_keys()[one.cell]: one for one in idle}
    last = list(cells.values())[-1]
    limited = sum(int(np.count_nonzero(~np.isnan(block.limits))) for block in look.expanded[name].blocks)
    count = "" if limited == 1 else f" ({len(cells)} of {Counted(limited):cell})"
    path: Path = ("requirements", name, "limit")
    weak, strong = last.weak.block, last.strong.block
    least, size = (format_time(float(last.strong.seconds[last.other])), format_size(float(weak.sizes[last.cell])))
    text = f"{limit_text(weak, last.cell)} at {size}, {_under(last.weak)}, where {strong.requirement} allows {least}"
    return Finding("void", path, f"{text} {_under(last.strong)}{count}")


def _under(bounded: Bounded) -> str:
    block = bounded.block
    return block.condition if block.skew == 1.0 else f"{block.condition} at a skew of {block.skew:g}"
