"""The estimate of one operation: its two ends, what lies between them, and what it costs in a training step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from estimator.cost.entries.catalogue import find
from estimator.cost.key import Key
from estimator.cost.rows import ON_PATHS
from estimator.cost.semantics import busbw_factor
from estimator.estimate.assume.setting import Setting, Work, seconds_of
from estimator.estimate.bound import bound_of, loaded_cut
from estimator.estimate.case import Case
from estimator.estimate.ends import end_of
from estimator.estimate.groups.subject import subject_of
from estimator.estimate.result import Elsewhere, End, Interval, OperationEstimate, PlaceTime, bandwidths
from estimator.estimate.steps.step import Timed, step_cost
from estimator.estimate.waterfall import waterfall
from estimator.spec.kept import kept
from estimator.spec.same import Same
from estimator.spec.source import Basis

WIDE = 2.5
"""An interval wider than this names its widest factor (design rule 6)."""


def estimate_operation(case: Case) -> OperationEstimate:
    """Everything the document says of one operation; times [s] of all its calls together."""
    return _estimated(Same(case))


@kept
def _estimated(same: Same[Case]) -> OperationEstimate:
    case = same.value
    operation, subject, work = case.operation, case.subject, case.work
    low, high = end_of(work, case.low), end_of(work, case.high)
    steps = waterfall(work, case.low, case.high, (low, high), case.name)
    time = Interval(low.total_s, high.total_s)
    algbw, busbw = bandwidths(case.size.n, time, busbw_factor(operation.collective, subject.shape.ranks))
    return OperationEstimate(
        id=case.name,
        collective=operation.collective,
        algorithm=subject.algorithm,
        group=operation.group,
        shape=subject.shape,
        placed=subject.placed.group,
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
        busbw=busbw,
        n_star=_n_star(work, case.low, case.high),
        rivals=_rivals(case),
        waterfall=steps,
        basis_shares=_basis_shares(high),
        widest=max(steps, key=lambda step: step.seconds) if steps and time.width > WIDE else None,
        step=step_cost(case.in_step, Timed(time, steps) if case.in_step is case else None),
        elsewhere=Elsewhere(case.peak.stage, step_cost(case.on(case.peak))) if case.peak is not None else None,
        places=_places(case),
    )


def _places(case: Case) -> tuple[PlaceTime, ...]:
    """The time on each class of places; none where all are alike."""
    classes = case.subject.classes
    if len(classes) == 1:
        return ()
    return tuple(PlaceTime(one.ranks, times_of(replace(case, subject=case.subject.at(one)))) for one in classes)


def _n_star(work: Work, low: Setting, high: Setting) -> dict[str, Interval]:
    """Alpha * B of each path the plan uses [byte], at both ends."""
    found: dict[str, Interval] = {}
    for key in low.values:
        if key.family in ON_PATHS and all(s.values.get(key) for s in (low, high)):
            ends = [s.values[Key("alpha", key.where)] / s.values[key] for s in (low, high)]
            found.setdefault(work.paths[key.where], Interval(*ends))
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
    return [rival_case(case, name) for name in case.operation.algorithm.also]


def rival_case(case: Case, name: str) -> Case:
    """The operation with another algorithm in place of its own; token copies that it cannot send go per expert.

    Raises SpecError with the reason why it cannot run.
    """
    operation, entry = case.operation, find(case.operation.collective, name)
    copies = operation.copies if entry is not None and operation.copies in entry.copies else None
    options, at = operation.algorithm.options, ("operations", case.name)
    subject = subject_of(case.spec, operation.collective, name, operation.group, copies, at=at, options=options)
    return replace(case, subject=subject)


def times_of(case: Case) -> Interval:
    """[optimistic, conservative] seconds of a case, without the split."""
    return Interval(seconds_of(case.work, case.low), seconds_of(case.work, case.high))
