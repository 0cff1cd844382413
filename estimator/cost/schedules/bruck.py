"""Bruck's algorithms: ceil(log2 p) rotations by 1, 2, 4, ... for any p."""

from __future__ import annotations

from estimator.cost.placing.group import Group
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Rotation
from estimator.cost.plan import Plan


def ceil_log2(ranks: int) -> int:
    """L = ceil(log2 p), exact: ``ceil_log2(9)`` is 4."""
    return (ranks - 1).bit_length()


def bruck_all_gather(group: Group) -> Plan:
    r"""Bruck AllGather: round k fetches min(2^k, p - 2^k) blocks from the rank 2^k ahead.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the output per rank [byte], any p. Twelve ranks: 4 rounds, 11/12 n. Every round crosses the border of a unit.
    Source: MPICH allgather_intra_brucks.c; HCCL NB.md and NHR.md.
    """
    p = group.p
    return place(group, [Rotation(p - distance, blocks / p) for distance, blocks in _steps(p)])


def bruck_reversed_reduce_scatter(group: Group) -> Plan:
    r"""Reversed Bruck ReduceScatter: the AllGather backwards, for commutative operators.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{p-1}{p}\,n(\beta + \gamma)

    n is the input per rank [byte], any p. Twelve ranks: 4 rounds, 11/12 n sent and reduced.
    Source: HCCL NB.md and NHR.md.
    """
    p = group.p
    return place(group, [Rotation(distance, blocks / p, blocks / p) for distance, blocks in reversed(_steps(p))])


def bruck_rs_ag_all_reduce(group: Group) -> Plan:
    r"""Reversed Bruck ReduceScatter, then Bruck AllGather.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha + 2\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the tensor per rank [byte], any p. Twelve ranks: 8 rounds, 11/6 n. Source: HCCL NB.md and NHR.md.
    """
    return bruck_reversed_reduce_scatter(group) + bruck_all_gather(group)


def bruck_all_to_all(group: Group) -> Plan:
    r"""Bruck All-to-All: round k sends every block whose index has bit k set to the rank 2^k ahead.

    .. math:: T = \lceil\log_2 p\rceil\,\alpha + \tfrac{W}{p}\,n\beta

    n is the whole buffer per rank [byte], any p; W is the sum over k of the number of j < p whose bit k
    is set. Sixteen ranks: 4 rounds, 2 n.
    Source: MPICH alltoall_intra_brucks.c.
    """
    p = group.p
    return place(group, [Rotation(1 << step, _with_bit(p, step) / p) for step in range(ceil_log2(p))])


def _steps(ranks: int) -> list[tuple[int, int]]:
    """Distance and blocks of every round of a gathering."""
    return [(1 << step, min(1 << step, ranks - (1 << step))) for step in range(ceil_log2(ranks))]


def _with_bit(ranks: int, step: int) -> int:
    """How many of 0 .. p-1 have bit ``step`` set."""
    period = 2 << step
    return ranks // period * (1 << step) + max(0, ranks % period - (1 << step))
