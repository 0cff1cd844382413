"""The buffers of one rank: filled, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from run_plan.backend import Backend
from run_plan.base import FLOATS, REDUCING, Call, Json
from run_plan.pattern import Pattern
from run_plan.sending import traffic

CHUNK = 1 << 24
"""Elements that are filled or checked at a time."""


class Buffers:
    """The buffers of one rank for one operation, how they are filled and checked."""

    def __init__(self, library: Backend, numpy: Any, group: Any, members: Sequence[int], work: Json) -> None:
        self.library, self.np, self.work = library, numpy, work
        self.me = members.index(library.rank)
        self.plan = traffic(work, len(members), self.me)
        self.carrier = work["carrier"]
        self.send = library.buffer(self.carrier, self.plan.send)
        self.recv = library.buffer(self.carrier, self.plan.recv)
        self.ranks = len(members)
        self.in_place = library.in_place(work, work["in_place"])
        self.once = library.operation(group, work, self.plan, self.send, self.recv)
        self.call = repeated(self.once, work.get("calls", 1))

    def pattern(self, whole: bool) -> Pattern:
        """What the buffers hold."""
        redop = self.work["redop"] if self.work["collective"] in REDUCING else None
        return Pattern(self.np, self.carrier, self.ranks, redop, self.work["seed"], whole)

    def fill(self, whole: bool = True) -> None:
        """The input of this rank; the output is cleared, so that what an earlier call left does not count."""
        pattern = self.pattern(whole)
        for start in range(0, self.plan.send, CHUNK):
            stop = min(start + CHUNK, self.plan.send)
            self.library.put(self.send, self.carrier, start, pattern.values(self.me, start, stop))
        for start in range(0, self.plan.recv, CHUNK):
            count = min(CHUNK, self.plan.recv - start)
            self.library.put(self.recv, self.carrier, start, self.np.zeros(count, dtype=self.np.int64))

    def wrong(self, whole: bool) -> int:
        """Elements of the result that are not what they must be."""
        pattern, at, found = self.pattern(whole), 0, 0
        root_of_broadcast = self.work["collective"] == "broadcast" and self.me != 0
        result = self.send if self.in_place and not root_of_broadcast else self.recv
        for source, first, count in self.plan.blocks:
            for start in range(0, count, CHUNK):
                stop = min(start + CHUNK, count)
                got = self.library.take(result, self.carrier, at + start, at + stop)
                found += pattern.wrong(source, first + start, got)
            at += count
        return found

    @property
    def checks(self) -> tuple[bool, ...]:
        """Calls that are checked: of whole numbers, which must be exact, and of fractions, within their roundoff.

        Whole numbers alone where nothing is added in floating point.
        """
        added = self.carrier in FLOATS and self.work["collective"] in REDUCING and self.work["redop"] in ("sum", "avg")
        return (True, False) if added and self.ranks < 2 ** (FLOATS[self.carrier][1] - 1) else (True,)

    def checked(self) -> int:
        """Wrong elements of the calls that are checked."""
        found = 0
        for whole in self.checks:
            self.fill(whole)
            self.library.barrier()
            self.once()
            self.library.barrier()
            found += self.wrong(whole)
        return found


def repeated(call: Call, count: int) -> Call:
    """So many calls one after another as one."""

    def calls() -> None:
        for _ in range(count):
            call()

    return call if count == 1 else calls
