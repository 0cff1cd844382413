"""Series made from known laws."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from estimator.evidence.fitting.series import Key, Point, Series

SIZES = tuple(2**k for k in range(3, 31))


def made(seconds: Callable[[int, int], float], ranks: Iterable[int], collective: str = "all_reduce") -> Series:
    """Points of every size on each number of ranks: ``seconds(ranks, n)`` [s]."""
    points = [Point(p, n, seconds(p, n)) for p in ranks for n in SIZES]
    return Series(Key(collective), tuple(points))


def ring(launch: float, alpha: float, rate: float) -> Callable[[int, int], float]:
    """An AllReduce by a ring, written out: T0 [s], alpha [s], B [B/s]."""
    return lambda p, n: launch + 2 * (p - 1) * alpha + 2 * (p - 1) / p * n / rate
