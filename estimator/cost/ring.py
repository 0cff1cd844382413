"""Ring algorithms: every rank passes blocks to its neighbour."""

from __future__ import annotations

from estimator.cost.flat import Crossing, flat
from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


def ring_all_gather(shape: Shape) -> Plan:
    r"""Ring AllGather: p - 1 rounds, each passing one block of n/p to the neighbour.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the output per rank [byte], any p. One rank of a node talks to the next node, so (p-1)/p of n leave a node.
    Eight ranks, 1 MiB, 5 us, 100 GB/s: 35 us + 9.18 us = 44.18 us.
    Source: MPICH allgather_intra_ring.c; HCCL ring algorithm guide.
    """
    share = (shape.ranks - 1) / shape.ranks
    return flat(shape, shape.ranks - 1, share, Crossing(share, 1))


def ring_reduce_scatter(shape: Shape) -> Plan:
    r"""Ring ReduceScatter: the ring AllGather backwards, with a reduction in every round.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n(\beta + \gamma)

    n is the input per rank [byte], any p. Eight ranks, 1 MiB, 5 us, 100 GB/s, gamma 0: 44.18 us.
    Source: HCCL ring algorithm guide.
    """
    share = (shape.ranks - 1) / shape.ranks
    return flat(shape, shape.ranks - 1, share, Crossing(share, 1), reduced=share)


def ring_all_reduce(shape: Shape) -> Plan:
    r"""Ring AllReduce: a ring ReduceScatter, then a ring AllGather.

    .. math:: T = 2(p-1)\,\alpha + 2\,\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the tensor each rank holds [byte], any p. Eight ranks, 1 MiB, 5 us, 100 GB/s, gamma 0:
    14 * 5 us + 1.75 * 2**20 B / 1e11 B/s = 88.35 us. Source: HCCL ring algorithm guide; nccl-tests PERFORMANCE.md.
    """
    return ring_reduce_scatter(shape) + ring_all_gather(shape)


def ring_store_forward_all_to_all(shape: Shape) -> Plan:
    r"""All-to-All over neighbour links only: every block is forwarded until it arrives.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{2}\,n\beta

    n is the whole buffer per rank [byte], any p. Round k passes p - k blocks of n/p on. Eight ranks: 3.5 n.
    Source: ASTRA-sim Ring.cc sends the same p(p-1)/2 blocks.
    """
    forwarded = (shape.ranks - 1) / 2
    return flat(shape, shape.ranks - 1, forwarded, Crossing(forwarded, 1))
