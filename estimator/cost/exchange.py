"""Direct exchanges: one message, or one partner after another."""

from __future__ import annotations

from estimator.cost.algorithm import power_of_two
from estimator.cost.flat import Crossing, every_rank_to_every_node, flat
from estimator.cost.plan import Plan, Stage, in_sequence
from estimator.cost.shape import Shape


def direct_p2p(shape: Shape) -> Plan:
    r"""One message from a rank to another rank of the group.

    .. math:: T = \alpha + n\beta

    n is the message [byte]; one rank has nobody to send to and takes no time. 1 MiB, 5 us, 50 GB/s:
    5 us + 20.97 us = 25.97 us. Source: Hockney's model.
    """
    once = min(1, shape.ranks - 1)
    ((stage,),) = flat(shape, once, once, Crossing(once, 1))
    return ((stage._replace(senders=1),),)


def pairwise_reduce_scatter(shape: Shape) -> Plan:
    r"""Pairwise ReduceScatter: in round k rank i sends the block of rank i + k to it.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n(\beta + \gamma)

    n is the input per rank [byte], any p. Over several nodes all g ranks of a node send across in a round, where a
    ring has one. Eight ranks: 7 rounds, 7/8 n. Source: MPICH reduce_scatter_block_intra_pairwise.c.
    """
    share = (shape.ranks - 1) / shape.ranks
    return flat(shape, shape.ranks - 1, share, every_rank_to_every_node(shape), reduced=share)


def pairwise_all_to_all(shape: Shape) -> Plan:
    r"""Pairwise All-to-All, exact: the own block stays.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the whole buffer per rank [byte], any p. Eight ranks: 7 rounds, 7/8 n.
    Source: MPICH alltoall_intra_pairwise.c; HCCL Pairwise.md.
    """
    return flat(shape, shape.ranks - 1, (shape.ranks - 1) / shape.ranks, every_rank_to_every_node(shape))


def pairwise_lesson_all_to_all(shape: Shape) -> Plan:
    r"""Pairwise All-to-All in the lesson's form, which counts the own block as sent.

    .. math:: T = (p-1)\,\alpha + n\beta

    n is the whole buffer per rank [byte], any p; p/(p-1) above the exact transfer, 14 % at eight ranks. What leaves
    a node is counted exactly. Source: lesson section 2; comment in MPICH alltoall_intra_pairwise.c.
    """
    return flat(shape, shape.ranks - 1, min(1, shape.ranks - 1), every_rank_to_every_node(shape))


def pairwise_xor_all_to_all(shape: Shape) -> Plan:
    r"""Pairwise All-to-All by exclusive or: in round k rank i exchanges with i XOR k, so g - 1 rounds stay inside.

    .. math:: T = (g-1)\left(\alpha_i + \tfrac{n}{p}\beta_i\right) + (p-g)\left(\alpha_x + \tfrac{n}{p}\beta_x\right)

    n is the whole buffer per rank [byte]; p and g powers of two, else ValueError. Sixteen ranks on four nodes:
    3 rounds inside, 12 across, n/16 each. Source: MPICH alltoall_intra_pairwise.c.
    """
    p, g = shape.ranks, shape.per_node
    if not (power_of_two(p) and power_of_two(g)):
        raise ValueError(f"pairwise XOR needs p and g to be powers of two, not {p} and {g}")
    crossing = every_rank_to_every_node(shape)
    return in_sequence(
        Stage("intra", g - 1, (g - 1) / p, messages=g - 1, senders=g),
        Stage("inter", p - g, (p - g) / p, egress=crossing.egress, messages=p - g, senders=g),
    )
