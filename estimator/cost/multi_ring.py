"""Several rings at once over several nodes: each ring leaves a node by a rank, and a NIC, of its own."""

from __future__ import annotations

from estimator.cost.algorithm import needs_two_levels
from estimator.cost.options import Options
from estimator.cost.plan import Plan, Stage
from estimator.cost.shape import Shape


def multi_ring_all_gather(shape: Shape, rings: int | None = None) -> Plan:
    r"""AllGather on R rings at once, n/R on each.

    .. math:: T = (p-1)\max\left(\alpha_x + \tfrac{n}{pR}\beta_x,\;
        \alpha_i + \tfrac{R-\lfloor R/g\rfloor}{R}\tfrac{n}{p}\beta_i\right)

    n is the output per rank [byte]; R is ``rings``, g where left out, at most g; several nodes of several ranks, else
    ValueError. A NIC carries one ring; inside the node a rank sends for every ring but the one it takes out. Two
    nodes of eight, eight rings: 15/128 n across, 105/128 n inside. Source: NCCL's rings, one for each NIC.
    """
    return _pass(shape, rings, reduces=False)


def multi_ring_reduce_scatter(shape: Shape, rings: int | None = None) -> Plan:
    r"""ReduceScatter on R rings at once, n/R on each: the AllGather backwards, with (p-1)/p n reduced.

    .. math:: T = (p-1)\max\left(\alpha_x + \tfrac{n}{pR}\beta_x,\;
        \alpha_i + \tfrac{R-\lfloor R/g\rfloor}{R}\tfrac{n}{p}\beta_i\right) + \tfrac{p-1}{p}\,n\gamma

    n is the input per rank [byte]; R as in ``multi_ring_all_gather``. Source: NCCL's rings, one for each NIC.
    """
    return _pass(shape, rings, reduces=True)


def multi_ring_all_reduce(shape: Shape, rings: int | None = None) -> Plan:
    r"""AllReduce on R rings at once: ReduceScatter, then AllGather.

    n is the tensor per rank [byte]; R as in ``multi_ring_all_gather``. Two nodes of eight, eight rings, the path
    across four times slower: 2 max(15/128 * 4, 105/128) = 1.64 in units of n * beta_i, where one ring takes 7.5.
    Source: NCCL's rings, one for each NIC.
    """
    return multi_ring_reduce_scatter(shape, rings) + multi_ring_all_gather(shape, rings)


def refuses_rings(shape: Shape, options: Options) -> str | None:
    """Why so many rings cannot run over the group."""
    reason = needs_two_levels(shape, options)
    if reason is None and options.rings is not None and not 1 <= options.rings <= shape.per_node:
        most = shape.per_node
        return f"{options.rings} rings cannot leave a node by a rank each: the group has {most} ranks on a node"
    return reason


def _pass(shape: Shape, rings: int | None, reduces: bool) -> Plan:
    """The p - 1 rounds in which both paths work at once."""
    reason = refuses_rings(shape, Options(rings=rings))
    if reason is not None:
        raise ValueError(reason)
    p, g = shape.ranks, shape.per_node
    count = g if rings is None else rings
    share = (p - 1) / p
    reduced = share if reduces else 0.0
    inside = (count - count // g) / count * share
    return (
        (
            Stage("inter", p - 1, share / count, reduced, egress=share, messages=p - 1, senders=count, on_rail=True),
            Stage("intra", p - 1, inside, reduced, messages=(p - 1) * (count - count // g), senders=g),
        ),
    )
