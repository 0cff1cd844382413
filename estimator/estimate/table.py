"""The estimation table of a spec: every operation, the training step, and what to measure first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from estimator.errors import Problem, SpecError
from estimator.estimate.assumptions import Assumptions
from estimator.estimate.operation import Case, case_of, estimate_operation, step_waterfall
from estimator.estimate.result import EstimateTable, Interval, OperationEstimate, Ranked, Step
from estimator.spec.document import Spec


def cases_of(spec: Spec) -> dict[str, Case]:
    """Every operation made ready, with both settings. Raises SpecError with the problems of all operations at once."""
    known = Assumptions(spec.platform, spec.sources)
    found: dict[str, Case] = {}
    problems: dict[Problem, None] = {}
    for name in spec.operations:
        try:
            case = case_of(spec, name, known)
            _ = case.low, case.high
            found[name] = case
        except SpecError as error:
            problems |= dict.fromkeys(error.problems)
    if problems:
        raise SpecError(problems)
    return found


def estimate(spec: Spec) -> EstimateTable:
    """Fill the estimation table. Raises SpecError with the problems of all operations at once."""
    cases = cases_of(spec)
    operations = {name: estimate_operation(case) for name, case in cases.items()}
    exposed = _sum(operation.step.exposed for operation in operations.values())
    ranking = _ranking(cases, operations, exposed)
    return EstimateTable(operations, _sum(o.step.total for o in operations.values()), exposed, ranking)


def _sum(intervals: Iterable[Interval]) -> Interval:
    low = high = 0.0
    for interval in intervals:
        low, high = low + interval.optimistic, high + interval.conservative
    return Interval(low, high)


def _ranking(
    cases: Mapping[str, Case], operations: Mapping[str, OperationEstimate], exposed: Interval
) -> tuple[Ranked, ...]:
    """What each assumption explains of the width of the step's exposed time; the seconds sum to that width.

    exposed = (1 - o) * count * T, from the optimistic to the conservative end: first T along its waterfall at the
    optimistic overlap, then the overlap at the conservative T.
    """
    seconds: dict[str, float] = {}
    steps: dict[str, Step] = {}

    def add(step: Step, amount: float) -> None:
        seconds[step.assumption] = seconds.get(step.assumption, 0.0) + amount
        steps.setdefault(step.assumption, step)

    for name, operation in operations.items():
        cost = operation.step
        if not cost.count:
            continue
        for step in step_waterfall(cases[name]):
            add(step, step.seconds * cost.count * (1.0 - cost.overlap.optimistic))
        hidden = (cost.overlap.optimistic - cost.overlap.conservative) * cost.total.conservative
        if hidden:
            add(Step("overlap", name, hidden, None), hidden)
    width = exposed.conservative - exposed.optimistic
    ranked = [Ranked(key, value, value / width if width else 0.0, steps[key].origin) for key, value in seconds.items()]
    return tuple(sorted(ranked, key=lambda item: -item.seconds))
