"""Kinds about the training step: overlap with computation, quality of the fit, weights for the rollout."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, inf

import numpy as np

from estimator.errors import Problem
from estimator.estimate.steps.overlap import overlap_of
from estimator.layout.weights import WeightShards
from estimator.require.blocks import BlockDraft, Ends, Recipe, Scene, measure_of, model_of, with_frozen
from estimator.require.criterion import Against, Block, Criterion, Expanded
from estimator.require.kinds.performance import CURVE, NOT_OWN
from estimator.require.limits.limit import derived, finished, written
from estimator.require.modelled import Floats, Modelled
from estimator.require.place import Place
from estimator.require.spot import Spot
from estimator.require.workload import Workload, place_of, sizes_of, workload_of
from estimator.spec.machine.platform import Platform
from estimator.spec.requirements.kinds import ComputeOverlap, FitQuality, WeightSync
from estimator.spec.values.base import Condition


def compute_overlap(scene: Scene, work: Workload, requirement: ComputeOverlap) -> Recipe:
    """Share of the time hidden behind computation; the operation's own overlap is what is expected at its own n."""
    sizes, own = sizes_of(requirement, work)

    def expect(cell: BlockDraft) -> Ends | None:
        found = scene.spec.operations.get(work.operation or "")
        if found is None:
            return None
        unknown = np.full(len(sizes), np.nan)
        times = (unknown, unknown) if cell.model is None else (cell.model.optimistic, cell.model.conservative)
        low, high = (
            np.array([hiding.share(call) for call in seconds.tolist()])
            for hiding, seconds in zip(overlap_of(found), times, strict=True)
        )
        return np.where(own, low, np.nan), np.where(own, high, np.nan)

    conditions = requirement.sweep.conditions or ("with_compute",)
    measure = measure_of(requirement, Against("alone"))
    return Recipe(measure, sizes, own, conditions=conditions, expect=expect)


def fit_quality(scene: Scene, work: Workload, requirement: FitQuality) -> Recipe:
    """Error of the time that the fitted alpha and B predict: one cell, the sweep that they are fitted to."""
    sizes, _ = sizes_of(requirement, work)
    measure = measure_of(requirement, Against("fit", requirement.predicts))
    return Recipe(measure, CURVE, NOT_OWN, curve=tuple(sizes.tolist()), expect=lambda cell: None)


def whole_step(name: str, requirement: FitQuality) -> Expanded:
    """Fit quality of the whole step, no operation named: one cell, judged from every sweep and a trace."""
    limit, measure = requirement.limit, measure_of(requirement, Against("fit", requirement.predicts))
    literal = limit.bound.origin == "literal" and limit.bound.kind == "ratio"
    value = limit.bound.value if literal else None
    path = ("requirements", name, "limit")
    problems = () if literal else (Problem(path, "the estimate says nothing about this error", "write 10 %"),)
    cell = Criterion(
        key=f"{name}/step", requirement=name, collective="", place=None, condition="", skew=1.0, n=None, sizes=(),
        own_n=False, measure=measure, comparator="at_most" if limit.upper else "at_least", limit=value,
        effective=None if value is None else value * (1.0 + limit.tolerance), tolerance=float(limit.tolerance),
        how="stated", expected=None, estimate=None,
    )  # fmt: skip
    return Expanded(name, requirement.kind, "performance", measure, stated=(cell,), problems=problems)


def weight_sync(scene: Scene, name: str, requirement: WeightSync) -> Iterator[Block]:
    """Time until every rollout device holds its weights: as the operation it cites moves them, or each its own shard.

    A shard is W / devices through its path, a node's shards through its cut: 5.01 TB on 128 devices, 8 to a node,
    through a cut of 320 GB/s a node: 313 GB a node, 0.98 s. A broadcast of 1 TB in calls of 8 GB is 125 of them.
    """
    platform = scene.spec.platform
    shards = WeightShards(float(requirement.bytes), requirement.devices_per_instance, platform.ranks_per_node)
    operation = scene.spec.operations.get(requirement.operation or "")
    work = _moving(scene, name, requirement)
    if work is not None:
        place, size, collective = place_of(scene.spec, work.groups[0]), shards.weights, work.collective
    else:
        place = Place(operation.group if operation else "", shards.held, requirement.instances)
        size, collective = shards.shard, "p2p"
    sizes, own = np.array([size]), np.array([True])
    measure = measure_of(requirement)
    for condition in requirement.sweep.conditions or (work.conditions if work is not None else ("exclusive",)):
        model = (
            _sync_model(platform, requirement, condition, shards)
            if work is None
            else _in_calls(scene, work, condition, size)
        )
        expected = None if model is None else (model.optimistic, model.conservative)
        if requirement.limit.bound.origin == "literal":
            limits = written(requirement.limit, measure, sizes, own, True, name)
        else:
            limits = derived(requirement.limit, measure, sizes, model, expected, name)
            limits = finished(limits, requirement.limit, scene.spec.document.rounding)
        block = Block(
            requirement=name, collective=collective, place=place, condition=condition, skew=1.0, sizes=sizes, own=own,
            measure=measure, comparator="at_most" if requirement.limit.upper else "at_least",
            limits=limits.values,
            tolerance=float(requirement.limit.tolerance), how=limits.how, expected=expected, model=model,
        )  # fmt: skip
        yield with_frozen(block, scene)


def _moving(scene: Scene, name: str, requirement: WeightSync) -> Workload | None:
    """The operation that brings the weights, where it is one of a whole group; None where each shard goes by itself."""
    work, _ = workload_of(name, requirement, scene.spec, scene.table)
    return work if work is not None and work.operation is not None and work.collective != "p2p" else None


def _in_calls(scene: Scene, work: Workload, condition: Condition, size: float) -> Modelled | None:
    """All weights in as many calls, of the operation's own size at most, as they need, one after another."""
    calls = max(ceil(size / work.own_n * (1.0 - 1e-12)), 1) if work.own_n else 1
    one = model_of(scene, work, Spot(work.groups[0], condition, work.skews[-1]), np.array([size / calls]))
    if one is None:
        return None
    return Modelled(
        calls * one.optimistic, calls * one.conservative, calls * one.bound, calls * one.floor, one.busbw_factor
    )


def _sync_model(
    platform: Platform, requirement: WeightSync, condition: Condition, shards: WeightShards
) -> Modelled | None:
    """Start-up and transfer of all shards of a node at once, at both ends."""
    crossing = [name for name, path in platform.paths.items() if path.crosses_nodes]
    path = requirement.path if requirement.path in platform.paths else next(iter(crossing), None)
    found = platform.plain(path, condition) if path else None
    if found is None:
        return None
    crossed = platform.cuts.get(requirement.cut or "") or next(
        (c for c in platform.cuts.values() if c.boundary.single), None
    )
    planes = crossed.boundary.planes if crossed else 1
    through = [planes * end for end in crossed.under(platform.lineage(condition))[1].ends] if crossed else [inf, inf]
    launch = platform.launch.time.ends if platform.launch else (0.0, 0.0)
    rates = [end / (shards.held[0] if found.per == "node" else 1) for end in found.bandwidth.ends]
    moving = [shards.seconds(*both) for both in zip(rates, through, strict=True)]
    ends = [sum(parts) for parts in zip(launch, found.alpha.ends, moving, strict=True)]
    bound = shards.node_ingress / planes / crossed.exclusive.bandwidth.optimistic if crossed else 0.0
    return Modelled(_one(ends[0]), _one(ends[1]), _one(bound), _one(found.alpha.optimistic), 1.0)


def _one(value: float) -> Floats:
    return np.array([value], dtype=np.float64)
