"""Pipelined chain: the message goes from rank to rank in segments, all links busy at once."""

from __future__ import annotations

from estimator.cost.flat import Crossing, flat
from estimator.cost.options import OPTIMAL, Options
from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


def chain_pipelined_broadcast(shape: Shape, segments: int) -> Plan:
    r"""Broadcast along a chain of ranks in k equal segments.

    .. math:: T = (p-2+k)\left(\alpha + \tfrac{n}{k}\beta\right)

    n is the message [byte], any p, k >= 1, else ValueError; the best k is near sqrt((p-2) n beta / alpha). Four
    ranks, one segment: 3 rounds, 3 n; thirteen ranks, 16 segments: 27 rounds, 27/16 n. Source: message-level
    simulation.
    """
    return _chain(shape, segments, reduces=False)


def chain_pipelined_reduce(shape: Shape, segments: int) -> Plan:
    r"""Reduce along a chain of ranks in k equal segments: the broadcast backwards, with a reduction at every hop.

    .. math:: T = (p-2+k)\left(\alpha + \tfrac{n}{k}(\beta + \gamma)\right)

    n is the message [byte], any p, k >= 1, else ValueError. Four ranks, two segments: 4 rounds, 2 n sent and reduced.
    Source: ``chain_pipelined_broadcast`` in the other direction.
    """
    return _chain(shape, segments, reduces=True)


def refuses_segments(shape: Shape, options: Options) -> str | None:
    """Why a message cannot be cut so."""
    if options.segments is None or options.segments == OPTIMAL or options.segments >= 1:
        return None
    return f"a message cannot be cut into {options.segments} segments"


def _chain(shape: Shape, segments: int, reduces: bool) -> Plan:
    """All of n crosses each border between two nodes once; on one node all ranks but the last send at once."""
    reason = refuses_segments(shape, Options(segments=segments))
    if reason is not None:
        raise ValueError(reason)
    p = shape.ranks
    rounds = p - 2 + segments if p > 1 else 0
    volume = rounds / segments
    reduced = volume if reduces else 0.0
    once = min(1, p - 1)
    ((stage,),) = flat(shape, rounds, volume, Crossing(once, 1), reduced=reduced, messages=segments * once)
    return ((stage._replace(senders=max(1, p - 1) if shape.nodes == 1 else 1),),)
