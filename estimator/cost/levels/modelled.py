"""Named models: algorithms whose volume is exact and whose pace is a stated efficiency of the path."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

import numpy as np

from estimator.cost.levels.by_levels import LevelStep, default_methods, stage_of
from estimator.cost.placing.alike import beside, carried
from estimator.cost.placing.group import Group
from estimator.cost.placing.rows import Resource, RowKind, rows_of
from estimator.cost.plan import Phase, Plan
from estimator.cost.schedules.bruck import ceil_log2
from estimator.phrase import linked, phrase

TREE_EFFICIENCY = 0.92
"""Of a path's bandwidth under two trees, where none is stated. Source: NCCL's tuner, AllReduce by trees."""
SWITCH_EFFICIENCY = 0.85
"""Of a path's bandwidth into a switch that reduces, where none is stated. Source: NCCL's tuner, NVLS on Hopper."""

_SWITCHLESS = ("mesh", "ring")


def double_binary_tree_all_reduce(group: Group, channels: int = 1, efficiency: float = TREE_EFFICIENCY) -> Plan:
    r"""AllReduce up and down two binary trees over the outermost units and a chain inside them, pipelined.

    .. math:: T = \max\left(2\lceil\log_2 u\rceil\,\alpha_x + \tfrac{2\lceil R/U\rceil}{R\eta}\,n\beta_x,\;
        2(s-1)\,\alpha + \tfrac{2}{\eta}\,n\beta\right) + n\gamma

    A model: u units of U ranks, R channels of n/R each, s units on each inner level; the path runs at ``efficiency``
    eta in (0, 1]. n is the tensor per rank [byte], any p. Eight ranks on one switch, eta 1: 6 rounds, 2 n.
    Source: Sanders, Speck and Traeff, two-tree algorithms; NCCL's trees and tuner.
    """
    loads, rounds = {}, {}
    for level in group.used:
        size, outermost = group.most(level), level == group.top
        rounds[level] = 2 * ceil_log2(size) if outermost else 2 * (size - 1)
        share = ceil(channels / group.held(level)) / channels if outermost else 1.0
        loads[level] = _tree_loads(group, level, share)
    phase = [s for level, own in beside(loads).items() for s in _at_pace(group, level, rounds[level], own, efficiency)]
    return (tuple(stage._replace(reduced=1.0) for stage in phase),) if phase else ()


def refuses_rings(group: Group) -> str | None:
    """Why two trees do not run over the outermost units."""
    outermost = group.levels[group.top]
    if not outermost.is_ring:
        return None
    return phrase(
        "{level} is a ring, on which branches of a tree lie over one another; see torus_ring", level=outermost.name
    )


def refuses_no_switch(group: Group) -> str | None:
    """Why nothing can reduce or copy on the way."""
    bare = [group.levels[level].name for level in group.used if group.levels[level].wiring in _SWITCHLESS]
    return phrase("{bare} has no switch that could reduce or copy", bare=linked(" and ", bare)) if bare else None


def in_network_all_reduce(group: Group, efficiency: float = SWITCH_EFFICIENCY) -> Plan:
    r"""AllReduce in the switches: every rank sends its tensor up and receives the sum.

    .. math:: T = 2\,\alpha + \tfrac{1}{\eta}\,n\beta

    A model: one start-up up and one down, n at ``efficiency`` eta in (0, 1] on every level in use. n is the tensor per
    rank [byte], any p. Each of the g ranks of a node sends n out of it. Eight ranks, eta 1: 2 rounds, n.
    Source: NVIDIA SHARP and NVLS; NCCL's tuner.
    """
    return _in_network(group, 2, 1.0, efficiency)


def in_network_all_gather(group: Group, efficiency: float = SWITCH_EFFICIENCY) -> Plan:
    r"""AllGather by the switches: every rank sends its shard once, the switches copy it to all others.

    .. math:: T = \alpha + \tfrac{p-1}{p\,\eta}\,n\beta

    A model as ``in_network_all_reduce``; n is the output per rank [byte], any p. Eight ranks, eta 1: 7/8 n into each
    port. Source: NVIDIA NVLS multicast.
    """
    return _in_network(group, 1, (group.p - 1) / group.p, efficiency)


def in_network_reduce_scatter(group: Group, efficiency: float = SWITCH_EFFICIENCY) -> Plan:
    r"""ReduceScatter in the switches: every rank sends the blocks of all others, and receives its own reduced.

    .. math:: T = \alpha + \tfrac{p-1}{p\,\eta}\,n\beta

    A model as ``in_network_all_reduce``; n is the input per rank [byte], any p. Eight ranks, eta 1: 7/8 n out of each
    port. Source: NVIDIA SHARP and NVLS.
    """
    return _in_network(group, 1, (group.p - 1) / group.p, efficiency)


def hierarchical_in_network_all_reduce(group: Group, efficiency: float = SWITCH_EFFICIENCY) -> Plan:
    r"""AllReduce as ReduceScatter on the inner levels, switches that reduce on the outermost, AllGather back.

    .. math:: T = 2(g-1)\left(\alpha_i + \tfrac{n}{g}\beta_i\right) + 2\alpha_x + \tfrac{n}{g\eta}\beta_x
        + \tfrac{g-1}{g}\,n\gamma

    A model as ``in_network_all_reduce``; n is the tensor per rank [byte], several units on the outermost level. n
    leaves a node, the least possible when the network reduces. Source: NVIDIA SHARP behind a ReduceScatter in the node.
    """
    methods, held, up = default_methods(group), 1.0, []
    for level in group.used[:-1]:
        up.append(LevelStep(level, methods[level], held, reduces=True))
        held /= group.shape[level]
    top = _at_pace(group, group.top, 2, _switched_loads(group, group.top, held), efficiency)
    rising = tuple(stage_of(group, step) for step in up)
    falling = tuple(stage_of(group, step._replace(reduces=False)) for step in reversed(up))
    return (*rising, top, *falling) if group.p > 1 else ()


def refuses_efficiency(efficiency: float | None) -> str | None:
    """Why an efficiency cannot be."""
    if efficiency is None or 0.0 < efficiency <= 1.0:
        return None
    return phrase("an efficiency of {efficiency:g} is not above 0 and at most 1", efficiency=efficiency)


def _in_network(group: Group, rounds: int, volume: float, efficiency: float) -> Plan:
    """The same start-ups and bytes of every rank on every level in use, at once."""
    loads = beside({level: _switched_loads(group, level, volume) for level in group.used})
    phase = [stage for level, own in loads.items() for stage in _at_pace(group, level, rounds, own, efficiency)]
    return (tuple(phase),) if phase else ()


def _switched_loads(group: Group, level: int, volume: float) -> dict[Resource, float]:
    """What every rank sends to its switch and gets back; where a rate to one peer is stated, to all of them alike."""
    found = carried(group, {level: volume})
    if group.levels[level].has_links:
        peers = (group.most(level) - 1) * (1 if group.levels[level].wired else group.held(level))
        found[Resource(level, "link")] = volume / peers
    return found


def _tree_loads(group: Group, level: int, share: float) -> dict[Resource, float]:
    """Up and down through a rank of every unit: n leaves and enters each unit twice, ``share`` of it by one rank."""
    found = {}
    for resource, load in carried(group, {level: 2 * share}).items():
        all_groups = 1 if resource.kind == "volume" else group.crossing(resource.level)
        found[resource] = min(load, 2.0 * all_groups)
    if group.levels[level].has_links:
        found[Resource(level, "link")] = share
    return found


def _at_pace(group: Group, level: int, rounds: int, loads: Mapping[Resource, float], efficiency: float) -> Phase:
    """A stage on one level: a rank's ports and links reach a share of their rates, borders the whole of theirs."""
    paced = {
        resource: np.array([load / efficiency if resource.kind in ("volume", "link") else load])
        for resource, load in loads.items()
    }
    once = rows_of(group, [RowKind(level)], paced)
    posted = float(rounds * group.held(level) * group.crossing(level)) if group.levels[level].metered else 0.0
    return tuple(stage._replace(rounds=float(rounds), messages=float(rounds), posted=posted) for stage in once)
