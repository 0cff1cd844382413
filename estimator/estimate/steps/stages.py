"""The pipeline stage whose step counts: the one that is exposed longest at the conservative end.

The step is that of one rank, so its operations are those of one stage. What is larger on another stage is kept apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from estimator.estimate.assume.setting import seconds_of
from estimator.estimate.case import Case, StageUse
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.overlap import overlap_of
from estimator.estimate.steps.step import settings_in_step
from estimator.spec.derived.steps import traffic_of
from estimator.spec.document import Spec
from estimator.spec.training.flow import Flow
from estimator.spec.training.step import largest


def staged(spec: Spec, cases: Mapping[str, Case]) -> dict[str, Case]:
    """The operations, each with what it moves on the stage whose step counts, and on the one where it moves most."""
    uses = uses_of(spec, cases)
    exposed = {name: _exposed(cases[name], found) for name, found in uses.items()}
    sums = [sum(each) for each in zip(*exposed.values(), strict=True)]
    chosen = sums.index(max(sums)) if sums else 0
    return dict(cases) | {
        name: cases[name].using(found[chosen], _peak(found, exposed[name], chosen)) for name, found in uses.items()
    }


def uses_of(spec: Spec, cases: Mapping[str, Case]) -> dict[str, list[StageUse]]:
    """What the operations of the model move on each of the stages that differ; nothing where all are alike."""
    traffic = traffic_of(spec)
    different = sorted({id(flows): stage for stage, flows in reversed(list(enumerate(traffic)))}.values())
    own = largest([traffic[stage] for stage in different])
    return {
        name: [_use(case, own[flow], stage, traffic[stage].get(flow)) for stage in different]
        for name, case in cases.items()
        if (flow := str(case.operation.from_model)) in own and len(different) > 1
    }


def as_in(table: EstimateTable, case: Case) -> Case:
    """An operation as the step of a table has it."""
    if not table.stage:
        return case
    cost = table.operations[case.name].step
    return case.using(StageUse(table.stage, cost.n, cost.count))


def _use(case: Case, own: Flow, stage: int, flow: Flow | None) -> StageUse:
    """What an operation moves on a stage; nothing where the stage does not have it.

    Its own size and count are those of the stage that moves most. What the author wrote in their place holds on every
    stage.
    """
    count = float(case.operation.per_step or 0.0)
    if flow is None:
        return StageUse(stage + 1, case.size.n, 0.0)
    n = float(flow.n) if case.size.n == own.n else case.size.n
    return StageUse(stage + 1, n, float(flow.per_step) if count == own.per_step else count)


def _peak(uses: Sequence[StageUse], exposed: Sequence[float], chosen: int) -> StageUse | None:
    """Where more of an operation is exposed than on the stage chosen."""
    most = max(exposed)
    return uses[exposed.index(most)] if most > exposed[chosen] else None


def _exposed(case: Case, uses: Sequence[StageUse]) -> list[float]:
    """Exposed seconds of a step at the conservative end, on each stage; each size is timed once."""
    calls, hiding = float(case.operation.calls), overlap_of(case.operation).conservative
    if len({(use.n, use.count) for use in uses}) == 1:
        return [0.0] * len(uses)  # the same on all stages decides nothing
    once = {n: calls * hiding.exposed(_seconds(case, n) / calls) for n in dict.fromkeys(use.n for use in uses)}
    return [use.count * once[use.n] for use in uses]


def _seconds(case: Case, n: float) -> float:
    sized = case if n == case.size.n else replace(case, size=replace(case.size, n=n))
    high = settings_in_step(sized)[1]
    return seconds_of(sized.work_under(high), high)
