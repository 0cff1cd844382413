"""The estimate of one operation: its two ends, what lies between them, and what it costs in a training step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from estimator.cost.semantics import busbw_factor, canonical_bytes
from estimator.dtypes import BYTES
from estimator.estimate.assumptions import Assumptions
from estimator.estimate.bound import bound_of, loaded_cut
from estimator.estimate.ends import end_of
from estimator.estimate.result import Basis, End, Interval, OperationEstimate, SizeNote, Step, StepCost
from estimator.estimate.setting import Setting, Work
from estimator.estimate.settings import conservative_of, optimistic_of, rate_limited, setting_of
from estimator.estimate.subject import Subject, subject_of
from estimator.estimate.waterfall import waterfall
from estimator.spec.base import Condition
from estimator.spec.document import Spec
from estimator.spec.workload import Operation

WIDE = 2.5
"""An interval wider than this names its widest factor (design rule 6)."""
COMPUTING: tuple[Condition, ...] = ("with_compute",)


@dataclass(frozen=True)
class Case:
    """One operation of the spec made ready: what is timed, and what both ends assume."""

    spec: Spec
    name: str
    operation: Operation
    subject: Subject
    size: SizeNote
    known: Assumptions

    @property
    def call_n(self) -> float:
        """The mean size of one call [byte]."""
        return self.size.n / self.operation.calls

    @cached_property
    def low(self) -> Setting:
        """What the optimistic end assumes."""
        return optimistic_of(self.operation, self.subject, self.known, self.call_n)

    @cached_property
    def high(self) -> Setting:
        """What the conservative end assumes."""
        return self.conservative_under(self.operation.condition)

    def conservative_under(self, conditions: tuple[Condition, ...]) -> Setting:
        """What the conservative end assumes under other conditions than the operation's own."""
        return conservative_of(self.name, self.operation, self.subject, self.known, self.call_n, conditions)

    @cached_property
    def work(self) -> Work:
        """The operation at its own size."""
        limited = rate_limited(self.low) | rate_limited(self.high)
        return self.subject.work(self.size.n, float(self.operation.calls), limited)


def case_of(spec: Spec, name: str, known: Assumptions) -> Case:
    """Make an operation of the spec ready. Raises SpecError with the reasons why it cannot be estimated."""
    operation = spec.operations[name]
    chosen = operation.algorithm.name
    subject = subject_of(spec, operation.collective, chosen, operation.group, operation.copies, at=("operations", name))
    return Case(spec, name, operation, subject, size_of(operation, subject.shape.ranks), known)


def size_of(operation: Operation, ranks: int) -> SizeNote:
    """How n comes about from the tensor that the spec gives; sizes in byte."""
    tensor = operation.tensor
    total = float(tensor.size_bytes)
    elements, scales = 0.0, 0.0
    width = float(BYTES[tensor.dtype]) if tensor.dtype else 0.0
    if tensor.shape is not None:
        elements = 1.0
        for extent in tensor.shape:
            elements *= extent
        scales = total - elements * width
    n = canonical_bytes(operation.collective, tensor.semantics, total, ranks)
    return SizeNote(elements, tensor.dtype or "", width, scales, total, tensor.semantics, n)


def estimate_operation(case: Case) -> OperationEstimate:
    """Everything the document says of one operation; times [s] of all its calls together."""
    operation, subject, work = case.operation, case.subject, case.work
    low, high = end_of(work, case.low), end_of(work, case.high)
    balance = "padding" if operation.padding else "skew"
    steps = waterfall(work, case.low, case.high, case.name, balance)
    time = Interval(low.total_s, high.total_s)
    algbw = Interval(*(_rate(case.size.n, seconds) for seconds in time))
    factor = busbw_factor(operation.collective, subject.shape.ranks)
    return OperationEstimate(
        id=case.name,
        collective=operation.collective,
        algorithm=subject.algorithm,
        group=operation.group,
        shape=subject.shape,
        at_once=subject.at_once,
        paths=subject.paths,
        conditions=operation.condition,
        size=case.size,
        calls=float(operation.calls),
        optimistic=low,
        conservative=high,
        bound=bound_of(subject, case.known, case.size.n),
        loaded_cut_s=loaded_cut(subject, case.high, case.size.n),
        algbw=algbw,
        busbw=Interval(algbw.optimistic * factor, algbw.conservative * factor),
        n_star=_n_star(work, case.low, case.high),
        rivals=_rivals(case),
        waterfall=steps,
        basis_shares=_basis_shares(high),
        widest=max(steps, key=lambda step: step.seconds) if steps and time.width > WIDE else None,
        step=_step_cost(case, time),
    )


