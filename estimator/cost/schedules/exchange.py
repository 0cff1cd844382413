"""Direct exchanges: one message, or one partner after another."""

from __future__ import annotations

import numpy as np

from estimator.cost.placing.around import closes
from estimator.cost.placing.group import Group
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Exchange, Messages, Rotation
from estimator.cost.plan import Plan
from estimator.phrase import phrase


def direct_p2p(group: Group, sender: int | None = None, receiver: int | None = None) -> Plan:
    r"""One message from a rank to another rank of the group; where they are not named, the two furthest apart.

    .. math:: T = \alpha + n\beta

    n is the message [byte]; one rank has nobody to send to and takes no time. 1 MiB, 5 us, 50 GB/s:
    5 us + 20.97 us = 25.97 us. On a mesh and a ring it is one link's rate. Source: Hockney's model.
    """
    if group.p == 1:
        return ()
    first = 0 if sender is None else sender
    last = _furthest(group) if receiver is None else receiver
    return place(group, [Messages(np.array([first]), np.array([last]), 1.0)])


def pairwise_reduce_scatter(group: Group) -> Plan:
    r"""Pairwise ReduceScatter: in round k rank i sends the block of rank i + k to it.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n(\beta + \gamma)

    n is the input per rank [byte], any p. Over several nodes all g ranks of a node send across in a round, where a
    ring has one. Eight ranks: 7 rounds, 7/8 n. Source: MPICH reduce_scatter_block_intra_pairwise.c.
    """
    p = group.p
    return place(group, [Rotation(distance, 1 / p, 1 / p) for distance in range(1, p)])


def pairwise_all_to_all(group: Group) -> Plan:
    r"""Pairwise All-to-All, exact: the own block stays.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the whole buffer per rank [byte], any p. Eight ranks: 7 rounds, 7/8 n. Every round crosses the border of a
    unit. Source: MPICH alltoall_intra_pairwise.c; HCCL Pairwise.md.
    """
    p = group.p
    return place(group, [Rotation(distance, 1 / p) for distance in range(1, p)])


def pairwise_xor_all_to_all(group: Group) -> Plan:
    r"""Pairwise All-to-All by exclusive or: in round k rank i exchanges with i XOR k, so g - 1 rounds stay inside.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the whole buffer per rank [byte]; p and the units of every level powers of two, else ValueError. Sixteen
    ranks on four nodes: 3 rounds inside, 12 across, n/16 each. Source: MPICH alltoall_intra_pairwise.c.
    """
    p = group.p
    if not group.even or any(size & (size - 1) for size in group.shape):
        raise ValueError(phrase("pairwise XOR needs powers of two on every level, not {shape}", shape=group.shape))
    return place(group, [Exchange(distance, 1 / p) for distance in range(1, p)])


def _furthest(group: Group) -> int:
    """A rank at the far end of every level: half way round a closed ring, else the last one."""
    if not group.even:
        return group.p - 1
    spot = 0
    for level, size in enumerate(group.shape):
        half = group.levels[level].is_ring and closes(group, level)
        spot += group.widths[level] * (size // 2 if half else size - 1)
    return spot
