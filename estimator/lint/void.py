"""Limits without force: another limit on the same call, under conditions as hard or harder, allows no more time.

Cells of one call and size fall into few classes (condition, skew, priority, how the number is taken); of each class
only the tightest cell can leave others without force, so that no two cells are ever compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from estimator.errors import Path
from estimator.estimate.assume.order import harder
from estimator.lint.hits import limit_text
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import phrase
from estimator.require.limits.bounded import Bounded, bounded_cells
from estimator.require.model import models_of
from estimator.require.workload import workload_of
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import Counted, format_size, format_time

STRENGTH: Mapping[str, int] = MappingProxyType({"must": 2, "should": 1, "may": 0})


class Class(NamedTuple):
    """What cells of one call have to share to be held against each other by their seconds alone."""

    condition: str
    skew: float
    strength: int
    taken: tuple[str, str, str]


class Idle(NamedTuple):
    """A cell whose limit has no force, and one whose limit has."""

    weak: Bounded
    strong: Bounded


@dataclass(slots=True)
class Tightest:
    """The tightest cell of a class, the earlier one of two equal ones, and the tightest of another requirement."""

    first: Bounded
    other: Bounded | None = None

    def add(self, cell: Bounded) -> None:
        """Another cell of the class, written later."""
        if cell.seconds < self.first.seconds:
            if cell.block.requirement != self.first.block.requirement:
                self.other = self.first
            self.first = cell
        elif cell.block.requirement != self.first.block.requirement and (
            self.other is None or cell.seconds < self.other.seconds
        ):
            self.other = cell

    def beside(self, cell: Bounded) -> Bounded | None:
        """The tightest one that another requirement than the cell's asks for."""
        return self.first if self.first.block.requirement != cell.block.requirement else self.other


def void(look: Look) -> Iterator[Finding]:
    """One finding a requirement whose limits, or some of them, those of another requirement leave without force."""
    measured = [name for name in look.expanded if _measures_a_call(look, name)]
    blocks = [block for name in measured for block in look.expanded[name].blocks]
    order = _Order(look, {name: place for place, name in enumerate(measured)})
    idle: dict[str, list[Idle]] = {}
    for cells in bounded_cells(blocks, look.spec).values():
        for one in _idle(cells, order):
            idle.setdefault(one.weak.block.requirement, []).append(one)
    for name in measured:
        if name in idle:
            yield _finding(look, name, idle[name])


def _measures_a_call(look: Look, name: str) -> bool:
    requirement = look.spec.requirements[name]
    return isinstance(requirement, MeasurableRequirement) and requirement.kind != "weight_sync"


class _Order:
    """Which of two classes is the harder one; each pair of conditions of a call is asked once."""

    def __init__(self, look: Look, places: Mapping[str, int]) -> None:
        self.places = places
        self._look = look
        self._models = models_of(look.spec)
        self._known: dict[tuple[object, ...], bool] = {}

    def class_of(self, cell: Bounded) -> Class:
        """The class of a cell."""
        block, measure = cell.block, cell.block.measure
        strength = STRENGTH[self._look.spec.requirements[block.requirement].priority]
        return Class(block.condition, block.skew, strength, (measure.statistic, measure.ranks, measure.repeats))

    def no_easier(self, one: Class, other: Class, cell: Bounded) -> bool:
        """Whether a class binds as much as another, under a condition and a skew as hard or harder; of cells alike."""
        if one.taken != other.taken or one.strength < other.strength or one.skew < other.skew:
            return False
        if one.condition == other.condition:
            return True
        key = (cell.block.collective, cell.block.place, one.condition, other.condition)
        if key not in self._known:
            self._known[key] = self._harder(cell, one.condition, other.condition)
        return self._known[key]

    def _harder(self, cell: Bounded, one: str, other: str) -> bool:
        block, look = cell.block, self._look
        requirement = look.spec.requirements[block.requirement]
        if not isinstance(requirement, MeasurableRequirement):
            return False
        work, _ = workload_of(block.requirement, requirement, look.spec, look.table)
        model = self._models.cell(work, block.spot._replace(condition=one)) if work else None
        return model is not None and harder(model.subject, model.known, float(block.sizes[-1]), one, other)


def _idle(cells: Sequence[Bounded], order: _Order) -> Iterator[Idle]:
    """The cells of one call and size that have no force; of two equal limits it is the one written later."""
    tightest: dict[Class, Tightest] = {}
    for cell in cells:
        own = order.class_of(cell)
        if own in tightest:
            tightest[own].add(cell)
        else:
            tightest[own] = Tightest(cell)
    for weak in cells if len(cells) > 1 else ():
        own = order.class_of(weak)
        for other, found in tightest.items():
            strong = found.beside(weak)
            if strong is not None and order.no_easier(other, own, weak) and _stronger(strong, weak, other, own, order):
                yield Idle(weak, strong)
                break


def _stronger(strong: Bounded, weak: Bounded, one: Class, other: Class, order: _Order) -> bool:
    """Whether the seconds of a cell leave those of another without force, its class being no easier."""
    later = order.places[weak.block.requirement] > order.places[strong.block.requirement]
    alike = one == other or order.no_easier(other, one, weak)
    return strong.seconds <= weak.seconds * (1.0 - SLACK if alike and not later else 1.0 + SLACK)


def _finding(look: Look, name: str, idle: list[Idle]) -> Finding:
    """The last of the idle cells, the largest, and how many there are in all."""
    weak, strong = max(idle, key=lambda one: float(one.weak.block.sizes[one.weak.at]))
    limited = sum(int(np.count_nonzero(~np.isnan(block.limits))) for block in look.expanded[name].blocks)
    count = "" if limited == 1 else phrase(" ({count} of {cells:cell})", count=len(idle), cells=Counted(limited))
    size = format_size(float(weak.block.sizes[weak.at]))
    text = phrase(
        "{limit} at {size}, {where}, where {requirement} allows {time} {other}{count}",
        limit=limit_text(weak.block, weak.at),
        size=size,
        where=_under(weak),
        requirement=strong.block.requirement,
        time=format_time(strong.seconds),
        other=_under(strong),
        count=count,
    )
    path: Path = ("requirements", name, "limit")
    return Finding("void", path, text)


def _under(cell: Bounded) -> str:
    block = cell.block
    return (
        block.condition
        if block.skew == 1.0
        else phrase("{condition} at a skew of {skew:g}", condition=block.condition, skew=block.skew)
    )
