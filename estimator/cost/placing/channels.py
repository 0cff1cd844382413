"""Orders of the ranks in which rings and chains run: one for each channel, each over ports of its own.

Order c enters a unit at the rank that the digits of c name, innermost first; every second unit is walked backwards, so
that a border is crossed between ranks of one index.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from estimator.cost.placing.group import Group, Ranks


def most_channels(group: Group) -> int:
    """What ``channels: all`` means: ranks of an outermost unit x the ways round the outermost level.

    A mesh of eight has 14, a ring 2, eight nodes of eight on a switch 8; twice that with an odd mesh below.
    """
    top = group.top
    return group.held(top) * _ways(group, top) * (2 if _mirrored(group) else 1)


@lru_cache(maxsize=1024)
def order(group: Group, channel: int = 0) -> Ranks:
    """(p,) the ranks in the order of one channel, a permutation of 0 ... p - 1 (read as a closed ring)."""
    half = most_channels(group) // 2
    if _mirrored(group) and channel >= half:
        return order(group, channel - half)[::-1]
    digits, rest = [], channel
    for level in range(group.top):
        digits.append(rest % group.most(level))
        rest //= group.most(level)
    found = _even(group, digits, rest) if group.even else _walk(group, digits, rest)
    found.flags.writeable = False
    return found


def closed(group: Group, channels: int) -> tuple[Ranks, Ranks]:
    """Sender and receiver of every hop of all channels, each a closed ring: (channels * p,) both."""
    orders = _orders(group, channels)
    return np.concatenate(orders), np.concatenate([np.roll(one, -1) for one in orders])


def opened(group: Group, channels: int) -> tuple[Ranks, Ranks]:
    """The same without the hop into rank 0, each ring a chain from there: (channels * (p - 1),) both."""
    chains = [np.roll(one, -int(np.flatnonzero(one == 0)[0])) for one in _orders(group, channels)]
    return np.concatenate([one[:-1] for one in chains]), np.concatenate([one[1:] for one in chains])


def _orders(group: Group, channels: int) -> list[Ranks]:
    return [order(group, channel) for channel in range(channels)]


def zigzag(size: int) -> Ranks:
    """0, +1, -1, +2, ... round a unit: (0, 1, 3, 2) for four."""
    steps = np.array([0] + [j if j % 2 else -j for j in range(1, size)], dtype=np.int64)
    found: Ranks = np.cumsum(steps) % size
    return found


def _count(size: int) -> int:
    """How many directed closed ways there are over a mesh: of odd sizes every link carries one, of even sizes two.

    Told without laying them out, for a mesh of very many units has as many of as many.
    """
    if size < 3:
        return 1
    return size - 1 if size % 2 else 2 * (size - 1)


def _cycle(size: int, number: int) -> Ranks:
    """One of them: the hub, size - 1, followed by the zigzag over the others from 0, 1, ..., forward and backward.

    Source: Walecki's decomposition of a complete graph.
    """
    if size < 3:
        return np.arange(size)
    way = (zigzag(size - 1) + number // 2) % (size - 1)
    return np.concatenate([np.array([size - 1]), way[::-1] if number % 2 else way])


def _ways(group: Group, level: int) -> int:
    """How many ways there are over the units of the outermost level, one for each channel of an entry rank."""
    size, wiring = group.most(level), group.levels[level].wiring
    if wiring == "mesh":
        return _count(size)
    return 2 if wiring == "ring" and size > 2 else 1


def _way_over(group: Group, level: int, number: int) -> Ranks:
    """One of them."""
    size = group.most(level)
    if group.levels[level].wiring == "mesh":
        return _cycle(size, number)
    return -np.arange(size) % size if number else np.arange(size)


def _mirrored(group: Group) -> bool:
    """Whether an odd mesh lies below the outermost level: its second half of channels runs backwards."""
    sizes = ((level, group.most(level)) for level in range(group.top) if group.levels[level].wiring == "mesh")
    return any(size % 2 and size > 1 for _, size in sizes)


def _turn(group: Group, level: int, size: int, digits: list[int], rest: int) -> Ranks:
    """The order of ``size`` units of one level."""
    if level >= group.top:
        way = _way_over(group, level, rest % _ways(group, level))
        return way if len(way) == size else np.arange(size)
    start = np.arange(size) if group.levels[level].is_ring else zigzag(size)
    turned: Ranks = (start + digits[level]) % size
    return turned


def _even(group: Group, digits: list[int], rest: int) -> Ranks:
    ranks: Ranks = np.zeros(1, dtype=np.int64)
    for level, size in enumerate(group.shape):
        rows = _turn(group, level, size, digits, rest)[:, None] * group.widths[level] + ranks[None, :]
        rows[1::2] = rows[1::2, ::-1]
        ranks = rows.ravel()
    return ranks


def _walk(group: Group, digits: list[int], rest: int) -> Ranks:
    """The same where units differ: over the units that are there."""
    rank_of = {int(spot): rank for rank, spot in enumerate(group.spots)}
    below = [_children(group, level) for level in range(len(group.levels))]

    def inside(level: int, unit: int) -> list[int]:
        if level < 0:
            return [rank_of[unit]]
        units, found = below[level][unit], []
        for turn, index in enumerate(_turn(group, level, len(units), digits, rest).tolist()):
            part = inside(level - 1, units[index])
            found += part[::-1] if turn % 2 else part
        return found

    return np.array(inside(len(group.levels) - 1, 0), dtype=np.int64)


def _children(group: Group, level: int) -> dict[int, list[int]]:
    """Per unit of a level the units it joins."""
    found: dict[int, list[int]] = {}
    for unit in np.unique(group.ids(level)).tolist():
        found.setdefault(unit // group.shape[level], []).append(unit)
    return found
