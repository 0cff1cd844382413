"""Kinds about speed of one collective: latency floor, plateau, half-bandwidth size, no dip, time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from estimator.require.blocks import BlockDraft, Ends, Recipe, Scene, measure_of
from estimator.require.criterion import Against
from estimator.require.metrics import metric_of
from estimator.require.modelled import Floats
from estimator.require.workload import Workload, sizes_of
from estimator.spec.requirements.kinds import (
    CollectiveTime,
    HalfBandwidthSize,
    LargeMessageBandwidth,
    LatencyFloor,
    NoDipCurve,
)

CURVE: Floats = np.array([np.nan])
"""The sizes of a block with one cell that is a whole curve."""
NOT_OWN: NDArray[np.bool_] = np.array([False])


def latency_floor(scene: Scene, work: Workload, requirement: LatencyFloor) -> Recipe:
    """Time of the smallest messages, or the start-up time fitted over them. A written limit holds at every size."""
    if metric_of(requirement).name == "alpha":
        sizes = tuple(sizes_of(requirement, work, with_own=False)[0].tolist())
        return Recipe(measure_of(requirement), CURVE, NOT_OWN, curve=sizes, expect=lambda cell: _alpha(cell))
    sizes_, own = sizes_of(requirement, work)
    return Recipe(measure_of(requirement), sizes_, own, everywhere=True)


def _alpha(cell: BlockDraft) -> Ends | None:
    """Start-up time of the group's outermost path under the condition [s]."""
    spec = cell.scene.spec
    path = spec.groups[cell.place.group].levels[-1]
    found = spec.platform.plain(path, cell.spot.condition)
    return None if found is None else (np.array([found.alpha.optimistic]), np.array([found.alpha.conservative]))


def large_message_bandwidth(scene: Scene, work: Workload, requirement: LargeMessageBandwidth) -> Recipe:
    """Bus bandwidth at the largest sizes of the sweep, and at the operation's own n where that is as large.

    Where the limit says from which size on, or at which, it holds, these sizes are the large ones.
    """
    swept, _ = sizes_of(requirement, work, with_own=False)
    sizes, own = sizes_of(requirement, work)
    if not len(swept):
        return Recipe(measure_of(requirement), sizes, own, everywhere=True)
    start, at = requirement.limit.start, requirement.limit.at
    if start is not None:
        keep = sizes >= float(start)
    else:
        top = swept[-requirement.top_sizes :]
        keep = np.isin(sizes, top) | (own & (sizes >= top[0]))
        keep |= sizes == (-1.0 if at is None else float(at))
    return Recipe(measure_of(requirement), sizes[keep], own[keep], everywhere=True)


def half_bandwidth_size(scene: Scene, work: Workload, requirement: HalfBandwidthSize) -> Recipe:
    """The smallest size that reaches a share of the plateau: one cell, a whole curve."""
    sizes, _ = sizes_of(requirement, work)
    share = 0.5 if requirement.fraction is None else float(requirement.fraction)
    against = Against("plateau", value=share)
    return Recipe(
        measure_of(requirement, against), CURVE, NOT_OWN, curve=tuple(sizes.tolist()),
        expect=lambda cell: _reaching(cell, sizes, share),
    )  # fmt: skip


def _reaching(cell: BlockDraft, sizes: Floats, share: float) -> Ends | None:
    """The model's smallest size with ``share`` of the rate at the largest size of the sweep, the smaller end first."""
    if len(sizes) < 2:
        return None
    fine = np.geomspace(sizes[0], sizes[-1], 64 * (len(sizes) - 1) + 1)
    model = cell.beside(sizes=fine)
    if model is None:
        return None
    found = []
    for times in (model.optimistic, model.conservative):
        rate = fine / times
        found.append(float(fine[int(np.argmax(rate >= share * rate[-1]))]))
    return np.array([min(found)]), np.array([max(found)])


def no_dip_curve(scene: Scene, work: Workload, requirement: NoDipCurve) -> Recipe:
    """The loss of bus bandwidth against the size before it: a cell at every size but the first."""
    sizes, own = sizes_of(requirement, work)
    before = tuple(Against("size", value=size) for size in sizes[:-1].tolist())
    measure = replace(measure_of(requirement), against=Against("size"))
    return Recipe(measure, sizes[1:], own[1:], compare=lambda cell: before, expect=lambda cell: _rising(cell, sizes))


def _rising(cell: BlockDraft, sizes: Floats) -> Ends | None:
    """The model's own dip, 0 where its rate rises."""
    model = cell.beside(sizes=sizes)
    if model is None or len(sizes) < 2:
        return None
    low, high = (
        np.maximum(0.0, 1.0 - (sizes[1:] / times[1:]) / (sizes[:-1] / times[:-1]))
        for times in (model.optimistic, model.conservative)
    )
    return low, high


def collective_time(scene: Scene, work: Workload, requirement: CollectiveTime) -> Recipe:
    """Time or bandwidth at every size of the sweep."""
    sizes, own = sizes_of(requirement, work)
    return Recipe(measure_of(requirement), sizes, own)
