"""Hierarchical algorithms on any number of levels: one recursion, a step on every level that the group uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from estimator.cost.placing.alike import carried
from estimator.cost.placing.around import closes, furthest, neighbours, sharing
from estimator.cost.placing.group import Group
from estimator.cost.placing.rows import Resource, RowKind, rows_of
from estimator.cost.plan import Plan, Stage

Method = Literal["ring", "both", "direct"]
Order = Literal["inner_first", "outer_first"]
Moves = Literal["all_reduce", "reduce_scatter", "all_gather", "all_to_all"]


class LevelStep(NamedTuple):
    """What one level does: ``held`` of n before it (after it, of a gathering), cut into a block a unit."""

    level: int
    method: Method
    held: float
    reduces: bool = False
    exchanges: bool = False


def by_levels(
    group: Group,
    collective: Moves,
    order: Order = "inner_first",
    methods: Sequence[Method] = (),
    first: int = 0,
    part: float = 1.0,
) -> Plan:
    r"""One level after the other; an AllReduce reduces along the order and gathers back.

    .. math:: T = \sum_l (s_l-1)\,\alpha_l + \tfrac{s_l-1}{s_l}\,h_l\,n\beta_l

    s_l units on level l hold h_l of n: 1 / (units before it) when reducing or gathering, all of it in an All-to-All.
    ``methods`` a level (missing: ``default_methods``); ``first`` turns the order of the levels, ``part`` is the share
    of n. Four levels of (2, 8, 4, 2), AllReduce by rings: 1/2 + 7/16 + 3/64 + 1/128 of n on the four, twice.
    Source: HCCL algorithm introduction; ASTRA-sim dimensions; message-level simulation.
    """
    used = tuple(methods) or default_methods(group)
    levels = [*range(first, len(group.shape)), *range(first)]
    down = levels[::-1] if order == "outer_first" else levels
    sharing_order = down[::-1] if collective == "all_gather" else down
    held, share = {}, part
    for level in sharing_order:
        held[level] = share
        share /= 1 if collective == "all_to_all" else group.shape[level]

    def run(order_of: Sequence[int], reduces: bool = False) -> Plan:
        exchanges = collective == "all_to_all"
        steps = (LevelStep(level, used[level], held[level], reduces, exchanges) for level in order_of)
        return tuple(stage_of(group, step) for step in steps if group.shape[step.level] > 1)

    if collective == "all_reduce":
        return run(down, reduces=True) + run(down[::-1])
    return run(down, reduces=collective == "reduce_scatter")


def default_methods(group: Group, both_ways: bool = False) -> tuple[Method, ...]:
    """``direct`` on a mesh, ``ring`` elsewhere; ``both_ways``: half each way round on a ring."""
    found: list[Method] = []
    for spec in group.levels:
        found.append("direct" if spec.wiring == "mesh" else "both" if spec.is_ring and both_ways else "ring")
    return tuple(found)


def stage_of(group: Group, step: LevelStep) -> tuple[Stage, ...]:
    """What one step puts on its level and on those it passes through."""
    level, size = step.level, group.shape[step.level]
    direct = step.method == "direct" or (step.exchanges and group.levels[level].is_ring)
    volume = step.held * (size - 1) / size
    loads = carried(group, {level: volume})
    if group.levels[level].has_links:
        loads[Resource(level, "link")] = _on_link(group, step, direct)
    rounds = 1 if direct else size - 1
    sent = _sent(step, size, direct) // rounds
    posted = sent * group.widths[level] * group.crossing(level) if group.levels[level].metered else 0
    kind = RowKind(level, _hops(group, level, direct), sent, True, posted)
    once = rows_of(group, [kind], {resource: np.array([load / rounds]) for resource, load in loads.items()})
    reduced = volume if step.reduces else 0.0
    return tuple(stage.times(rounds)._replace(reduced=reduced) for stage in once)


def _sent(step: LevelStep, size: int, direct: bool) -> int:
    """Messages of one rank in all rounds."""
    return (size - 1) * (2 if step.method == "both" and not direct else 1)


def _hops(group: Group, level: int, direct: bool) -> tuple[tuple[int, int], ...]:
    """Links of a ring beyond the first that a message of one round passes."""
    if not (group.levels[level].hop and group.levels[level].is_ring):
        return ()
    links = furthest(group, level) if direct else neighbours(group, level)
    return ((level, links - 1),) if links > 1 else ()


def _on_link(group: Group, step: LevelStep, direct: bool) -> float:
    """Bytes on the busiest link, or to one peer, in all rounds [n]."""
    level, size = step.level, group.shape[step.level]
    block, ring = step.held / size, group.levels[level].is_ring
    if not ring:
        if direct:
            return block
        return block * (size - 1) / (2 if step.method == "both" and size > 2 else 1)
    if direct:
        pairs = (size * size - size % 2) / 8 if closes(group, level) else size // 2 * (size - size // 2)
        return block * pairs * sharing(group, level)
    halved = closes(group, level) and (step.method == "both" or size == 2)
    return block * (size - 1) / (2 if halved else 1) * sharing(group, level)
