"""One round in which every rank sends to every other: what each carries is counted, not each message."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from estimator.cost.placing.counting import Leg, counted, put_on
from estimator.cost.placing.group import Group, Ranks
from estimator.cost.placing.rounds import Messages
from estimator.cost.placing.rows import RowKind
from estimator.cost.plan import Stage

MOST_PAIRED = 2048
"""Ranks up to which the messages of all pairs are counted one by one."""


def every_pair(group: Group) -> tuple[Stage, ...]:
    """The stages of one block of 1/p [n] between every two ranks of a group, even or not.

    Two nodes of 6 and 2 ranks on a switch: a rank of the small node sends 6/8 n across. On switches all pairs load
    both ends of a resource alike, so the senders tell everything; with links each message is counted.
    """
    if by_message(group):
        sender, receiver = np.divmod(np.arange(group.p**2), group.p)
        apart = sender != receiver
        return counted(group, Messages(sender[apart], receiver[apart], 1 / group.p))
    peers = _peers(group)
    legs, kinds = [], []
    for level, across in enumerate(peers):
        which = np.flatnonzero(across)
        if len(which):
            legs.append(Leg(level, group.spots[which], group.spots[which], which + level * group.p))
            kinds.append((level, _kind(group, level, across)))
    number = np.zeros(len(peers), dtype=np.int64)
    number[[level for level, _ in kinds]] = np.arange(len(kinds))
    size = peers.reshape(-1) / group.p
    return put_on(group, legs, size, [kind for _, kind in kinds], number.repeat(group.p))


def by_message(group: Group) -> bool:
    """Whether a link, or an index that decides the way, makes each pair count by itself."""
    return any(group.levels[level].wired or group.levels[level].has_links for level in group.used)


def _peers(group: Group) -> Ranks:
    """(levels, p) the ranks that each rank reaches by each level as the outermost."""
    held = [np.bincount(ids := group.spots // width)[ids] for width in group.widths]
    return np.stack([outer - inner for inner, outer in pairwise(held)])


def _kind(group: Group, level: int, across: Ranks) -> RowKind:
    """How the messages start up whose outermost level this is."""
    spec, width = group.levels[level], group.widths[level]
    inside = group.spots[across > 0]
    outer = inside // group.widths[level + 1]
    seats = np.unique(outer * width + inside % width)
    posted = 0
    if spec.metered:
        posted = int(np.bincount(group.ids(level), across).max()) * group.crossing(level)
    return RowKind(level, (), int(across.max()), len(seats) == len(np.unique(outer)), posted)
