"""The estimation table of a spec: every operation, the training step, and what to measure first."""

from __future__ import annotations

from collections.abc import Iterable

from estimator.errors import Problem, SpecError
from estimator.estimate.assumptions import Assumptions
from estimator.estimate.case import Case, case_of
from estimator.estimate.operation import estimate_operation
from estimator.estimate.order import order_problems
from estimator.estimate.result import EstimateTable, Interval
from estimator.estimate.stages import staged
from estimator.estimate.step import ranking
from estimator.spec.derive import traffic_of
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
    problems |= dict.fromkeys(order_problems(found.values()))
    if problems:
        raise SpecError(problems)
    return staged(spec, found)


def estimate(spec: Spec) -> EstimateTable:
    """Fill the estimation table. Raises SpecError with the problems of all operations at once."""
    cases = cases_of(spec)
    operations = {name: estimate_operation(case) for name, case in cases.items()}
    exposed = _sum(operation.step.exposed for operation in operations.values())
    total = _sum(operation.step.total for operation in operations.values())
    counted = any(operation.step.count for operation in operations.values())
    used = [case.used.stage for case in cases.values() if case.used is not None]
    stage, stages = (used[0], len(traffic_of(spec))) if used else (0, 0)
    return EstimateTable(operations, total, exposed, ranking(operations.values()), counted, stage, stages)


def _sum(intervals: Iterable[Interval]) -> Interval:
    low = high = 0.0
    for interval in intervals:
        low, high = low + interval.optimistic, high + interval.conservative
    return Interval(low, high)
