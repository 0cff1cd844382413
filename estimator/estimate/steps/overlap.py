"""What computation hides of a call at one end: a share of its time, or as much as fits beside a window of computation.

A share grows with the call; the computation that can run beside it does not, and a window says how much there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from estimator.spec.workload import Operation, OverlapWindow


@dataclass(frozen=True, slots=True)
class Share:
    """``hidden`` of the time of every call is hidden [1]."""

    hidden: float = 0.0

    def exposed(self, call: float) -> float:
        """Seconds of a call that computation does not hide: 14 ms, 0.7 hidden, leave 4.2 ms."""
        return call * (1.0 - self.hidden)

    def longest(self, exposed: float) -> float | None:
        """Seconds of a call that leaves ``exposed`` seconds; None where every call is hidden as a whole."""
        return exposed / (1.0 - self.hidden) if self.hidden < 1.0 else None

    def slope(self, low: float, high: float) -> float:
        """Exposed seconds a second of the call from ``low`` to ``high`` seconds [1]."""
        return 1.0 - self.hidden

    def share(self, call: float) -> float:
        """Hidden seconds a second of the call [1]."""
        return self.hidden


@dataclass(frozen=True, slots=True)
class Window:
    r"""``seconds`` of computation run beside each call, which slows them down by ``slowdown`` while both run.

    .. math:: e(t) = \max(0, t - W) + (s - 1) \min(t, W), \quad 1 \le s \le 2
    """

    seconds: float
    slowdown: float = 1.0

    def exposed(self, call: float) -> float:
        """Seconds that a call adds to the step: 14.2 ms beside 10 ms that become 8 % longer add 4.2 + 0.8 = 5 ms."""
        return max(0.0, call - self.seconds) + (self.slowdown - 1.0) * min(call, self.seconds)

    def longest(self, exposed: float) -> float | None:
        """Seconds of a call that adds ``exposed`` seconds: 5 ms beside 10 ms at 8 % are 5 + 0.92 * 10 = 14.2 ms."""
        added = self.slowdown - 1.0
        if exposed < added * self.seconds:
            return exposed / added
        return exposed + (1.0 - added) * self.seconds

    def slope(self, low: float, high: float) -> float:
        """Exposed seconds a second of the call from ``low`` to ``high`` seconds, on average [1]."""
        if high == low:
            return 1.0 if low > self.seconds else self.slowdown - 1.0
        return (self.exposed(high) - self.exposed(low)) / (high - low)

    def share(self, call: float) -> float:
        """Hidden seconds a second of the call [1]: 14.2 ms of which 5 ms are exposed are hidden to 64.8 %."""
        return 1.0 - self.exposed(call) / call if call else 2.0 - self.slowdown


Hiding: TypeAlias = Share | Window


class Overlap(NamedTuple):
    """What is hidden at both ends."""

    optimistic: Hiding
    conservative: Hiding

    def exposed(self, time: tuple[float, float], calls: float, count: float = 1.0) -> tuple[float, float]:
        """Seconds not hidden of ``count`` times both ends of ``time`` [s], that of ``calls`` calls together."""
        low, high = (
            count * calls * hiding.exposed(seconds / calls) for hiding, seconds in zip(self, time, strict=True)
        )
        return low, high

    def parts(self, call: float) -> Iterator[tuple[str, float]]:
        """What each assumption about the overlap adds to the exposed seconds of a ``call`` between the ends."""
        low, high = self
        if not isinstance(low, Window) or not isinstance(high, Window):
            yield "overlap", high.exposed(call) - low.exposed(call)
            return
        narrower = Window(high.seconds, low.slowdown)
        yield "window", narrower.exposed(call) - low.exposed(call)
        yield "compute_slowdown", high.exposed(call) - narrower.exposed(call)


def overlap_of(operation: Operation) -> Overlap:
    """What computation hides of one call of an operation, optimistic and conservative."""
    stated = operation.overlap
    if isinstance(stated, OverlapWindow):
        ends = zip(stated.window.ends, stated.compute_slowdown.ends, strict=True)
        return Overlap(*(Window(seconds, slowdown) for seconds, slowdown in ends))
    return Overlap(*map(Share, stated.ends))
