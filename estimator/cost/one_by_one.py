"""Flat forms of the rooted collectives: the root deals with every other rank in turn."""

from __future__ import annotations

from estimator.cost.flat import Crossing, flat
from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


def flat_broadcast(shape: Shape) -> Plan:
    r"""The root sends the message to every other rank in turn.

    .. math:: T = (p-1)(\alpha + n\beta)

    n is the message [byte], any p. Five ranks: 4 rounds, 4 n. Source: HCCL ring algorithm guide.
    """
    return _in_turn(shape, 1.0)


def flat_reduce(shape: Shape) -> Plan:
    r"""The root receives the message of every other rank in turn and reduces it.

    .. math:: T = (p-1)(\alpha + n\beta + n\gamma)

    n is the message [byte], any p. Five ranks: 4 rounds, 4 n received and reduced. Source: ``flat_broadcast`` in the
    other direction.
    """
    return _in_turn(shape, 1.0, into_root=True, reduces=True)


def flat_scatter(shape: Shape) -> Plan:
    r"""The root sends every other rank its block in turn.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the root's full buffer [byte], any p. Eight ranks: 7 rounds, 7/8 n. Source: Open MPI
    coll_base_scatter.c, basic linear.
    """
    return _in_turn(shape, 1.0 / shape.ranks)


def flat_gather(shape: Shape) -> Plan:
    r"""The root receives the block of every other rank in turn.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the root's full buffer [byte], any p. Eight ranks: 7 rounds, 7/8 n. Source: Open MPI coll_base_gather.c,
    basic linear.
    """
    return _in_turn(shape, 1.0 / shape.ranks, into_root=True)


def _in_turn(shape: Shape, block: float, into_root: bool = False, reduces: bool = False) -> Plan:
    """``block`` of n between the root and each of the others; one rank of a node sends at a time.

    Which rank is the root is not said: on uneven nodes it sits on the emptiest.
    """
    others = shape.ranks - 1
    ((stage,),) = flat(
        shape,
        others,
        others * block,
        Crossing((shape.ranks - shape.fewest) * block, 1),
        reduced=others * block if reduces else 0.0,
        messages=min(1, others) if into_root else others,
    )
    return ((stage._replace(senders=1),),)
