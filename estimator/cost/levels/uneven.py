"""AllReduce by levels on two levels whose units hold different numbers of ranks."""

from __future__ import annotations

import numpy as np

from estimator.cost.placing.group import Group, Ranks
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Messages
from estimator.cost.plan import Plan


def uneven_all_reduce(group: Group) -> Plan:
    """Rings inside, a ring over the units, rings inside: each unit cuts n among its own ranks.

    Ranks whose ranges of n overlap talk across. Units of 3, 3 and 1 ranks: 2/3 n inside, then 2/3 n into and out of
    the single rank in pieces of 1/9 n. Two levels, else ValueError. Source: message-level simulation.
    """
    if len(group.used) > 2:
        raise ValueError("only on two levels can units of different sizes reduce one after the other")
    if group.p == 1:
        return ()
    held = np.bincount(np.unique(group.ids(group.top), return_inverse=True)[1])
    first = np.cumsum(held) - held
    across = _across(group, held, first)
    return (
        place(group, _inside(held, first, reduces=True))
        + place(group, [across._replace(reduced=across.size)])
        + place(group, [across])
        + place(group, _inside(held, first, reduces=False))
    )


def _inside(held: Ranks, first: Ranks, reduces: bool) -> list[Messages]:
    """Rings inside the units; those of fewer ranks are done earlier."""
    rounds = []
    for turn in range(int(held.max()) - 1):
        busy = [np.arange(ranks) + start for ranks, start in zip(held, first, strict=True) if ranks - 1 > turn]
        size = np.concatenate([np.full(len(ring), 1 / len(ring)) for ring in busy])
        after = np.concatenate([np.roll(ring, -1) for ring in busy])
        rounds.append(Messages(np.concatenate(busy), after, size, size if reduces else 0.0))
    return rounds


def _across(group: Group, held: Ranks, first: Ranks) -> Messages:
    """One half of the ring over the units, a range of n between the ranks that hold it."""
    pieces, units = int(np.lcm.reduce(held)), len(held)
    piece, unit = np.tile(np.arange(pieces), units), np.repeat(np.arange(units), pieces)
    after = (unit + 1) % units
    sender, receiver = (first[u] + piece * held[u] // pieces for u in (unit, after))
    pair, count = np.unique(sender * group.p + receiver, return_counts=True)
    return Messages(pair // group.p, pair % group.p, count / (pieces * units), 0.0, repeat=units - 1)
