"""Rings along the axes of a torus: the ring levels of a machine, or logical axes of ranks on any other one."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from estimator.cost.levels.by_levels import Method, Moves, Order, by_levels, default_methods
from estimator.cost.levels.overlap import overlapped
from estimator.cost.placing.group import Group
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Messages
from estimator.cost.plan import Plan
from estimator.phrase import linked, phrase

Dims = Sequence[int]


def torus_ring(
    group: Group,
    collective: Moves,
    dims: Dims = (),
    order: Order = "inner_first",
    methods: Sequence[Method] = (),
    both_ways: bool = False,
) -> Plan:
    r"""Rings along one axis after the other; an AllReduce reduces along the order and gathers back.

    .. math:: T = 2\sum_l (s_l-1)\,\alpha + 2\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the tensor per rank [byte]. The axes are the ring levels; ``dims`` with a product of p names logical axes, the
    first varying fastest, whose rounds take the levels that their messages cross. ``both_ways``: half each way round.
    One axis is busy at a time. 2 x 4: 8 rounds, 1.75 n. Source: ASTRA-sim's dimensions; message-level simulation.
    """
    return _part(group, collective, dims, order, methods, both_ways, 0, 1.0)


def torus_at_once(
    group: Group,
    collective: Moves,
    dims: Dims = (),
    order: Order = "inner_first",
    methods: Sequence[Method] = (),
    both_ways: bool = False,
) -> Plan:
    """The optimistic end: k parts of n/k, part j starts on axis j, so that all axes are busy at once.

    Start-ups of one part, then the busiest resource over everything. 16 x 16 x 16, AllReduce both ways: a third of
    2 * 4095/4096 n over the two links of each axis.
    """
    axes = len(dims) or len(group.used) or 1
    turns = range(len(dims)) if dims else group.used or (0,)
    parts = (_part(group, collective, dims, order, methods, both_ways, first, 1 / axes) for first in turns)
    return overlapped(list(parts))


def refuses_axes(group: Group, dims: Dims) -> str | None:
    """Why a torus of these axes does not hold the ranks."""
    if dims:
        named = "x".join(str(size) for size in dims)
        return (
            None
            if prod(dims) == group.p and min(dims) >= 1
            else phrase("{named} is not a torus of {p} ranks", named=named, p=group.p)
        )
    other = [group.levels[level].name for level in group.used if not group.levels[level].is_ring]
    return phrase("{other} is no ring: it needs dims, such as 4x8", other=linked(" and ", other)) if other else None


def _part(
    group: Group,
    collective: Moves,
    dims: Dims,
    order: Order,
    methods: Sequence[Method],
    both_ways: bool,
    first: int,
    part: float,
) -> Plan:
    """One part of n, its axes turned so that it starts on ``first``."""
    if not dims or _are_levels(group, dims):
        used = methods or default_methods(group, both_ways)
        return by_levels(group, collective, order, used, first if not dims else group.used[first], part)
    axes = [*range(first, len(dims)), *range(first)]
    down = axes[::-1] if order == "outer_first" else axes
    held, share = {}, part
    for axis in down[::-1] if collective == "all_gather" else down:
        held[axis] = share
        share /= 1 if collective == "all_to_all" else dims[axis]
    reduces = collective in ("all_reduce", "reduce_scatter")
    rounds = [_round(dims, axis, held[axis], reduces, collective == "all_to_all") for axis in down]
    back = [_round(dims, axis, held[axis], False, False) for axis in reversed(down)]
    found: Plan = sum((place(group, one) for one in rounds), ())
    return found + sum((place(group, one) for one in back), ()) if collective == "all_reduce" else found


def _are_levels(group: Group, dims: Dims) -> bool:
    """Whether the axes named are the ring levels of the group."""
    return tuple(dims) == tuple(group.shape[level] for level in group.used) and refuses_axes(group, ()) is None


def _round(dims: Dims, axis: int, held: float, reduces: bool, exchanges: bool) -> list[Messages]:
    """The rounds of one logical axis: every rank to the next on it, of an All-to-All to each of the others."""
    size, width = dims[axis], prod(dims[:axis])
    rank = np.arange(prod(dims))
    own, block = rank // width % size, held / size

    def ahead(by: int) -> Messages:
        return Messages(rank, rank + ((own + by) % size - own) * width, block, block if reduces else 0.0)

    if exchanges:
        return [ahead(by) for by in range(1, size)]
    return [ahead(1)._replace(repeat=size - 1)] if size > 1 else []