def _rate(n: float, seconds: float) -> float:
    return n / seconds if seconds > 0.0 else 0.0


def _n_star(work: Work, low: Setting, high: Setting) -> dict[str, Interval]:
    """Alpha * B of each path the plan uses [byte], at both ends."""
    found: dict[str, Interval] = {}
    for key in low.values:
        family, _, rest = key.partition(".")
        if family in ("beta", "link"):
            level = rest.partition("/")[0]
            ends = [s.values[f"alpha.{level}"] / s.values[key] for s in (low, high)]
            found.setdefault(work.paths[level], Interval(*ends))
    return found


def _basis_shares(end: End) -> dict[Basis, float]:
    shares: dict[Basis, float] = {}
    for key, seconds in end.parts.items():
        origin = end.origins.get(key)
        basis: Basis = origin.basis if origin else "assumed"
        shares[basis] = shares.get(basis, 0.0) + seconds / end.total_s
    return shares


def _rivals(case: Case) -> Mapping[str, Interval]:
    """The interval of each algorithm named in ``also``, at the operation's own inputs."""
    return {rival.subject.algorithm.name: times_of(rival) for rival in rival_cases(case)}


def rival_cases(case: Case) -> list[Case]:
    """The operation with each of the algorithms named in ``also`` in place of its own."""
    found = []
    for name in case.operation.algorithm.also:
        at = ("operations", case.name)
        subject = subject_of(case.spec, case.operation.collective, name, case.operation.group, None, at=at)
        found.append(replace(case, subject=subject))
    return found


def times_of(case: Case) -> Interval:
    """[optimistic, conservative] seconds of a case, without the split."""
    return Interval(end_of(case.work, case.low).total_s, end_of(case.work, case.high).total_s)


def step_settings(case: Case) -> tuple[Setting, Setting]:
    """The settings of a training step: under compute at both ends as soon as some of the operation is hidden."""
    if case.operation.overlap.optimistic <= 0.0:
        return case.low, case.high
    operation = case.operation
    node = operation.node_skew.optimistic if operation.node_skew else None
    low = setting_of(case.subject, case.known, COMPUTING, 0, case.call_n, operation.skew.optimistic, node)
    return low, case.conservative_under(COMPUTING)


def _step_cost(case: Case, time: Interval) -> StepCost:
    """Count x T; where part is hidden, T is under compute at both ends, so that exposed <= total."""
    overlap = Interval(*case.operation.overlap.ends)
    count = float(case.operation.per_step or 0.0)
    if overlap.optimistic > 0.0 and count:
        low, high = step_settings(case)
        time = Interval(end_of(case.work, low).total_s, end_of(case.work, high).total_s)
    total = Interval(count * time.optimistic, count * time.conservative)
    exposed = Interval((1.0 - overlap.optimistic) * total.optimistic, (1.0 - overlap.conservative) * total.conservative)
    return StepCost(count, total, exposed, overlap)


def step_waterfall(case: Case) -> tuple[Step, ...]:
    """The waterfall of the training step's settings; seconds of one execution."""
    low, high = step_settings(case)
    balance = "padding" if case.operation.padding else "skew"
    return waterfall(case.work, low, high, case.name, balance)
