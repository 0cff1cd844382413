"""Ring algorithms: every rank passes blocks to its neighbour, on one or several orders of the ranks at once."""

from __future__ import annotations

import numpy as np

from estimator.cost.placing.channels import closed, order
from estimator.cost.placing.counting import started
from estimator.cost.placing.group import Group
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Messages, Rotation
from estimator.cost.plan import Phase, Plan, Stage


def ring_all_gather(group: Group, channels: int = 1) -> Plan:
    r"""Ring AllGather: p - 1 rounds, each passing one block of n/p to the neighbour; n/k on each of k channels.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the output per rank [byte], any p; of several levels the slowest counts in every round. Eight ranks, 1 MiB,
    5 us, 100 GB/s: 35 us + 9.18 us = 44.18 us. Source: MPICH allgather_intra_ring.c; HCCL ring algorithm guide.
    """
    return _pass(group, channels, reduces=False)


def ring_reduce_scatter(group: Group, channels: int = 1) -> Plan:
    r"""Ring ReduceScatter: the ring AllGather backwards, with a reduction in every round.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{p}\,n(\beta + \gamma)

    n is the input per rank [byte], any p. Eight ranks, 1 MiB, 5 us, 100 GB/s, gamma 0: 44.18 us.
    Source: HCCL ring algorithm guide.
    """
    return _pass(group, channels, reduces=True)


def ring_all_reduce(group: Group, channels: int = 1) -> Plan:
    r"""Ring AllReduce: a ring ReduceScatter, then a ring AllGather.

    .. math:: T = 2(p-1)\,\alpha + 2\,\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the tensor each rank holds [byte], any p. Eight ranks, 1 MiB, 5 us, 100 GB/s, gamma 0:
    14 * 5 us + 1.75 * 2**20 B / 1e11 B/s = 88.35 us. Source: HCCL ring algorithm guide; nccl-tests PERFORMANCE.md.
    """
    return ring_reduce_scatter(group, channels) + ring_all_gather(group, channels)


def ring_store_forward_all_to_all(group: Group) -> Plan:
    r"""All-to-All over neighbour links only: every block is forwarded until it arrives.

    .. math:: T = (p-1)\,\alpha + \tfrac{p-1}{2}\,n\beta

    n is the whole buffer per rank [byte], any p. Round k passes p - k blocks of n/p on. Eight ranks: 3.5 n.
    Source: ASTRA-sim Ring.cc sends the same p(p-1)/2 blocks.
    """
    p = group.p
    return place(group, [Rotation(1, blocks / p) for blocks in range(p - 1, 0, -1)])


def longest_way(plan: Plan, group: Group, channels: int = 1) -> Plan:
    r"""The optimistic end of a ring: nobody waits for the slowest of a round, only for the block itself.

    Per half: start-ups of the dearest p - 1 hops in a row of its order, all but the cheapest, then p - 1 times the
    busiest resource of a round. ``plan`` is that of the ring on the same channels, a half a phase. It may exceed the
    rounds in sequence where start-ups and transfers are dear on different levels: the faster of the two counts.
    """
    if group.p == 1:
        return plan
    started = _starts(group, channels)
    return tuple(phase for half in plan for phase in (started, _carried(half)))


def _pass(group: Group, channels: int, reduces: bool) -> Plan:
    """The p - 1 rounds of all channels at once."""
    p = group.p
    if p == 1:
        return ()
    size = 1 / (p * channels)
    reduced = size if reduces else 0.0
    if channels == 1 and group.even and not any(s.wired or s.linked or s.nics or s.has_planes for s in group.levels):
        plan = place(group, [Rotation(1, size, reduced, repeat=p - 1)])
        return tuple(tuple(_on_rail(group, stage) for stage in phase) for phase in plan)
    sender, receiver = closed(group, channels)
    return place(group, [Messages(sender, receiver, size, reduced, repeat=p - 1)])


def _on_rail(group: Group, stage: Stage) -> Stage:
    """Every second unit is walked backwards: only the closing hop over an odd number of units leaves its index."""
    outermost = group.levels[group.top]
    kept = stage.starts != outermost.name or group.shape[group.top] % 2 == 0 or group.widths[group.top] == 1
    return stage._replace(on_rail=kept)


def _starts(group: Group, channels: int) -> Phase:
    """One alternative for each kind of hop that may be the cheapest one, which is left out."""
    orders = [order(group, channel) for channel in range(channels if any(s.hop for s in group.levels) else 1)]
    ways = {tuple(sorted(started(group, one, np.roll(one, -1)).items())) for one in orders}
    found = []
    for hops in sorted(ways):
        for cheapest, _ in hops:
            rest = [kind.start_up(group, count - (kind == cheapest)) for kind, count in hops]
            found.append(rest[0]._replace(also=tuple(rest[1:])))
    return tuple(found)


def _carried(half: Phase) -> Phase:
    """What the rounds of one half put on each level, without their start-ups."""
    return tuple(stage._replace(rounds=0.0, hops=()) for stage in half)
