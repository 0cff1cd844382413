"""One operation of the spec made ready to be timed: what is timed, how large, and what both ends assume."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import NamedTuple

from estimator.cost.semantics import canonical_bytes
from estimator.dtypes import element_width
from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.assume.setting import Setting, Work
from estimator.estimate.assume.settings import conservative_of, optimistic_of, rooted
from estimator.estimate.groups.levels import on_machine
from estimator.estimate.groups.subject import Subject, subject_of
from estimator.estimate.result import SizeNote
from estimator.spec.document import Spec
from estimator.spec.groups.ground import ground_of
from estimator.spec.kept import kept
from estimator.spec.same import Keyed, Same
from estimator.spec.values.base import Condition
from estimator.spec.workload import Operation


@dataclass(frozen=True, slots=True)
class StageUse:
    """What an operation moves in a training step on one pipeline stage, the first being 1.

    ``n``: size of all its calls together [byte]; ``count``: how often these run.
    """

    stage: int
    n: float
    count: float


@dataclass(frozen=True)
class Case:
    """One operation of the spec made ready: what is timed, and what both ends assume.

    ``spec``: of it, what the place of its group rests on.
    ``used``: what it moves on the stage that the step is told of; ``peak``: on the stage where more of it is exposed,
    if that is another one. None where all stages are alike.
    """

    spec: Spec
    name: str
    operation: Operation
    subject: Subject
    size: SizeNote
    known: Assumptions
    used: StageUse | None = None
    peak: StageUse | None = None

    def on(self, use: StageUse | None) -> Case:
        """The operation as a stage has it; itself where that is no different."""
        if use is None or (use.n, use.count) == (self.size.n, float(self.operation.per_step or 0.0)):
            return self
        size, operation = replace(self.size, n=use.n), self.operation.model_copy(update={"per_step": use.count})
        return replace(self, size=size, operation=operation, used=None, peak=None)

    @cached_property
    def in_step(self) -> Case:
        """The operation as the step has it."""
        return self.on(self.used)

    @property
    def call_n(self) -> float:
        """The mean size of one call [byte]."""
        return self.size.n / self.operation.calls

    @cached_property
    def low(self) -> Setting:
        """What the optimistic end assumes."""
        return optimistic_of(self.operation, self.subject, self.known, self.call_n, name=self.name)

    @cached_property
    def high(self) -> Setting:
        """What the conservative end assumes."""
        return self._conservative(self.operation.condition)

    def conservative_under(self, conditions: tuple[Condition, ...]) -> Setting:
        """What the conservative end assumes under other conditions than the operation's own."""
        return self.high if conditions == self.operation.condition else self._conservative(conditions)

    def _conservative(self, conditions: tuple[Condition, ...]) -> Setting:
        return conservative_of(self.name, self.operation, self.subject, self.known, self.call_n, conditions)

    @cached_property
    def work(self) -> Work:
        """The operation at its own size."""
        return self.work_under(self.low, self.high)

    def work_under(self, *settings: Setting) -> Work:
        """The operation at its own size, with every term that one of the settings states."""
        gaps = {level: gap for setting in settings for level, gap in setting.gaps.items()}
        with_root = frozenset[str]().union(*(rooted(setting) for setting in settings))
        return self.subject.work(self.size.n, float(self.operation.calls), gaps, with_root)

    def using(self, used: StageUse | None, peak: StageUse | None = None) -> Case:
        """The operation in a step whose stages differ."""
        return _used((Same(self), used, peak))


class _Asked(NamedTuple):
    """All that an operation which is ready depends on."""

    ground: Same[Spec]
    name: str
    operation: Same[Operation]
    known: Keyed[Assumptions]


def case_of(spec: Spec, name: str, known: Assumptions) -> Case:
    """Make an operation of the spec ready. Raises SpecError with the reasons why it cannot be estimated.

    The same object for two specs that differ in nothing that its time rests on.
    """
    operation = spec.operations[name]
    ground = ground_of(spec, operation.group)
    paths = on_machine(ground, operation.group).paths.values()
    return _ready(_Asked(Same(ground), name, Same(operation), Keyed(known, known.about(paths))))


@kept
def _ready(asked: _Asked) -> Case:
    spec, name, operation, known = asked.ground.value, asked.name, asked.operation.value, asked.known.value
    chosen, options, at = operation.algorithm.name, operation.algorithm.options, ("operations", name)
    subject = subject_of(spec, operation.collective, chosen, operation.group, operation.copies, at=at, options=options)
    return Case(spec, name, operation, subject, size_of(operation, subject.shape.ranks), known)


@kept
def _used(asked: tuple[Same[Case], StageUse | None, StageUse | None]) -> Case:
    same, used, peak = asked
    return replace(same.value, used=used, peak=peak)


def size_of(operation: Operation, ranks: int) -> SizeNote:
    """How n comes about from the tensor that the spec gives; sizes in byte."""
    tensor = operation.tensor
    total = float(tensor.size_bytes)
    elements = float(prod(tensor.shape)) if tensor.shape is not None else 0.0
    width = element_width(tensor.dtype) if tensor.dtype else 0.0
    scales = tensor.blocks.over(int(elements)) if tensor.blocks is not None else 0
    n = canonical_bytes(operation.collective, tensor.semantics, total, ranks)
    return SizeNote(elements, tensor.dtype or "", width, float(scales), total, tensor.semantics, n)
