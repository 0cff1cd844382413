"""Binomial trees and what is built on them: broadcast, reduce, scatter, gather."""

from __future__ import annotations

import numpy as np

from estimator.cost.placing.group import Group
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Messages
from estimator.cost.plan import Plan
from estimator.cost.schedules.bruck import bruck_all_gather, bruck_reversed_reduce_scatter, ceil_log2
from estimator.cost.schedules.ring import ring_all_gather, ring_reduce_scatter


def binomial_broadcast(group: Group) -> Plan:
    r"""Binomial tree broadcast from rank 0: in each round all that hold the message pass it on, furthest first.

    .. math:: T = \lceil\log_2 p\rceil\,(\alpha + n\beta)

    n is the message [byte], any p. Twelve ranks: 4 rounds, 4 n. Source: MPICH bcast_intra_binomial.c.
    """
    return place(group, _down(group.p, whole=True))


def binomial_reduce(group: Group) -> Plan:
    r"""Binomial tree reduce to rank 0: the broadcast backwards, with a reduction in every round.

    .. math:: T = \lceil\log_2 p\rceil\,(\alpha + n\beta + n\gamma)

    n is the message [byte], any p. Eight ranks: 3 rounds, 3 n sent and reduced on the critical path, though each
    rank sends once. Source: MPICH reduce_intra_binomial.c.
    """
    return place(group, _up(group.p, whole=True, reduces=True))


def binomial_scatter(group: Group) -> Plan:
    r"""Binomial tree scatter from rank 0: each hop hands on the blocks of a whole subtree.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the root's full buffer [byte], any p. Eight ranks: 4/8 + 2/8 + 1/8 = 7/8 n. Source: MPICH
    scatter_intra_binomial.c.
    """
    return place(group, _down(group.p, whole=False))


def binomial_gather(group: Group) -> Plan:
    r"""Binomial tree gather to rank 0: the scatter backwards.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the root's full buffer [byte], any p. Eight ranks: 7/8 n into the root. Source: MPICH
    gather_intra_binomial.c.
    """
    return place(group, _up(group.p, whole=False, reduces=False))


def scatter_ring_allgather_broadcast(group: Group, channels: int = 1) -> Plan:
    r"""Broadcast as a binomial scatter and a ring AllGather of the pieces, this on ``channels`` orders at once.

    .. math:: T = (\lceil\log_2 p\rceil + p - 1)\,\alpha + 2\tfrac{p-1}{p}\,n\beta

    n is the message [byte], any p. Eight ranks: 10 rounds, 1.75 n. Source: MPICH
    bcast_intra_scatter_ring_allgather.c.
    """
    return binomial_scatter(group) + ring_all_gather(group, channels)


def scatter_bruck_allgather_broadcast(group: Group) -> Plan:
    r"""Broadcast as a binomial scatter and a Bruck AllGather of the pieces.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha + 2\tfrac{p-1}{p}\,n\beta

    n is the message [byte], any p. Eight ranks: 6 rounds, 1.75 n. Source: HCCL NHR.md.
    """
    return binomial_scatter(group) + bruck_all_gather(group)


def binomial_reduce_bcast_all_reduce(group: Group) -> Plan:
    r"""AllReduce as a binomial reduce to rank 0 and a binomial broadcast from it, whole vectors, no pipeline.

    .. math:: T = 2\lceil\log_2 p\rceil\,(\alpha + n\beta) + \lceil\log_2 p\rceil\,n\gamma

    n is the tensor per rank [byte], any p. Eight ranks: 6 rounds, 6 n sent, 3 n reduced.
    Source: MPICH reduce_intra_binomial.c and bcast_intra_binomial.c.
    """
    return binomial_reduce(group) + binomial_broadcast(group)


def ring_reduce_scatter_gather_reduce(group: Group, channels: int = 1) -> Plan:
    r"""Reduce as a ring ReduceScatter and a binomial gather of the pieces: the broadcast's form backwards.

    .. math:: T = (\lceil\log_2 p\rceil + p - 1)\,\alpha + 2\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the message [byte], any p. Eight ranks: 10 rounds, 1.75 n sent, 0.875 n reduced. Source:
    ``scatter_ring_allgather_broadcast`` in the other direction.
    """
    return ring_reduce_scatter(group, channels) + binomial_gather(group)


def bruck_reduce_scatter_gather_reduce(group: Group) -> Plan:
    r"""Reduce as a reversed Bruck ReduceScatter and a binomial gather of the pieces.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha + 2\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the message [byte], any p, a commutative operator. Eight ranks: 6 rounds, 1.75 n. Source: MPICH
    reduce_intra_reduce_scatter_gather.c has the same terms for p = 2^k.
    """
    return bruck_reversed_reduce_scatter(group) + binomial_gather(group)


def _down(ranks: int, whole: bool) -> list[Messages]:
    """Rank r hangs below r minus its lowest set bit, with min(that bit, p - r) ranks; furthest first."""
    found = []
    for step in reversed(range(ceil_log2(ranks))):
        distance = 1 << step
        child = np.arange(distance, ranks, 2 * distance)
        size = np.ones(len(child)) if whole else np.minimum(distance, ranks - child) / ranks
        found.append(Messages(child - distance, child, size))
    return found


def _up(ranks: int, whole: bool, reduces: bool) -> list[Messages]:
    """The same backwards."""
    return [
        Messages(child, parent, size, size if reduces else 0.0) for parent, child, size, *_ in _down(ranks, whole)[::-1]
    ]
