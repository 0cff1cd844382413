"""What an operation costs in a step, and what each assumption explains of the step's width."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from estimator.estimate.assume.setting import Setting
from estimator.estimate.assume.settings import optimistic_of
from estimator.estimate.case import Case
from estimator.estimate.ends import end_of
from estimator.estimate.result import Interval, OperationEstimate, Ranked, StepCost, WaterfallStep
from estimator.estimate.steps.overlap import overlap_of
from estimator.estimate.waterfall import waterfall
from estimator.spec.values.base import CONDITIONS, Condition

COMPUTING: tuple[Condition, ...] = ("with_compute",)


class Timed(NamedTuple):
    """T of all calls [s], and the steps between its ends."""

    time: Interval
    waterfall: tuple[WaterfallStep, ...]


def step_cost(case: Case, own: Timed | None = None) -> StepCost:
    """Count x T [s]; where part is hidden, T is under compute at both ends, so that exposed <= total.

    ``own``: the operation's own interval and waterfall where they are known, for one of which nothing is hidden. A step
    is never taken under a condition of one's own: it is the step that the machine has when all is well.
    """
    operation = case.operation
    count, calls = float(operation.per_step or 0.0), float(operation.calls)
    low, high = settings_in_step(case)
    time, steps = own if own and (low, high) == (case.low, case.high) else _timed(case, low, high)
    total = Interval(count * time.optimistic, count * time.conservative)
    overlap = overlap_of(operation)
    exposed = Interval(*overlap.exposed(time, calls, count))
    return StepCost(count, case.size.n, time, total, exposed, overlap, calls, steps, operation.step)


def _timed(case: Case, low: Setting, high: Setting) -> Timed:
    work = case.work_under(low, high)
    ends = end_of(work, low), end_of(work, high)
    return Timed(Interval(ends[0].total_s, ends[1].total_s), waterfall(work, low, high, ends, case.name))


def settings_in_step(case: Case) -> tuple[Setting, Setting]:
    """What both ends assume in a training step."""
    operation = case.operation
    if operation.hides and operation.per_step:
        low = optimistic_of(operation, case.subject, case.known, case.call_n, COMPUTING, case.name)
        return low, case.conservative_under(COMPUTING)
    return case.low, case.conservative_under(usual_conditions(case))


def usual_conditions(case: Case) -> tuple[Condition, ...]:
    """The operation's conditions without those of one's own; where no other is left, what these are like."""
    given = case.operation.condition
    usual = tuple(condition for condition in given if condition in CONDITIONS)
    return usual or tuple(dict.fromkeys(case.known.platform.lineage(condition)[-1] for condition in given))


def ranking(operations: Iterable[OperationEstimate]) -> tuple[Ranked, ...]:
    """What each assumption explains of the width of the step's exposed time; the seconds sum to that width.

    exposed = count * e(T), from the optimistic to the conservative end: first T along its waterfall at the optimistic
    overlap, each step in proportion, then the overlap at the conservative T. Where no operation is counted, each
    counts once.
    """
    explained: dict[str, float] = {}
    first: dict[str, WaterfallStep] = {}

    def add(step: WaterfallStep, amount: float) -> None:
        explained[step.assumption] = explained.get(step.assumption, 0.0) + amount
        first.setdefault(step.assumption, step)

    found = list(operations)
    once = not any(operation.step.count for operation in found)
    for operation in found:
        cost = operation.step
        low, high = (end / cost.calls for end in cost.time)
        exposed = 1.0 if once else cost.count * cost.overlap.optimistic.slope(low, high)
        for step in cost.waterfall if exposed else ():
            add(step, step.seconds * exposed)
        for factor, seconds in cost.overlap.parts(high):
            if hidden := cost.count * cost.calls * seconds:
                add(WaterfallStep(factor, operation.id, hidden, None), hidden)
    width = sum(explained.values())
    shares = {key: value / width if width else 0.0 for key, value in explained.items()}
    ranked = [Ranked(key, value, shares[key], first[key].origin) for key, value in explained.items()]
    return tuple(sorted(ranked, key=lambda item: -item.seconds))
