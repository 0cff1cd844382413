"""Some neighbouring sizes that are slow while smaller and larger ones are as stated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array
from estimator.judge.diagnosis.laws.law import Law
from estimator.judge.diagnosis.laws.pooled import Pooled, misfits

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
    found = [slow_range(pool) for pool in pools]
    slow = [one for one in found if one is not None]
    if not slow:
        return
    factors = tuple(one.factor if one is not None else 1.0 for one in found)
    rest = tuple(_without(pool, one) for pool, one in zip(pools, found, strict=True))
    worst = max(slow, key=lambda one: one.factor)
    yield Law(
        "range_slower", f"{worst.first:.0f} {worst.last:.0f}", ODDS, factors, rest, lambda run: pools[run].stated, 2
    )


def slow_range(pool: Pooled) -> SlowRange | None:
    """The one range of sizes beyond the interval with two sizes in order on each side; None where there is no other."""
    sizes, outside = _by_size(pool)
    high = np.flatnonzero(outside > HUMP)
    if not len(high) or len(high) > MOST * len(outside):
        return None
    first, last = int(high[0]), int(high[-1])
    within, before, after = outside[first : last + 1], outside[:first], outside[last + 1 :]
    calm = all(len(side) >= 2 and np.median(side) < INSIDE for side in (before, after))
    factor = float(np.exp(within.max()))
    if not calm or not (within > INSIDE).all() or (first == last and factor < 2.0):
        return None
    return SlowRange(float(sizes[first]), float(sizes[last]), factor)


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
    return float(misfits(pool.times[kept], low[kept], high[kept]))
