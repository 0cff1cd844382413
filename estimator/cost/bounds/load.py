"""Bytes that a collective must move through a declared cut, whatever the algorithm: units of any number of ranks.

Interface: ``cut_load("all_to_all", group, unit_ranks)``, ``matrix_load(matrix, group, unit_ranks)``; a unit is
``unit_ranks`` consecutive ranks of the machine: a unit of one level, or a multiple or a divisor of it (``{nodes: N}``,
``{ranks: N}``).
"""

from __future__ import annotations

import operator
from functools import lru_cache
from itertools import accumulate

import numpy as np

from estimator.cost import cuts
from estimator.cost.options import Matrix
from estimator.cost.placing.group import Group, Ranks, seats
from estimator.cost.schedules.send_matrix import crossed
from estimator.cost.shape import Shape


@lru_cache(maxsize=4096)
def cut_load(
    collective: str, group: Group, unit_ranks: int, in_network: bool = False, machine_ranks: int | None = None
) -> float:
    """D: bytes over the border of the busiest unit with all sibling groups, in units of n [1].

    Siblings count by the units of the outermost level that a unit holds whole; where groups lie evenly they follow one
    another over a machine of ``machine_ranks`` (None: of any size). EP64 on eight nodes of eight, All-to-All, units of
    8 ranks: 7 n. Units of 4 of the 8 ranks of one box: 4 * 4/8 = 2 n.
    """
    base = _base(group, unit_ranks)
    groups = group.crossing(base + 1) if base + 1 < len(group.levels) else 1
    width = _widths(group)[base] if base >= 0 else 1
    places = _machine_ranks(group)
    nodes, held = np.unique(places // width, return_counts=True)
    apart = set(np.diff(nodes).tolist()) or {1}
    if len(set(held.tolist())) == 1 and len(apart) == 1 and unit_ranks > width:
        shape, room = Shape(group.p, int(held[0])), None if machine_ranks is None else machine_ranks // width
        return cuts.cut_load(collective, shape, unit_ranks // width, groups, apart.pop(), in_network, room)
    parts = np.unique(places // unit_ranks, return_counts=True)[1].tolist()
    if len(set(parts)) == 1:
        return groups * cuts.equal_cut(collective, len(parts), parts[0], in_network)
    return cuts.uneven_load(collective, parts, groups, in_network)


def matrix_load(matrix: Matrix, group: Group, unit_ranks: int) -> float:
    """D: bytes that a send matrix moves through the busiest unit with all sibling groups, in units of n [1].

    Groups lie as in ``cut_load``; those that interleave in the first units are counted, so that no more is claimed than
    must move.
    """
    base = _base(group, unit_ranks)
    width = _widths(group)[base] if base >= 0 else 1
    nodes = _machine_ranks(group) // width
    apart, together = _apart(nodes), unit_ranks // width
    found = np.zeros(int(nodes.max() + apart) // together + 2)
    for offset in range(min(apart, together)):
        named, inside = np.unique((nodes + offset) // together, return_inverse=True)
        found[named] += crossed(matrix, inside.reshape(-1))
    return float(found.max()) * (group.crossing(base + 1) if base + 1 < len(group.levels) else 1)


def _apart(nodes: Ranks) -> int:
    """The equal distance between the nodes of a group; 1 where it differs."""
    steps = set(np.diff(np.unique(nodes)).tolist())
    return steps.pop() if len(steps) == 1 else 1


def _base(group: Group, unit_ranks: int) -> int:
    """The outermost level of which a unit holds whole units; -1: it holds ranks of an innermost one."""
    fitting = [level for level, width in enumerate(_widths(group)) if unit_ranks % width == 0]
    return fitting[-1] if fitting else -1


def _widths(group: Group) -> list[int]:
    """Ranks of the machine in one unit of each level."""
    there = (spec.units or used[-1] + 1 for spec, used in zip(group.levels, group.at, strict=True))
    return list(accumulate(there, operator.mul))


def _machine_ranks(group: Group) -> Ranks:
    """(p,) the number of each rank in the machine."""
    found: Ranks = seats(group, len(group.levels), group.at)[group.spots]
    return found
