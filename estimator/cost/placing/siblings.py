"""Groups of one kind that run at once: who shares a NIC or a plane with whom."""

from __future__ import annotations

import itertools
from functools import lru_cache

import numpy as np

from estimator.cost.placing.group import At, Group, Ranks, seats


def sharers(group: Group, level: int) -> tuple[At, ...]:
    """Where the groups lie that cross the border of a unit joined by ``level``: the group itself first.

    Those named beside it; where only their number is known they lie next to it, unit by unit.
    """
    named = tuple(other for other in group.beside if other[level:] == group.at[level:])
    if named:
        return (group.at, *named)
    count = group.crossing(level)
    if count == 1:
        return (group.at,)
    return tuple(itertools.islice(itertools.cycle(_beside(group, level)), count))


def _beside(group: Group, level: int) -> list[At]:
    """The places in a joined unit that a group of this shape can take, its own first."""
    offsets = [_offsets(group, inner) for inner in range(level)]
    own = group.at
    found = []
    for shifts in itertools.product(*reversed(offsets)):
        moved = tuple(tuple(i + by for i in used) for used, by in zip(own[:level], reversed(shifts), strict=True))
        found.append((*moved, *own[level:]))
    return found


def _offsets(group: Group, level: int) -> list[int]:
    """How far the group can be moved on a level so that no place is taken twice, 0 first."""
    used = group.at[level]
    room = (group.levels[level].units or used[-1] + 1) - used[-1]
    taken: set[int] = set()
    found = []
    for by in (*range(room), *range(-used[0], 0)):
        moved = {index + by for index in used}
        if not moved & taken:
            found.append(by)
            taken |= moved
    return found


@lru_cache(maxsize=256)
def nic_pools(group: Group, level: int) -> tuple[Ranks, ...]:
    """Per group that shares the units joined by ``level``, itself first: the NIC of each of its places (P,)."""
    nics = group.levels[level].nics
    of = np.full(1 + max(max(ranks) for ranks in nics), -1, dtype=np.int64)
    for nic, ranks in enumerate(nics):
        of[list(ranks)] = nic
    return tuple(_pool(group, level, of[seats(group, level, at)], len(nics)) for at in sharers(group, level))


@lru_cache(maxsize=256)
def plane_pools(group: Group, level: int, planes: int) -> tuple[Ranks, ...]:
    """The same for the planes of a cut, which ranks are dealt to by their index."""
    return tuple(_pool(group, level, seats(group, level, at) % planes, planes) for at in sharers(group, level))


def _pool(group: Group, level: int, inside: Ranks, count: int) -> Ranks:
    """From the resource of each place inside a joined unit to that of every place of the group."""
    place = np.arange(group.widths[-1])
    width = group.widths[level]
    pools: Ranks = inside[place % width] + place // width * count
    return pools
