"""The best number of segments of a pipelined schedule: an exact minimum over whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil


def most_segments(n: float) -> int:
    """A segment holds at least one byte of ``n`` [byte]: 2.5 B can be cut into three."""
    return max(1, ceil(n))


def best_segments(seconds: Callable[[int], float], most: int, near: int = 1) -> int:
    """The smallest k in 1 ... ``most`` at which ``seconds(k)`` is least, for a time that falls and then rises.

    Every time of a pipelined chain does: it is convex in sqrt(k), with a cut, a knee or a message rate too. Four
    ranks, 64 MiB, 5 us, 50 GB/s: (2 + k)(5 us + 1342.2 us / k) is least at k = 23. The search begins at ``near`` and
    goes away from it in steps that double, so that a good guess costs a few times only.
    """

    def rising(k: int) -> bool:
        return k >= most or seconds(k + 1) >= seconds(k)

    step = 1
    if rising(near):
        low, high = near - 1, near
        while low > 0 and rising(low):
            step *= 2
            low, high = max(0, low - step), low
    else:
        low, high = near, near + 1
        while not rising(high):
            low, high = high, min(high + step, most)
            step *= 2
    # low is falling (or 0), high is rising (or the most there can be).
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if rising(middle) else (middle, high)
    return high
