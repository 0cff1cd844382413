"""How much of a call runs beside computation, and the window of computation that it had."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from estimator.evidence.traces.busy import Busy
from estimator.evidence.traces.call import HOST, RankSeen, RankTrace

WHOLE = 0.01
"""Of a call's time: one of which less is exposed was hidden whole, and its window may be longer than was seen."""


class SeenOverlap(NamedTuple):
    """What ran beside one call on one rank [s].

    ``hidden`` + ``exposed`` = the time it took. ``exposed_transfer``: what is exposed of the transfer, which ends the
    call. ``window``: computation beside the call, at least and at most; they differ where the call was hidden whole,
    so that computation went on: then it may reach as far as the next call.
    """

    hidden: float
    exposed: float
    exposed_transfer: float
    window: tuple[float, float]


class Beside:
    """The computation of one rank, to be asked about its calls."""

    def __init__(self, trace: RankTrace) -> None:
        self._computing: Mapping[str, Busy] = trace.computing
        self._starts: dict[str, list[int]] = defaultdict(list)
        for call in trace.calls:
            self._starts[call.device].append(call.start)
        for starts in self._starts.values():
            starts.sort()

    def of(self, call: RankSeen, transfer: float) -> SeenOverlap | None:
        """What ran beside a call of which the last ``transfer`` seconds moved data; None where nothing tells it."""
        if not self._computing or call.device == HOST:
            return None
        busy = self._computing.get(call.device)
        if busy is None:
            return SeenOverlap(0.0, call.elapsed, min(transfer, call.elapsed), (0.0, 0.0))
        end = end_of(call)
        hidden = min(busy.covered(call.start, end) / 1e9, call.elapsed)
        moving = end - round(min(transfer, call.elapsed) * 1e9)
        exposed_transfer = (end - moving - busy.covered(moving, end)) / 1e9
        exposed = call.elapsed - hidden
        longest = hidden
        if exposed <= WHOLE * call.elapsed:
            longest = max(hidden, busy.covered(call.start, self._next(call, busy)) / 1e9)
        return SeenOverlap(hidden, exposed, exposed_transfer, (hidden, longest))

    def exposed(self, calls: list[RankSeen]) -> float | None:
        """Seconds in which any of the calls ran and nothing was computed on its device."""
        if not self._computing:
            return None
        spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for call in calls:
            if call.device != HOST:
                spans[call.device].append((call.start, end_of(call)))
        alone = 0
        for device, pairs in spans.items():
            union = Busy.joined(pairs)
            busy = self._computing.get(device)
            alone += union.total - (busy.common(union) if busy is not None else 0)
        return alone / 1e9

    def _next(self, call: RankSeen, busy: Busy) -> int:
        """When the next call of the device begins, or its computation ends."""
        starts = self._starts[call.device]
        at = bisect_right(starts, call.start)
        return starts[at] if at < len(starts) else int(busy.ends[-1])


def end_of(call: RankSeen) -> int:
    """When a call ended [ns]."""
    return call.start + round(call.elapsed * 1e9)
