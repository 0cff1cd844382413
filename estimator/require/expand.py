"""From requirements to criteria. A new kind is one model (spec), one expansion (named here), one sentence template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from estimator.errors import Problem
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.need import Needs
from estimator.phrase import linked, phrase
from estimator.require.blocks import Recipe, Scene, blocks_of
from estimator.require.criterion import Expanded
from estimator.require.kinds.capability import stated
from estimator.require.kinds.comparing import (
    concurrency_slowdown,
    cut_ratio,
    hierarchical_efficiency,
    no_fixed_length_all_to_all,
    scaling,
    skewed_all_to_all_v,
    tail_ratio,
)
from estimator.require.kinds.performance import (
    collective_time,
    half_bandwidth_size,
    large_message_bandwidth,
    latency_floor,
    no_dip_curve,
)
from estimator.require.kinds.training import compute_overlap, fit_quality, weight_sync, whole_step
from estimator.require.limits.freeze import frozen_of
from estimator.require.metrics import metric_of
from estimator.require.model import Models
from estimator.require.workload import Workload, workload_of
from estimator.spec.bearing import bearing
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import FitQuality, WeightSync
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.same import Keyed

Expansion: TypeAlias = Callable[[Scene, Workload, Any], Recipe]


class Kind(NamedTuple):
    """A kind of requirement: the metrics that mean something for it, its own first, and how it expands into a recipe.

    No recipe where the kind makes its blocks by itself.
    """

    metrics: tuple[str, ...]
    recipe: Expansion | None = None


REGISTERED: Mapping[str, Kind] = MappingProxyType(
    {
        "latency_floor": Kind(("time", "alpha"), latency_floor),
        "large_message_bandwidth": Kind(("busbw", "algbw"), large_message_bandwidth),
        "half_bandwidth_size": Kind(("size",), half_bandwidth_size),
        "no_dip_curve": Kind(("dip",), no_dip_curve),
        "collective_time": Kind(("time", "algbw", "busbw"), collective_time),
        "scaling": Kind(("efficiency",), scaling),
        "hierarchical_efficiency": Kind(("ratio",), hierarchical_efficiency),
        "cut_ratio": Kind(("ratio",), cut_ratio),
        "concurrency_slowdown": Kind(("slowdown",), concurrency_slowdown),
        "tail_ratio": Kind(("ratio",), tail_ratio),
        "skewed_all_to_all_v": Kind(("time", "algbw", "busbw", "ratio"), skewed_all_to_all_v),
        "no_fixed_length_all_to_all": Kind(("bytes",), no_fixed_length_all_to_all),
        "compute_overlap": Kind(("overlap",), compute_overlap),
        "fit_quality": Kind(("error",), fit_quality),
        "weight_sync": Kind(("time",)),
    }
)
"""Every kind that is measured, registered here and nowhere else in this room; the others are stated."""


def expand(spec: Spec, table: EstimateTable, frozen: Mapping[str, float] | None = None) -> dict[str, Expanded]:
    """Every requirement worked out, in the spec's order.

    ``frozen``: cell key -> limit in SI, in force in place of derived limits once the document is no draft; left out,
    those of the spec.
    """
    held = frozen_of(spec) if frozen is None else frozen
    return _all(Keyed((spec, table, held), (bearing(spec), table.rows, tuple(held.items()))))


@lru_cache(maxsize=2)
def _all(given: Keyed[tuple[Spec, EstimateTable, Mapping[str, float]]]) -> dict[str, Expanded]:
    spec, table, frozen = given.value
    scene = Scene(spec, table, Models(spec), Needs(spec, table), frozen)
    return {name: expand_one(name, requirement, scene) for name, requirement in spec.requirements.items()}


def expand_one(name: str, requirement: Requirement, scene: Scene) -> Expanded:
    """One requirement worked out; what cannot be is told in ``problems`` and leaves no cells."""
    if not isinstance(requirement, MeasurableRequirement):
        return stated(name, requirement)
    wrong = _wrong_metric(name, requirement)
    if wrong:
        return Expanded(name, requirement.kind, "performance", None, problems=wrong)
    if isinstance(requirement, WeightSync):
        blocks = tuple(weight_sync(scene, name, requirement))
        return Expanded(name, requirement.kind, "performance", blocks[0].measure, blocks)
    if isinstance(requirement, FitQuality) and not (requirement.operation or requirement.collective):
        return whole_step(name, requirement)
    work, problems = workload_of(name, requirement, scene.spec, scene.table)
    if work is None:
        return Expanded(name, requirement.kind, "performance", None, problems=problems)
    return _expanded(name, requirement, scene, work)


def _expanded(name: str, requirement: MeasurableRequirement, scene: Scene, work: Workload) -> Expanded:
    made = REGISTERED[requirement.kind].recipe
    if made is None:
        raise ValueError(phrase("{kind} makes its blocks by itself", kind=requirement.kind))
    recipe = made(scene, work, requirement)
    if not len(recipe.sizes):
        path = ("requirements", name, "sweep")
        problem = Problem(path, "no sizes", "write sweep: {sizes: 64 KiB .. 1 GiB}, or name an operation")
        return Expanded(name, requirement.kind, "performance", recipe.measure, problems=(problem,))
    before = set(scene.models.problems)
    blocks = tuple(blocks_of(scene, work, requirement, recipe))
    failed = tuple(problem for key, problem in scene.models.problems.items() if key not in before)
    problems = failed + tuple(recipe.problems)
    call = _own_call(requirement, scene.spec)
    return Expanded(name, requirement.kind, "performance", recipe.measure, blocks, problems=problems, call=call)


def _own_call(requirement: MeasurableRequirement, spec: Spec) -> tuple[str, str]:
    """Group and first condition of the operation that a requirement names."""
    operation = spec.operations.get(requirement.operation or "")
    return ("", "") if operation is None else (operation.group, operation.condition[0])


def _wrong_metric(name: str, requirement: MeasurableRequirement) -> tuple[Problem, ...]:
    allowed, name_ = REGISTERED[requirement.kind].metrics, metric_of(requirement).name
    if name_ in allowed:
        return ()
    what = phrase("{kind} is not about {name}", kind=requirement.kind, name=name_)
    return (
        Problem(
            ("requirements", name, "metric", "name"), what, phrase("write {allowed}", allowed=linked(" or ", allowed))
        ),
    )
