"""Named models: algorithms whose volume is exact and whose pace is a stated efficiency of the path."""

from __future__ import annotations

from estimator.cost.bruck import ceil_log2
from estimator.cost.flat import Crossing, flat
from estimator.cost.options import Options
from estimator.cost.plan import Plan, Stage, in_sequence
from estimator.cost.shape import Shape

TREE_EFFICIENCY = 0.92
"""Of a path's bandwidth under two trees, where none is stated. Source: NCCL's tuner, AllReduce by trees."""
SWITCH_EFFICIENCY = 0.85
"""Of a path's bandwidth into a switch that reduces, where none is stated. Source: NCCL's tuner, NVLS on Hopper."""

_ONE_NODE = "it needs several nodes, and the group is on one"


def double_binary_tree_all_reduce(shape: Shape, efficiency: float = TREE_EFFICIENCY) -> Plan:
    r"""AllReduce up and down two binary trees at once, each with half of the tensor, pipelined.

    .. math:: T = 2\lceil\log_2 p\rceil\,\alpha + \tfrac{2}{\eta}\,n\beta + n\gamma

    A model: every rank sends at most 2 n, and the path runs at ``efficiency`` eta in (0, 1], else ValueError. n is the
    tensor per rank [byte], any p. Eight ranks, eta 1: 6 rounds, 2 n. Source: Sanders, Speck and Traeff, two-tree
    algorithms; NCCL's trees and tuner.
    """
    _check(shape, efficiency)
    once = min(1, shape.ranks - 1)
    return flat(
        shape,
        2 * ceil_log2(shape.ranks),
        2 * once / efficiency,
        Crossing(2 * once, 1),
        reduced=once,
    )


def in_network_all_reduce(shape: Shape, efficiency: float = SWITCH_EFFICIENCY) -> Plan:
    r"""AllReduce in the switches: every rank sends its tensor up and receives the sum.

    .. math:: T = 2\,\alpha + \tfrac{1}{\eta}\,n\beta

    A model: one start-up up and one down, the path at ``efficiency`` eta in (0, 1], else ValueError. n is the tensor
    per rank [byte], any p. Over several nodes each of the g ranks sends n out of its node. Eight ranks, eta 1: 2
    rounds, n. Source: NVIDIA SHARP and NVLS; NCCL's tuner.
    """
    _check(shape, efficiency)
    once, g = min(1, shape.ranks - 1), shape.per_node
    return flat(shape, 2 * once, once / efficiency, Crossing(g * once, g), messages=once, on_rail=True)


def hierarchical_in_network_all_reduce(shape: Shape, efficiency: float = SWITCH_EFFICIENCY) -> Plan:
    r"""AllReduce as ReduceScatter inside, n/g on every rail through switches that reduce, AllGather inside.

    .. math:: T = 2(g-1)\left(\alpha_i + \tfrac{n}{g}\beta_i\right) + 2\alpha_x + \tfrac{n}{g\eta}\beta_x
        + \tfrac{g-1}{g}\,n\gamma

    A model as ``in_network_all_reduce``; n is the tensor per rank [byte], any g, m > 1, else ValueError. n leaves
    a node, the least possible when the network reduces. Source: NVIDIA SHARP behind a ReduceScatter in the node.
    """
    _check(shape, efficiency)
    if shape.nodes == 1:
        raise ValueError(_ONE_NODE)
    g = shape.per_node
    inside = Stage("intra", g - 1, (g - 1) / g, messages=g - 1, senders=g)
    return in_sequence(
        inside._replace(reduced=(g - 1) / g),
        Stage("inter", 2, 1 / (g * efficiency), egress=1, messages=1, senders=g, on_rail=True),
        inside,
    )


def refuses_efficiency(shape: Shape, options: Options) -> str | None:
    """Why an efficiency cannot be."""
    if options.efficiency is None or 0.0 < options.efficiency <= 1.0:
        return None
    return f"an efficiency of {options.efficiency:g} is not above 0 and at most 1"


def refuses_one_node(shape: Shape, options: Options) -> str | None:
    """Why a reduction between nodes cannot run on the group."""
    return _ONE_NODE if shape.nodes == 1 else refuses_efficiency(shape, options)


def _check(shape: Shape, efficiency: float) -> None:
    reason = refuses_efficiency(shape, Options(efficiency=efficiency))
    if reason is not None:
        raise ValueError(reason)
