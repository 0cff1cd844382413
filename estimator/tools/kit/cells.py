"""The cells of a plan: every cell of a requirement that can be run, and those that it is set against."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil
from typing import Literal, TypeGuard, cast

import numpy as np

from estimator.cost.collectives import MOVING
from estimator.estimate.case import size_of
from estimator.require.criterion import Block, Expanded
from estimator.require.inherited import Inherited, inherited
from estimator.require.place import Place
from estimator.require.workload import place_of
from estimator.spec.document import Spec
from estimator.spec.machine.launch import LaunchMode
from estimator.spec.requirements.kinds import WeightSync
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import Collective
from estimator.tools.kit.companions import load_beside
from estimator.tools.kit.places import KitPlaces, Members, Numbering
from estimator.tools.kit.plan import CellPlan, Procedure, Where, Work
from estimator.tools.kit.weights import pairs_of
from estimator.tools.kit.work import SEED, Elements, elements_of, matrix_of, redop_of, refusal_of

MOST_FOR_ALL_PAIRS = 8
"""Ranks of a group of which every two exchange messages; of a larger one the first with each, and neighbours."""


@dataclass(frozen=True, slots=True)
class PlannedCell:
    """A cell and the groups that it runs on."""

    cell: CellPlan
    where: Where


@dataclass(frozen=True, slots=True)
class JudgedBlock:
    """A block that is run, and which cells of the requirement each of its sizes judges."""

    block: Block
    judges: tuple[tuple[str, ...], ...]


def planned(numbering: Numbering, name: str, expanded: Expanded, launch: LaunchMode) -> Iterator[PlannedCell]:
    """The cells of one requirement. ``launch``: who starts calls where the test does not say."""
    spec = numbering.spec
    requirement = spec.requirements[name]
    if not isinstance(requirement, MeasurableRequirement):
        return
    for block in _timed(requirement, expanded):
        for target in _targets(spec, block):
            if _refusal(requirement, target.block) is None:
                yield from _Cells(numbering, requirement, expanded, target, launch).planned()


def refused(spec: Spec, name: str, expanded: Expanded) -> tuple[str, ...]:
    """Why some cells of a requirement are not planned: there is no such load."""
    requirement = spec.requirements[name]
    if not isinstance(requirement, MeasurableRequirement):
        return ()
    found = ((block, _refusal(requirement, block)) for block in _timed(requirement, expanded))
    return tuple(dict.fromkeys(f"{block.place.group}: {why}" for block, why in found if why is not None))


def _timed(requirement: MeasurableRequirement, expanded: Expanded) -> list[Block]:
    """The blocks that say where they run."""
    return [block for block in expanded.blocks if block.place.group or isinstance(requirement, WeightSync)]


def _refusal(requirement: MeasurableRequirement, block: Block) -> str | None:
    return refusal_of(matrix_of(block.collective, requirement, block.skew), block.place.ranks)


def _targets(spec: Spec, block: Block) -> Iterator[JudgedBlock]:
    """The block itself, size by size, and what its cells are set against."""
    keys = block.cell_keys()
    if block.curve:
        sizes = np.array(block.curve, dtype=np.float64)
        block = replace(block, sizes=sizes, own=np.zeros(len(sizes), np.bool_), curve=(), against=(), model=None)
        keys = keys * len(sizes)
    yield JudgedBlock(block, tuple((key,) for key in keys))
    other = _compared(spec, block)
    if other is not None:
        yield JudgedBlock(other, tuple((key,) for key in keys))
    before = [against.value if against.what == "size" else None for against in block.against]
    extra = [at for at, size in enumerate(before) if size is not None and size not in block.sizes]
    if extra:
        sizes = np.array([before[at] for at in extra], dtype=np.float64)
        yield JudgedBlock(replace(block, sizes=sizes, against=()), tuple((keys[at],) for at in extra))


def _compared(spec: Spec, block: Block) -> Block | None:
    """The same cells on what they are set against: another condition, number of groups at once, group, load."""
    against = block.measure.against
    if against is None:
        return None
    if against.what == "condition":
        return replace(block, condition=against.name)
    if against.what == "at_once" and against.value:
        return replace(block, place=place_of(spec, block.place.group, int(against.value), block.place.rank))
    if against.what == "group":
        return replace(block, place=place_of(spec, against.name))
    if against.what == "skew" and against.value:
        return replace(block, skew=against.value)
    return None


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of one block."""

    numbering: Numbering
    requirement: MeasurableRequirement
    expanded: Expanded
    target: JudgedBlock
    launch: LaunchMode

    @property
    def spec(self) -> Spec:
        """The spec."""
        return self.numbering.spec

    def planned(self) -> Iterator[PlannedCell]:
        block = self.target.block
        for key, size, judges, seconds in zip(
            block.cell_keys(), block.sizes.tolist(), self.target.judges, self._seconds(), strict=True
        ):
            for suffix, groups in self._groups():
                yield self._one(key + suffix, size, judges, seconds, groups)

    def _groups(self) -> Iterator[tuple[str, tuple[Members, ...]]]:
        """The groups of a cell; of messages the pairs, one after another."""
        place = self.target.block.place
        if self._shards(self.requirement):
            yield "", pairs_of(self.numbering.ranks, self.requirement)
            return
        groups = self._places(place).groups(place.at_once)
        if self.target.block.collective != "p2p" or place.ranks == 2:
            yield "", groups
            return
        for one, other in pairs(place.ranks):
            yield f"/pair={one}-{other}", tuple((members[one], members[other]) for members in groups)

    def _shards(self, requirement: MeasurableRequirement) -> TypeGuard[WeightSync]:
        """Whether every device gets its own shard of weights, in messages that no operation names."""
        return isinstance(requirement, WeightSync) and self.target.block.collective == "p2p"

    def _calls(self, size: float, ranks: int) -> int:
        """Calls of the operation that bring all weights; 1 of everything else."""
        operation = self._own.operation
        if self._shards(self.requirement) or not isinstance(self.requirement, WeightSync) or operation is None:
            return 1
        one = size_of(operation, ranks).n / operation.calls
        return max(ceil(size / one * (1.0 - 1e-12)), 1) if one else 1

    def _places(self, place: Place) -> KitPlaces:
        return KitPlaces(self.numbering, place.group, place.rank)

    def _one(
        self, key: str, size: float, judges: tuple[str, ...], seconds: tuple[float, float], groups: tuple[Members, ...]
    ) -> PlannedCell:
        block, requirement = self.target.block, self.requirement
        calls = self._calls(size, len(groups[0]))
        what = elements_of(block.collective, self._own.dtype, size / calls, len(groups[0]))
        work = self._work(what)
        cell = CellPlan(
            **{field: getattr(work, field) for field in Work.model_fields},
            id=key,
            requirement=block.requirement,
            judges=judges,
            measure=block.measure.name,
            algorithm=self._own.algorithm or "",
            place="",
            n=round(size),
            calls=calls,
            bytes=what.bytes * calls,
            condition=block.condition,
            load=load_beside(self.numbering, requirement, self.expanded, block, groups, work),
            way=self._way,
            procedure=self._procedure,
            seconds=seconds,
        )
        return PlannedCell(cell, self._where(groups))

    def _work(self, what: Elements) -> Work:
        block, requirement = self.target.block, self.requirement
        return Work(
            collective=cast(Collective, block.collective),
            dtype=what.dtype,
            carrier=what.carrier,
            redop=redop_of(block.collective, requirement, self.spec),
            elements=what.elements,
            matrix=matrix_of(block.collective, requirement, block.skew),
        )

    def _where(self, groups: tuple[Members, ...]) -> Where:
        place, requirement = self.target.block.place, self.requirement
        ranks = requirement.devices_per_instance if self._shards(requirement) else len(groups[0])
        return Where(group=place.group, path=self._path, groups=groups, ranks=ranks, at_once=place.at_once)

    @property
    def _own(self) -> Inherited:
        return inherited(self.requirement, self.spec)

    @property
    def _way(self) -> Literal["there_and_back", "one_way", "shards", ""]:
        if self.target.block.collective != "p2p":
            return ""
        if self._shards(self.requirement):
            return "shards"
        return "one_way" if self.target.block.measure.name == "overlap" else "there_and_back"

    @property
    def _path(self) -> str:
        """The outermost path of the group; of weights without a group the one that the requirement names."""
        group = self.target.block.place.group
        if group:
            return self.spec.groups[group].levels[-1]
        return (self.requirement.path or "") if isinstance(self.requirement, WeightSync) else ""

    @property
    def _procedure(self) -> Procedure:
        test = self.requirement.test
        return Procedure(
            warmup=test.warmup, iterations=test.iterations,
            duration=float(test.duration or 0.0), repeats=test.repeats, placement=test.placement,
            in_place=test.in_place, check=test.check and self.target.block.collective in MOVING, buffer=test.buffer,
            launch=test.launch or self.launch, seed=SEED,
        )  # fmt: skip

    def _seconds(self) -> list[tuple[float, float]]:
        """Time of all calls of each cell by the model [s]; 0 where it says nothing."""
        block, test = self.target.block, self.requirement.test
        if block.model is None or len(block.model.optimistic) != len(block.sizes):
            return [(0.0, 0.0)] * len(block.sizes)
        ways = 2 if block.collective == "p2p" else 3 if block.measure.name == "overlap" else 1
        least = float(test.duration or 0.0)

        def took(call: float) -> float:
            return float(f"{ways * test.repeats * (call * test.warmup + max(call * test.iterations, least)):.4g}")

        model = zip(block.model.optimistic.tolist(), block.model.conservative.tolist(), strict=True)
        return [(took(low), took(high)) for low, high in model]


def pairs(ranks: int) -> list[tuple[int, int]]:
    """Which ranks of a group exchange messages: every two, or of a large group the first with each, and neighbours."""
    if ranks <= MOST_FOR_ALL_PAIRS:
        return list(combinations(range(ranks), 2))
    return sorted({(0, other) for other in range(1, ranks)} | {(at, at + 1) for at in range(ranks - 1)})
