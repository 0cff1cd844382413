"""Barriers: messages without bytes, so that only the start-ups of their rounds take time."""

from __future__ import annotations

from estimator.cost.bruck import ceil_log2
from estimator.cost.flat import Crossing, flat, rotation
from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


def dissemination_barrier(shape: Shape) -> Plan:
    r"""Dissemination barrier: in round k every rank i signals rank i + 2^k.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha

    Any p; no bytes move. Twelve ranks, 5 us: 4 rounds, 20 us. Source: Hensgen, Finkel and Manber, Two algorithms for
    barrier synchronization (1988); MPICH barrier_intra_dissemination.c.
    """
    rounds = ceil_log2(shape.ranks)
    senders = max((rotation(shape, 1 << step) for step in range(rounds)), default=1)
    return flat(shape, rounds, 0.0, Crossing(0.0, max(1, senders)))


def tree_barrier(shape: Shape) -> Plan:
    r"""Tree barrier: signals up a binomial tree to one rank, then down again.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha

    Any p; no bytes move. Twelve ranks, 5 us: 8 rounds, 40 us. Source: Mellor-Crummey and Scott (1991), combining
    tree; the binomial Reduce and Broadcast without a message.
    """
    return flat(shape, 2 * ceil_log2(shape.ranks), 0.0, Crossing(0.0, 1))
