"""Some neighbouring sizes that are slow while smaller and larger ones are as stated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.form import Array
from estimator.judge.diagnosis.laws.law import Law
from estimator.judge.diagnosis.laws.pooled import STRAY, Pooled, outside

HUMP = 0.3
"""Logarithm outside the interval from which a size stands out of its neighbours."""
INSIDE = 0.15
"""... up to which it does not."""
MOST = 0.6
"""Share of the sizes up to which they are a range."""
ODDS = 0.4
"""How likely it is beside other causes, before anything was measured."""


class SlowRange(NamedTuple):
    """The first and last size [byte] of a slow range, and the factor at the slowest one."""

    first: float
    last: float
    factor: float


def ranges(pools: Sequence[Pooled]) -> Iterator[Law]:
    """The law that one range of each group's sizes is slow and all others are as stated."""
    own = [slow_range(pool) for pool in pools]
    slow = [one for one in own if one is not None]
    if not slow:
        return
    found = [_near(pool, one, _common(pools, own)) for pool, one in zip(pools, own, strict=True)]
    factors = tuple(one.factor if one is not None else 1.0 for one in found)
    rest = tuple(_without(pool, one) for pool, one in zip(pools, found, strict=True))
    worst = max(slow, key=lambda one: one.factor)
    yield Law(
        *("range_slower", f"{worst.first:.0f} {worst.last:.0f}", ODDS, factors, rest),
        *(lambda run: pools[run].stated, 2),
    )


def slow_range(pool: Pooled) -> SlowRange | None:
    """The slow range of a group."""
    return range_of(*_by_size(pool))


def range_of(sizes: Array, outside: Array) -> SlowRange | None:
    """The one range of sizes beyond the interval with two sizes in order on each side; None where there is no other.

    ``outside``: the logarithm outside the interval of each size, in order. Single sizes elsewhere may be slow too, as
    delayed calls are.
    """
    blocks = [list(range(*span)) for span in _spans(outside > HUMP)]
    if not blocks:
        return None
    block = max(blocks, key=lambda one: float(outside[one].sum()))
    others = [one for one in blocks if one is not block]
    if len(block) > MOST * len(outside) or sum(map(len, others)) > max(STRAY * len(outside), 1.0):
        return None
    first, last = block[0], block[-1]
    before, after = outside[:first], outside[last + 1 :]
    calm = all(len(side) >= 2 and np.median(side) < INSIDE for side in (before, after))
    factor = float(np.exp(outside[block].max()))
    if not calm or (first == last and factor < 2.0):
        return None
    return SlowRange(float(sizes[first]), float(sizes[last]), factor)


def _spans(far: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """First and behind the last of each run of neighbours that are far."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], far, [False])).astype(int)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _common(pools: Sequence[Pooled], own: Sequence[SlowRange | None]) -> SlowRange | None:
    """The range by one rank's share, where several groups have one: a library switches at a share."""
    shares = [
        SlowRange(one.first / pool.ranks, one.last / pool.ranks, one.factor)
        for pool, one in zip(pools, own, strict=True)
        if one is not None and not pool.pair
    ]
    if len(shares) < 2:
        return None
    first, last = (float(np.median([one[side] for one in shares])) for side in (0, 1))
    return SlowRange(first, last, min(one.factor for one in shares))


def _near(pool: Pooled, own: SlowRange | None, common: SlowRange | None) -> SlowRange | None:
    """The range of a group: its own with what of the common one is next to it, else the common one where it is slow."""
    if common is None or pool.view.run.collective == "p2p":
        return own
    first, last = common.first * pool.ranks * 0.99, common.last * pool.ranks * 1.01
    sizes, outside = _by_size(pool)
    within = outside[(sizes >= first) & (sizes <= last)]
    if own is not None:
        apart = own.last < first or own.first > last
        return own if apart else SlowRange(min(own.first, first), max(own.last, last), own.factor)
    slow = len(within) > 0 and float(np.median(within)) > INSIDE
    return SlowRange(first, last, float(np.exp(within.max()))) if slow else None


def _by_size(pool: Pooled) -> tuple[Array, Array]:
    """The sizes, and the median logarithm outside the interval of each."""
    low, high = pool.stated
    outside = np.log(np.maximum(pool.times / high, 1.0)) + np.log(np.minimum(pool.times / low, 1.0))
    sizes = np.unique(pool.sizes)
    return sizes, np.array([np.median(outside[pool.sizes == size]) for size in sizes])


def _without(pool: Pooled, found: SlowRange | None) -> float:
    low, high = pool.stated
    kept = np.ones(len(pool.sizes), dtype=bool)
    if found is not None:
        kept = (pool.sizes < found.first) | (pool.sizes > found.last)
    return float(sum(outside(pool.times[kept], low[kept], high[kept], pool.stray)))
