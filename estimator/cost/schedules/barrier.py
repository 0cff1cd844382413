"""Barriers: messages without bytes, so that only the start-ups of their rounds take time."""

from __future__ import annotations

import numpy as np

from estimator.cost.placing.group import Group
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Messages, Rotation
from estimator.cost.plan import Plan
from estimator.cost.schedules.bruck import ceil_log2


def dissemination_barrier(group: Group) -> Plan:
    r"""Dissemination barrier: in round k every rank i signals rank i + 2^k.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha

    Any p; no bytes move. Twelve ranks, 5 us: 4 rounds, 20 us. Source: Hensgen, Finkel and Manber, Two algorithms for
    barrier synchronization (1988); MPICH barrier_intra_dissemination.c.
    """
    return place(group, [Rotation(1 << step, 0.0) for step in range(ceil_log2(group.p))])


def tree_barrier(group: Group) -> Plan:
    r"""Tree barrier: signals up a binomial tree to one rank, then down again.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha

    Any p; no bytes move. Twelve ranks, 5 us: 8 rounds, 40 us. Source: Mellor-Crummey and Scott (1991), combining
    tree; the binomial Reduce and Broadcast without a message.
    """
    found = []
    for step in range(ceil_log2(group.p)):
        child = np.arange(1 << step, group.p, 2 << step)
        found.append(Messages(child, child - (1 << step), 0.0))
    down = [Messages(parent, child, 0.0) for child, parent, *_ in reversed(found)]
    return place(group, found) + place(group, down)
