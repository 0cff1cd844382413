"""What an operation costs in a training step, and what each assumption explains of the step's width."""

from __future__ import annotations

from collections.abc import Iterable

from estimator.estimate.case import Case
from estimator.estimate.ends import end_of
from estimator.estimate.result import Interval, OperationEstimate, Ranked, Step, StepCost
from estimator.estimate.settings import optimistic_of
from estimator.estimate.waterfall import waterfall
from estimator.spec.base import Condition

COMPUTING: tuple[Condition, ...] = ("with_compute",)


def step_cost(case: Case, time: Interval, steps: tuple[Step, ...]) -> StepCost:
    """Count x T [s]; where part is hidden, T is under compute at both ends, so that exposed <= total.

    ``time`` and ``steps`` are the operation's own interval and waterfall, used where nothing is hidden.
    """
    operation = case.operation
    overlap = Interval(*operation.overlap.ends)
    count = float(operation.per_step or 0.0)
    if overlap.optimistic > 0.0 and count:
        low = optimistic_of(operation, case.subject, case.known, case.call_n, COMPUTING, case.name)
        high = case.conservative_under(COMPUTING)
        work = case.work_under(low, high)
        ends = end_of(work, low), end_of(work, high)
        time = Interval(ends[0].total_s, ends[1].total_s)
        steps = waterfall(work, low, high, ends, case.name)
    total = Interval(count * time.optimistic, count * time.conservative)
    exposed = Interval((1.0 - overlap.optimistic) * total.optimistic, (1.0 - overlap.conservative) * total.conservative)
    return StepCost(count, total, exposed, overlap, steps)


def ranking(operations: Iterable[OperationEstimate]) -> tuple[Ranked, ...]:
    """What each assumption explains of the width of the step's exposed time; the seconds sum to that width.

    exposed = (1 - o) * count * T, from the optimistic to the conservative end: first T along its waterfall at the
    optimistic overlap, then the overlap at the conservative T. Where no operation is counted, each counts once.
    """
    seconds: dict[str, float] = {}
    first: dict[str, Step] = {}

    def add(step: Step, amount: float) -> None:
        seconds[step.assumption] = seconds.get(step.assumption, 0.0) + amount
        first.setdefault(step.assumption, step)

    found = list(operations)
    once = not any(operation.step.count for operation in found)
    for operation in found:
        cost = operation.step
        exposed = 1.0 if once else cost.count * (1.0 - cost.overlap.optimistic)
        for step in cost.waterfall if exposed else ():
            add(step, step.seconds * exposed)
        hidden = (cost.overlap.optimistic - cost.overlap.conservative) * cost.total.conservative
        if hidden:
            add(Step("overlap", operation.id, hidden, None), hidden)
    width = sum(seconds.values())
    ranked = [Ranked(key, value, value / width if width else 0.0, first[key].origin) for key, value in seconds.items()]
    return tuple(sorted(ranked, key=lambda item: -item.seconds))
