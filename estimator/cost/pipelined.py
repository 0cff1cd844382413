"""Two levels at once: a ring across the nodes while full meshes inside them hand on what has arrived."""

from __future__ import annotations

from estimator.cost.algorithm import needs_two_levels
from estimator.cost.options import NONE
from estimator.cost.plan import Phase, Plan, Stage
from estimator.cost.shape import Shape


def pipeline_mesh_all_gather(shape: Shape) -> Plan:
    r"""AllGather: a ring on every rail; what a round brought goes round the node's mesh during the next one.

    .. math:: T = (m-1)\max\left(\alpha_x + \tfrac{n}{p}\beta_x,\; \alpha_i + \tfrac{n}{p}\beta_{link}\right)
        + \alpha_i + \tfrac{n}{p}\beta_{link}

    n is the output per rank [byte]; several nodes of several ranks, else ValueError; beta inside is that of ONE link.
    (m-1)/m of n leave a node, the least possible. Two nodes of eight: n/16 across, 2/16 n on each link.
    Source: HCCL Pipeline.md.
    """
    return (_both(shape, reduces=False), _mesh(shape, reduces=False))


def pipeline_mesh_reduce_scatter(shape: Shape) -> Plan:
    r"""ReduceScatter: the AllGather backwards; the node's share of one block is reduced while another travels.

    .. math:: T = \alpha_i + \tfrac{n}{p}\beta_{link} + (m-1)\max\left(\alpha_x + \tfrac{n}{p}\beta_x,\;
        \alpha_i + \tfrac{n}{p}\beta_{link}\right) + \tfrac{p-1}{p}\,n\gamma

    n is the input per rank [byte]; shapes and links as for the AllGather. Source: ``pipeline_mesh_all_gather`` in the
    other direction.
    """
    return (_mesh(shape, reduces=True), _both(shape, reduces=True))


def pipeline_mesh_all_reduce(shape: Shape) -> Plan:
    """AllReduce: ReduceScatter, then AllGather, each pipelined.

    n is the tensor per rank [byte]; shapes and links as for the AllGather. Two nodes of eight: 4 rounds one after
    another, n/8 across. Source: HCCL Pipeline.md.
    """
    return pipeline_mesh_reduce_scatter(shape) + pipeline_mesh_all_gather(shape)


def _both(shape: Shape, reduces: bool) -> Phase:
    """The m - 1 rounds across, and as many on the meshes; one engine reduces what both bring."""
    reason = needs_two_levels(shape, NONE)
    if reason is not None:
        raise ValueError(reason)
    p, g, rounds = shape.ranks, shape.per_node, shape.nodes - 1
    volume = rounds / p
    reduced = rounds * g / p if reduces else 0.0
    return (
        Stage("inter", rounds, volume, reduced, egress=g * volume, messages=rounds, senders=g, on_rail=True),
        Stage("intra", rounds, volume, reduced, messages=rounds * (g - 1), port="link", senders=g),
    )


def _mesh(shape: Shape, reduces: bool) -> Phase:
    """The one round on the meshes that nothing hides."""
    p, g = shape.ranks, shape.per_node
    reduced = (g - 1) / p if reduces else 0.0
    return (Stage("intra", 1, 1 / p, reduced, messages=g - 1, port="link", senders=g),)
