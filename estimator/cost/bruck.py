"""Bruck's algorithms: ceil(log2 p) rotations by 1, 2, 4, ... for any p."""

from __future__ import annotations

from estimator.cost.flat import Crossing, flat, held_by_nodes, leaving
from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


def ceil_log2(ranks: int) -> int:
    """L = ceil(log2 p), exact: ``ceil_log2(9)`` is 4."""
    return (ranks - 1).bit_length()


def moved_blocks(ranks: int) -> int:
    """W = sum over k of the number of j < p whose bit k is set: blocks a rank sends in Bruck's All-to-All.

    For p = 2^k it is (p/2) log2 p; for six ranks 3 + 2 + 2 = 7.
    """
    return sum(_with_bit(ranks, step) for step in range(ceil_log2(ranks)))


def bruck_all_gather(shape: Shape) -> Plan:
    r"""Bruck AllGather: round k fetches min(2^k, p - 2^k) blocks from the rank 2^k ahead.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the output per rank [byte], any p. Twelve ranks: 4 rounds, 11/12 n.
    Source: MPICH allgather_intra_brucks.c; HCCL NB.md and NHR.md.
    """
    p = shape.ranks
    blocks = [min(1 << step, p - (1 << step)) for step in range(ceil_log2(p))]
    return flat(shape, len(blocks), (p - 1) / p, _crossing(shape, blocks))


def bruck_reversed_reduce_scatter(shape: Shape) -> Plan:
    r"""Reversed Bruck ReduceScatter: the AllGather backwards, for commutative operators.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{p-1}{p}\,n(\beta + \gamma)

    n is the input per rank [byte], any p. Twelve ranks: 4 rounds, 11/12 n sent and reduced.
    Source: HCCL NB.md and NHR.md.
    """
    ((stage,),) = bruck_all_gather(shape)
    return ((stage._replace(reduced=stage.volume),),)


def bruck_rs_ag_all_reduce(shape: Shape) -> Plan:
    r"""Reversed Bruck ReduceScatter, then Bruck AllGather.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha + 2\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the tensor per rank [byte], any p. Twelve ranks: 8 rounds, 11/6 n. Source: HCCL NB.md and NHR.md.
    """
    return bruck_reversed_reduce_scatter(shape) + bruck_all_gather(shape)


def bruck_all_to_all(shape: Shape) -> Plan:
    r"""Bruck All-to-All: round k sends every block whose index has bit k set to the rank 2^k ahead.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{W}{p}\,n\beta

    n is the whole buffer per rank [byte], any p; W as in ``moved_blocks``. Sixteen ranks: 4 rounds, 2 n.
    Source: MPICH alltoall_intra_brucks.c.
    """
    p = shape.ranks
    blocks = [_with_bit(p, step) for step in range(ceil_log2(p))]
    return flat(shape, len(blocks), sum(blocks) / p, _crossing(shape, blocks))


def _with_bit(ranks: int, step: int) -> int:
    """How many of 0 .. p-1 have bit ``step`` set."""
    period = 2 << step
    return ranks // period * (1 << step) + max(0, ranks % period - (1 << step))


def _crossing(shape: Shape, blocks: list[int]) -> Crossing:
    """Round k rotates ``blocks[k]`` blocks by 2^k: exact for packed ranks."""
    p = shape.ranks
    left = [[leaving(p, held, 1 << step) for step in range(len(blocks))] for held in held_by_nodes(shape)]
    egress = max(sum(ranks * count for ranks, count in zip(node, blocks, strict=True)) for node in left) / p
    return Crossing(egress, max(1, *(max(node, default=1) for node in left)))
