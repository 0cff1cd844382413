"""The estimation table of a spec: every operation, each step, and what to measure first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from estimator.errors import Problem, SpecError
from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.assume.order import order_problems
from estimator.estimate.case import Case, case_of
from estimator.estimate.operation import estimate_operation
from estimator.estimate.result import EstimateTable, Interval, OperationEstimate, StepSum
from estimator.estimate.steps.stages import staged
from estimator.estimate.steps.step import ranking
from estimator.spec.derived.steps import main_step, traffic_of
from estimator.spec.document import Spec
from estimator.spec.values.base import STEPS

NOTHING: Mapping[str, OperationEstimate] = MappingProxyType({})


def cases_of(spec: Spec) -> dict[str, Case]:
    """Every operation made ready, with both settings. Raises SpecError with the problems of all operations at once."""
    known = assumptions_of(spec)
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


def estimate(spec: Spec, kept: Mapping[str, OperationEstimate] = NOTHING) -> EstimateTable:
    """Fill the estimation table. Raises SpecError with the problems of all operations at once.

    ``kept``: operations that were estimated before from the same numbers; what a pipeline stage moves is not kept.
    """
    cases = cases_of(spec)
    operations = {
        name: kept[name] if name in kept and case.used is None and case.peak is None else estimate_operation(case)
        for name, case in cases.items()
    }
    used = [case.used.stage for case in cases.values() if case.used is not None]
    stage, stages = (used[0], len(traffic_of(spec))) if used else (0, 0)
    main = main_step(spec.operations.values())
    by_step = {step: [row for row in operations.values() if row.step.of == step] for step in (main, *STEPS)}
    sums = {step: _summed(rows) for step, rows in by_step.items()}
    counted = {step for step, rows in by_step.items() if any(row.step.count for row in rows)}
    return EstimateTable(
        operations=operations,
        total=sums[main].total,
        exposed=sums[main].exposed,
        ranking=ranking(by_step[main]),
        counted=main in counted,
        main=main,
        stage=stage,
        stages=stages,
        others={step: sums[step] for step in STEPS if step in counted - {main}},
    )


def _summed(rows: Sequence[OperationEstimate]) -> StepSum:
    return StepSum(_sum(row.step.total for row in rows), _sum(row.step.exposed for row in rows))


def _sum(intervals: Iterable[Interval]) -> Interval:
    low = high = 0.0
    for interval in intervals:
        low, high = low + interval.optimistic, high + interval.conservative
    return Interval(low, high)
