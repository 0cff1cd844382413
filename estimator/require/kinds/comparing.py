"""Kinds that set a cell against another one or the model: scaling, slow-down, tail, skew, cut, hierarchy, padding."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from estimator.errors import Problem
from estimator.layout.skewed import Skewed
from estimator.phrase import phrase
from estimator.require.blocks import BlockDraft, Ends, Recipe, Scene, measure_of, over
from estimator.require.criterion import Against
from estimator.require.metrics import metric_of
from estimator.require.modelled import Floats
from estimator.require.workload import Workload, place_of, sizes_of
from estimator.spec.requirements.kinds import (
    ConcurrencySlowdown,
    CutRatio,
    HierarchicalEfficiency,
    NoFixedLengthAllToAll,
    Scaling,
    SkewedAllToAllV,
    TailRatio,
)


def scaling(scene: Scene, work: Workload, requirement: Scaling) -> Recipe:
    """Bus bandwidth of each group over that of the base group."""
    base = requirement.base_group
    sizes, own = sizes_of(requirement, work)

    def expect(cell: BlockDraft) -> Ends | None:
        small = cell.beside(group=base)
        if cell.model is None or small is None:
            return None
        factor = cell.model.busbw_factor / small.busbw_factor if small.busbw_factor else 0.0
        ends = [
            factor * small.optimistic / cell.model.optimistic,
            factor * small.conservative / cell.model.conservative,
        ]
        return np.maximum(*ends), np.minimum(*ends)

    groups = tuple(group for group in work.groups if group != base)
    measure = measure_of(requirement, Against("group", base))
    return Recipe(measure, sizes, own, groups=groups, expect=expect)


def concurrency_slowdown(scene: Scene, work: Workload, requirement: ConcurrencySlowdown) -> Recipe:
    """Time under a condition over the time under another, or of several groups of the kind at once over that of one.

    Groups at once: ``all`` unless a number is asked for. Of an operation's conditions the one compared with stays out.
    """
    sizes, own = sizes_of(requirement, work)
    against = requirement.against
    if against is not None:
        others = () if requirement.sweep.conditions else tuple(name for name in work.conditions if name != against)
        measure = measure_of(requirement, Against("condition", against))
        return Recipe(
            measure, sizes, own, conditions=others,
            expect=lambda cell: over(cell.model, cell.beside(condition=against)),
        )  # fmt: skip
    measure = measure_of(requirement, Against("at_once", value=1.0))
    return Recipe(measure, sizes, own, expect=lambda cell: over(cell.model, cell.beside(at_once=1)))


def tail_ratio(scene: Scene, work: Workload, requirement: TailRatio) -> Recipe:
    """A high percentile of the time over a low one, at every size. The model says nothing about tails."""
    sizes, own = sizes_of(requirement, work)
    measure = measure_of(requirement, Against("statistic", requirement.over))
    return Recipe(measure, sizes, own, expect=lambda cell: None)


def skewed_all_to_all_v(scene: Scene, work: Workload, requirement: SkewedAllToAllV) -> Recipe:
    """The time under each skew, or, as a ratio, that time over the time of the even load."""
    sizes, own = sizes_of(requirement, work)
    problems = list(_not_made(scene, work, requirement))
    if metric_of(requirement).name != "ratio":
        return Recipe(measure_of(requirement), sizes, own, problems=problems)
    uneven = tuple(skew for skew in work.skews if skew != 1.0)
    measure = measure_of(requirement, Against("skew", value=1.0))
    return Recipe(
        measure, sizes, own, skews=uneven, expect=lambda cell: over(cell.model, cell.beside(skew=1.0)),
        problems=problems,
    )  # fmt: skip


def _not_made(scene: Scene, work: Workload, requirement: SkewedAllToAllV) -> Iterator[Problem]:
    """The first skew of each group that the generator cannot make with so many peers left out."""
    for group in work.groups:
        ranks = place_of(scene.spec, group).ranks
        made = [Skewed(ranks, skew, requirement.seed, requirement.zero_peers) for skew in work.skews]
        for refusal in [one.refusal for one in made if one.refusal][:1]:
            path = ("requirements", work.requirement, "zero_peers")
            yield Problem(
                path, phrase("{name}: {why}", name=group, why=refusal), "write fewer zero_peers, or another skew"
            )


def cut_ratio(scene: Scene, work: Workload, requirement: CutRatio) -> Recipe:
    """The time over the time that the must-move bytes need on the cut alone: a named one, or the one that binds."""
    sizes, own = sizes_of(requirement, work)
    problems: list[Problem] = []

    def alone(cell: BlockDraft) -> Floats | None:
        if cell.model is None:
            return None
        if requirement.cut is None:
            return cell.model.bound
        found = _through(cell, requirement.cut)
        if found is not None and not found.any():
            what = phrase("nothing of {group} must pass {cut}", group=cell.place.group, cut=requirement.cut)
            problems.append(Problem(("requirements", work.requirement, "cut"), what, "name another cut, or remove cut"))
        return found

    def compare(cell: BlockDraft) -> tuple[Against, ...]:
        bounds = alone(cell)
        return tuple(
            Against("cut", requirement.cut or "", bound)
            for bound in ([0.0] * len(sizes) if bounds is None else bounds.tolist())
        )

    def expect(cell: BlockDraft) -> Ends | None:
        bounds = alone(cell)
        return None if bounds is None or not bounds.all() else over(cell.model, bounds)

    measure = measure_of(requirement, Against("cut", requirement.cut or ""))
    return Recipe(measure, sizes, own, compare=compare, expect=expect, problems=problems)


def _through(cell: BlockDraft, cut: str) -> Floats | None:
    """What the must-move bytes of a cell take through one cut alone (S,) [s], at its better exclusive end."""
    model = cell.timed
    if model is None:
        return None
    load = model.subject.least.get(cut, 0.0)
    found: Floats = cell.sizes * load / model.known.cut(cut, ("exclusive",), 0)[0]
    return found


def hierarchical_efficiency(scene: Scene, work: Workload, requirement: HierarchicalEfficiency) -> Recipe:
    """The time over the conservative time of the hierarchical plan: stages in sequence, the knee included."""
    sizes, own = sizes_of(requirement, work)

    def compare(cell: BlockDraft) -> tuple[Against, ...]:
        times = [0.0] * len(sizes) if cell.model is None else cell.model.conservative.tolist()
        return tuple(Against("model", work.algorithm, time) for time in times)

    def expect(cell: BlockDraft) -> Ends | None:
        return over(cell.model, None if cell.model is None else cell.model.conservative)

    measure = measure_of(requirement, Against("model", work.algorithm))
    return Recipe(measure, sizes, own, compare=compare, expect=expect)


def no_fixed_length_all_to_all(scene: Scene, work: Workload, requirement: NoFixedLengthAllToAll) -> Recipe:
    """Bytes on the wire over the bytes that must be sent, summed over the group: n * (p-1) of all ranks together."""
    sizes, own = sizes_of(requirement, work)

    def compare(cell: BlockDraft) -> tuple[Against, ...]:
        # Every rank keeps its own block of n/p: p ranks send n*(p-1)/p each.
        return tuple(Against("bytes", value=size * (cell.place.ranks - 1)) for size in sizes.tolist())

    measure = measure_of(requirement, Against("bytes"))
    return Recipe(measure, sizes, own, compare=compare, expect=lambda cell: None)
