"""Full mesh: one link between every two ranks, all of them busy at once."""

from __future__ import annotations

from estimator.cost.flat import every_rank_to_every_node, flat
from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


def full_mesh_all_gather(shape: Shape) -> Plan:
    r"""Full-mesh AllGather: every rank sends its shard over all p - 1 links at once.

    .. math:: T = \alpha + \tfrac{1}{p}\,n\beta_{link}

    n is the output per rank [byte], any p; beta is that of ONE link. Eight ranks, 4 KiB, 2 us, 10 GB/s a link:
    2 us + 51.2 ns = 2.0512 us. Source: HCCL Mesh.md.
    """
    return _exchange(shape, reduces=False)


def full_mesh_reduce_scatter(shape: Shape) -> Plan:
    r"""Full-mesh ReduceScatter: every rank gets its block from all others at once, then reduces p - 1 of them.

    .. math:: T = \alpha + \tfrac{1}{p}\,n\beta_{link} + \tfrac{p-1}{p}\,n\gamma

    n is the input per rank [byte], any p. Eight ranks: n/8 on each link, 7/8 n reduced. Source: HCCL Mesh.md.
    """
    return _exchange(shape, reduces=True)


def full_mesh_all_reduce(shape: Shape) -> Plan:
    r"""Full-mesh AllReduce: ReduceScatter, then AllGather.

    .. math:: T = 2\alpha + \tfrac{2}{p}\,n\beta_{link} + \tfrac{p-1}{p}\,n\gamma

    n is the tensor per rank [byte], any p. Eight ranks: 2 rounds, n/4 on each link. Source: HCCL Mesh.md.
    """
    return full_mesh_reduce_scatter(shape) + full_mesh_all_gather(shape)


def full_mesh_all_to_all(shape: Shape) -> Plan:
    r"""Full-mesh All-to-All: every rank sends every block over its own link at once.

    .. math:: T = \alpha + \tfrac{1}{p}\,n\beta_{link}

    n is the whole buffer per rank [byte], any p. Eight ranks: 1 round, n/8 on each link. Source: HCCL Mesh.md.
    """
    return _exchange(shape, reduces=False)


def _exchange(shape: Shape, reduces: bool) -> Plan:
    """One block of n/p on each of a rank's links; nothing to do for a single rank."""
    others = shape.ranks - 1
    return flat(
        shape,
        min(1, others),
        min(1, others) / shape.ranks,
        every_rank_to_every_node(shape)._replace(senders=shape.per_node),
        reduced=others / shape.ranks if reduces else 0.0,
        messages=others,
        port="link",
    )
