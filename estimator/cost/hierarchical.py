"""Two-level algorithms: stages inside the nodes and stages between ranks of the same index on different nodes."""

from __future__ import annotations

from estimator.cost.plan import Plan, Stage, in_sequence
from estimator.cost.shape import Shape


def hierarchical_rs_ar_ag(shape: Shape) -> Plan:
    r"""AllReduce as ReduceScatter inside, ring AllReduce of n/g on g rails across, AllGather inside.

    .. math:: T = 2(g-1)\left(\alpha_i + \tfrac{n}{g}\beta_i\right) + 2(m-1)\left(\alpha_x + \tfrac{n}{gm}\beta_x\right)
        + \left(\tfrac{g-1}{g} + \tfrac{m-1}{gm}\right) n\gamma

    n is the tensor per rank [byte], any g and m. Two nodes of eight, the path across four times slower per rank:
    1.75 + 4 * 1/8 = 2.25 in units of n * beta_i. Source: lesson section 6; HCCL algorithm introduction.
    """
    g, m = shape.per_node, shape.nodes
    inside = (g - 1) / g
    return in_sequence(
        _inside(shape, inside, reduces=True),
        _across(shape, 2 * (m - 1), 2 * (m - 1) / (m * g), reduced=(m - 1) / (m * g)),
        _inside(shape, inside),
    )


def inter_first_all_gather(shape: Shape) -> Plan:
    r"""AllGather across the nodes first (own shard only), then inside.

    .. math:: T = (m-1)\left(\alpha_x + \tfrac{n}{p}\beta_x\right) + (g-1)\left(\alpha_i + \tfrac{n}{g}\beta_i\right)

    n is the output per rank [byte]. (m-1)/m of n leave a node, the least possible. Two nodes of eight: 1/16 n per
    rank across. Source: HCCL Pipeline.md; ASTRA-sim (reverses the dimensions for AllGather).
    """
    g, m, p = shape.per_node, shape.nodes, shape.ranks
    return in_sequence(_across(shape, m - 1, (m - 1) / p), _inside(shape, (g - 1) / g))


def intra_first_all_gather(shape: Shape) -> Plan:
    r"""AllGather inside the nodes first, then the whole node's share on every rail.

    .. math:: T = (g-1)\left(\alpha_i + \tfrac{n}{p}\beta_i\right) + (m-1)\left(\alpha_x + \tfrac{n}{m}\beta_x\right)

    n is the output per rank [byte]. g times the bytes of inter first cross. Two nodes of eight: n/2 per rank
    across. Source: HCCL hierarchical communication principle.
    """
    g, m, p = shape.per_node, shape.nodes, shape.ranks
    return in_sequence(_inside(shape, (g - 1) / p), _across(shape, m - 1, (m - 1) / m))


def intra_first_reduce_scatter(shape: Shape) -> Plan:
    r"""ReduceScatter inside the nodes first, then n/g on every rail.

    .. math:: T = (g-1)\left(\alpha_i + \tfrac{n}{g}(\beta_i+\gamma)\right)
        + (m-1)\left(\alpha_x + \tfrac{n}{p}(\beta_x+\gamma)\right)

    n is the input per rank [byte]. (m-1)/m of n leave a node, the least possible. Three nodes of four: 1/6 n per
    rank across. Source: ASTRA-sim; HCCL algorithm introduction.
    """
    g, m, p = shape.per_node, shape.nodes, shape.ranks
    return in_sequence(
        _inside(shape, (g - 1) / g, reduces=True), _across(shape, m - 1, (m - 1) / p, reduced=(m - 1) / p)
    )


def inter_first_reduce_scatter(shape: Shape) -> Plan:
    r"""ReduceScatter across the nodes first on whole tensors, then inside.

    .. math:: T = (m-1)\left(\alpha_x + \tfrac{n}{m}(\beta_x+\gamma)\right)
        + (g-1)\left(\alpha_i + \tfrac{n}{p}(\beta_i+\gamma)\right)

    n is the input per rank [byte]. g times the bytes of intra first cross. Three nodes of four: 2/3 n per rank
    across. Source: HCCL hierarchical communication principle.
    """
    g, m, p = shape.per_node, shape.nodes, shape.ranks
    return in_sequence(
        _across(shape, m - 1, (m - 1) / m, reduced=(m - 1) / m), _inside(shape, (g - 1) / p, reduces=True)
    )


def rail_all_to_all(shape: Shape) -> Plan:
    r"""All-to-All inside the nodes first, sorted by rail, then All-to-All on each rail.

    .. math:: T = (g-1)\left(\alpha_i + \tfrac{n}{g}\beta_i\right) + (m-1)\left(\alpha_x + \tfrac{n}{m}\beta_x\right)

    n is the whole buffer per rank [byte]. m - 1 messages across instead of p - g, the same bytes. Four nodes of
    four: 3 + 3 rounds, 3/4 n on each level. Source: lesson section 6; HCCL algorithm introduction.
    """
    g, m = shape.per_node, shape.nodes
    return in_sequence(_inside(shape, (g - 1) / g), _across(shape, m - 1, (m - 1) / m))


def rail_inter_first_all_to_all(shape: Shape) -> Plan:
    r"""All-to-All on each rail first, then inside the nodes: one copy of a token per node can be spread there.

    .. math:: T = (m-1)\left(\alpha_x + \tfrac{n}{m}\beta_x\right) + (g-1)\left(\alpha_i + \tfrac{n}{g}\beta_i\right)

    n is the whole buffer per rank [byte]. Four nodes of four: 3 + 3 rounds, 3/4 n on each level.
    Source: the stages of ``rail_all_to_all`` in the other order.
    """
    g, m = shape.per_node, shape.nodes
    return in_sequence(_across(shape, m - 1, (m - 1) / m), _inside(shape, (g - 1) / g))


def leader_all_to_all(shape: Shape) -> Plan:
    r"""All-to-All through one leader per node: gather, local exchange, leaders exchange, scatter.

    .. math:: T = 2(g-1)\left(\alpha_i + \tfrac{p-g}{p} n\beta_i\right)
        + (g-1)\left(\alpha_i + \tfrac{n}{p}\beta_i\right) + (m-1)\left(\alpha_x + \tfrac{g}{m} n\beta_x\right)

    n is the whole buffer per rank [byte]. m - 1 messages leave a node, one rank sends them all. Two nodes of eight:
    21 rounds inside, 1 across with 4 n. Source: message-level simulation.
    """
    g, m, p = shape.per_node, shape.nodes, shape.ranks
    remote = (g - 1) * (p - g) / p
    return in_sequence(
        Stage("intra", g - 1, remote, messages=min(1, g - 1), senders=1),
        Stage("intra", g - 1, (g - 1) / p, messages=g - 1, senders=g),
        Stage("inter", m - 1, (m - 1) * g / m, egress=g * (m - 1) / m, messages=m - 1, senders=1, on_rail=True),
        Stage("intra", g - 1, remote, messages=g - 1, senders=1),
    )


def _inside(shape: Shape, volume: float, reduces: bool = False) -> Stage:
    """Rounds inside every node at once."""
    g = shape.per_node
    return Stage("intra", g - 1, volume, reduced=volume if reduces else 0.0, messages=g - 1, senders=g)


def _across(shape: Shape, rounds: int, volume: float, reduced: float = 0.0) -> Stage:
    """Rounds between the ranks of the same index: g rails send ``volume`` each."""
    g = shape.per_node
    return Stage("inter", rounds, volume, reduced=reduced, egress=g * volume, messages=rounds, senders=g, on_rail=True)
