"""The best number of segments of a pipelined schedule: an exact minimum over whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil


def most_segments(n: float) -> int:
    """A segment holds at least one byte of ``n`` [byte]: 2.5 B can be cut into three."""
    return max(1, ceil(n))


def best_segments(seconds: Callable[[int], float], most: int) -> int:
    """The smallest k in 1 ... ``most`` at which ``seconds(k)`` is least, for a time that falls and then rises.

    Every time of a pipelined chain does: it is convex in sqrt(k), with a cut, a knee or a message rate too. Four
    ranks, 64 MiB, 5 us, 50 GB/s: (2 + k)(5 us + 1342.2 us / k) is least at k = 23.
    """

    def rising(k: int) -> bool:
        return seconds(k + 1) >= seconds(k)

    high = 1
    while high < most and not rising(high):
        high = min(2 * high, most)
    low = high // 2
    # low is falling (or 0), high is rising (or the most there can be).
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if rising(middle) else (middle, high)
    return high
