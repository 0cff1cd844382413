"""Binomial trees and what is built on them: broadcast, reduce, scatter, gather."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from estimator.cost.bruck import bruck_all_gather, bruck_reversed_reduce_scatter, ceil_log2
from estimator.cost.flat import Messages, counted, flat
from estimator.cost.plan import Plan
from estimator.cost.ring import ring_all_gather, ring_reduce_scatter
from estimator.cost.shape import Shape


def binomial_broadcast(shape: Shape) -> Plan:
    r"""Binomial tree broadcast from rank 0: in each round all that hold the message pass it on.

    .. math:: T = \lceil\log_2 p\rceil\,(\alpha + n\beta)

    n is the message [byte], any p. Twelve ranks: 4 rounds, 4 n. Source: MPICH bcast_intra_binomial.c.
    """
    steps = ceil_log2(shape.ranks)
    return _down(shape, steps, steps, whole=True)


def binomial_reduce(shape: Shape) -> Plan:
    r"""Binomial tree reduce to rank 0: the broadcast backwards, with a reduction in every round.

    .. math:: T = \lceil\log_2 p\rceil\,(\alpha + n\beta + n\gamma)

    n is the message [byte], any p. Eight ranks: 3 rounds, 3 n sent and reduced on the critical path, though each
    rank sends once. Source: MPICH reduce_intra_binomial.c.
    """
    steps = ceil_log2(shape.ranks)
    ((stage,),) = _down(shape, steps, steps, whole=True)
    return ((stage._replace(reduced=steps, messages=min(1, steps)),),)


def binomial_scatter(shape: Shape) -> Plan:
    r"""Binomial tree scatter from rank 0: each hop hands on the blocks of a whole subtree.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the root's full buffer [byte], any p. Eight ranks: 4/8 + 2/8 + 1/8 = 7/8 n. Source: MPICH
    scatter_intra_binomial.c.
    """
    return _down(shape, ceil_log2(shape.ranks), (shape.ranks - 1) / shape.ranks, whole=False)


def binomial_gather(shape: Shape) -> Plan:
    r"""Binomial tree gather to rank 0: the scatter backwards.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the root's full buffer [byte], any p. Eight ranks: 7/8 n into the root. Source: MPICH
    gather_intra_binomial.c.
    """
    ((stage,),) = binomial_scatter(shape)
    return ((stage._replace(messages=min(1.0, stage.messages)),),)


def scatter_ring_allgather_broadcast(shape: Shape) -> Plan:
    r"""Broadcast as a binomial scatter and a ring AllGather of the pieces.

    .. math:: T = (\lceil\log_2 p\rceil + p - 1)\,\alpha + 2\tfrac{p-1}{p}\,n\beta

    n is the message [byte], any p. Eight ranks: 10 rounds, 1.75 n. Source: MPICH
    bcast_intra_scatter_ring_allgather.c.
    """
    return binomial_scatter(shape) + ring_all_gather(shape)


def scatter_bruck_allgather_broadcast(shape: Shape) -> Plan:
    r"""Broadcast as a binomial scatter and a Bruck AllGather of the pieces.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha + 2\tfrac{p-1}{p}\,n\beta

    n is the message [byte], any p. Eight ranks: 6 rounds, 1.75 n. Source: HCCL NHR.md.
    """
    return binomial_scatter(shape) + bruck_all_gather(shape)


def binomial_reduce_bcast_all_reduce(shape: Shape) -> Plan:
    r"""AllReduce as a binomial reduce to rank 0 and a binomial broadcast from it, whole vectors, no pipeline.

    .. math:: T = 2\lceil\log_2 p\rceil\,(\alpha + n\beta) + \lceil\log_2 p\rceil\,n\gamma

    n is the tensor per rank [byte], any p. Eight ranks: 6 rounds, 6 n sent, 3 n reduced.
    Source: MPICH reduce_intra_binomial.c and bcast_intra_binomial.c.
    """
    return binomial_reduce(shape) + binomial_broadcast(shape)


def ring_reduce_scatter_gather_reduce(shape: Shape) -> Plan:
    r"""Reduce as a ring ReduceScatter and a binomial gather of the pieces: the broadcast's form backwards.

    .. math:: T = (\lceil\log_2 p\rceil + p - 1)\,\alpha + 2\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the message [byte], any p. Eight ranks: 10 rounds, 1.75 n sent, 0.875 n reduced. Source:
    ``scatter_ring_allgather_broadcast`` in the other direction.
    """
    return ring_reduce_scatter(shape) + binomial_gather(shape)


def bruck_reduce_scatter_gather_reduce(shape: Shape) -> Plan:
    r"""Reduce as a reversed Bruck ReduceScatter and a binomial gather of the pieces.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha + 2\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the message [byte], any p, a commutative operator. Eight ranks: 6 rounds, 1.75 n. Source: MPICH
    reduce_intra_reduce_scatter_gather.c has the same terms for p = 2^k.
    """
    return bruck_reversed_reduce_scatter(shape) + binomial_gather(shape)


def _down(shape: Shape, rounds: int, volume: float, whole: bool) -> Plan:
    """A tree run; inside one node at most half of the ranks send at once."""
    crossing = counted(shape, _edges(shape.ranks, whole))
    ((stage,),) = flat(shape, rounds, volume, crossing)
    # Edges of one node never cross in the same round twice: the senders are multiples of twice the distance.
    senders = max(1, shape.ranks // 2) if shape.nodes == 1 else 1
    return ((stage._replace(senders=senders),),)


def _edges(ranks: int, whole: bool) -> Iterator[Messages]:
    """All edges of the tree: rank r hangs below r minus its lowest set bit, with min(that bit, p - r) ranks."""
    child = np.arange(1, ranks)
    below = child & -child
    size = np.ones(ranks - 1) if whole else np.minimum(below, ranks - child) / ranks
    yield Messages(child - below, child, size)
