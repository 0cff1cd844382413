"""Pipelined chain: the message goes from rank to rank in segments, all hops of all channels busy at once."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from estimator.cost.placing.channels import closed, opened, order
from estimator.cost.placing.group import Group
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Messages
from estimator.cost.plan import Phase, Plan
from estimator.phrase import phrase


def chain_pipelined_broadcast(group: Group, segments: int, channels: int = 1) -> Plan:
    r"""Broadcast along chains of ranks, n/c on each of c channels in k equal segments.

    .. math:: T = (p-2+k)\left(\alpha + \tfrac{n}{k}\beta\right)

    n is the message [byte], any p, k >= 1, else ValueError; the best k is near sqrt((p-2) n beta / alpha). Four
    ranks, one segment: 3 rounds, 3 n; thirteen ranks, 16 segments: 27 rounds, 27/16 n. Over several levels a segment
    takes the hops of each level at the pace of its busiest, then one segment follows per time of the slowest hop.
    Source: message-level simulation.
    """
    return _chain(group, segments, channels, reduces=False)


def chain_pipelined_reduce(group: Group, segments: int, channels: int = 1) -> Plan:
    r"""Reduce along chains of ranks in k equal segments: the broadcast backwards, with a reduction at every hop.

    .. math:: T = (p-2+k)\left(\alpha + \tfrac{n}{k}(\beta + \gamma)\right)

    n is the message [byte], any p, k >= 1, else ValueError. Four ranks, two segments: 4 rounds, 2 n sent and reduced.
    Source: ``chain_pipelined_broadcast`` in the other direction.
    """
    return _chain(group, segments, channels, reduces=True)


class Hops(NamedTuple):
    """The hops of the closed orders: what all at once put on each level, for a message of size 1 a channel."""

    stages: Phase
    counts: dict[str, int]
    """Level -> hops of one channel."""
    entered: tuple[str, ...]
    """Levels of the hop into the root, one of which every chain leaves out."""


def _chain(group: Group, segments: int, channels: int, reduces: bool) -> Plan:
    if segments < 1:
        raise ValueError(phrase("a message cannot be cut into {segments} segments", segments=segments))
    if group.p == 1:
        return ()
    stages, counts, entered = _hops(group, channels)
    size, reduced = 1 / (channels * segments), 1 / segments if reduces else 0.0
    steady = tuple(stage.sized(size, reduced) for stage in stages)
    by_level = {level: tuple(s for s in steady if s.starts == level) for level in counts}
    fill = [
        tuple(stage.times(counts[level] - (level in entered)) for stage in hop)
        for level, hop in by_level.items()
        if counts[level] > (level in entered)
    ]
    if len(entered) > 1:
        fill.append(_all_but_one([by_level[level] for level in entered]))
    pace = [tuple(stage.times(segments - 1) for stage in steady)] if segments > 1 else []
    return (*fill, *pace)


def _all_but_one(hops: list[Phase]) -> Phase:
    """One hop of every level but one, whichever is left out: the slowest choice counts."""
    found = []
    for left in range(len(hops)):
        for first, *rest in itertools.product(*(hop for level, hop in enumerate(hops) if level != left)):
            found.append(first._replace(also=tuple(rest)))
    return tuple(found)


@lru_cache(maxsize=256)
def _hops(group: Group, channels: int) -> Hops:
    """Hops by level are the same for every channel: a unit is walked through once."""
    names = [spec.name for spec in group.levels]
    sender, receiver = closed(group, 1)
    levels = group.outermost(group.spots[sender], group.spots[receiver])
    counts = np.bincount(levels, minlength=len(names)).tolist()
    entered = set()
    for channel in range(channels):
        one = order(group, channel)
        root = int(np.flatnonzero(one == 0)[0])
        entered.add(int(group.outermost(group.spots[one[[root - 1]]], group.spots[one[[root]]])[0]))
    (stages,) = place(group, [Messages(*opened(group, channels), 1.0)])
    return Hops(
        stages,
        {names[level]: count for level, count in enumerate(counts) if count},
        tuple(names[level] for level in sorted(entered)),
    )
