"""The buffers of one rank: filled, and checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from run_plan.backend import Backend
from run_plan.base import FLOATS, INTEGERS, REDUCING, Call, Json
from run_plan.pattern import PERIOD, STEP, Pattern, hashes
from run_plan.sending import traffic

CHUNK = 1 << 22
"""Elements that are filled or checked at a time."""
FEW = 1 << 16
"""Elements whose hashes are worked out anew each time."""


class Buffers:
    """The buffers of one rank for one operation, how they are filled and checked.

    Both happen where the buffers are, on the bits of the elements as whole numbers. Nothing that is sent or expected is
    negative, so that a floating point number and its bits have the same order.
    """

    def __init__(self, library: Backend, numpy: Any, group: Any, members: Sequence[int], work: Json) -> None:
        self.library, self.np, self.work = library, numpy, work
        self.me = members.index(library.rank)
        self.plan = traffic(work, len(members), self.me)
        self.carrier = work["carrier"]
        self.width = FLOATS[self.carrier][0] if self.carrier in FLOATS else INTEGERS[self.carrier]
        self.send = library.buffer(self.carrier, self.plan.send)
        self.recv = library.buffer(self.carrier, self.plan.recv)
        self.ranks = len(members)
        self.in_place = library.in_place(work, work["in_place"])
        self.once = library.operation(group, members, work, self.plan, self.send, self.recv)
        self.call = repeated(self.once, work.get("calls", 1))

    def capture(self) -> None:
        """From now on the call is one that a graph starts."""
        self.once = self.library.graphed(self.once)
        self.call = repeated(self.once, self.work.get("calls", 1))

    def pattern(self, whole: bool) -> Pattern:
        """What the buffers hold."""
        redop = self.work["redop"] if self.work["collective"] in REDUCING else None
        return Pattern(self.np, self.carrier, self.ranks, redop, self.work["seed"], whole)

    def fill(self, whole: bool = True) -> None:
        """The input of this rank; the output is cleared, so that what an earlier call left does not count."""
        sent, total = self.library.bits(self.send, self.width), self.plan.send
        table, first = self._table(self.pattern(whole).table), min(total, PERIOD)
        for start in range(0, first, CHUNK):
            stop = min(start + CHUNK, first)
            sent[start:stop] = self.library.looked_up(table, self._hashes(start, stop - start), STEP * self.me % 256)
        at = first
        while at < total:
            count = min(at, total - at)
            sent[at : at + count] = sent[:count]
            at += count
        self.library.bits(self.recv, self.width)[:] = 0

    def wrong(self, whole: bool) -> int:
        """Elements of the result that are not what they must be."""
        pattern, at, found = self.pattern(whole), 0, 0
        root_of_broadcast = self.work["collective"] == "broadcast" and self.me != 0
        result = self.library.bits(self.send if self.in_place and not root_of_broadcast else self.recv, self.width)
        reduced = self.work["collective"] in REDUCING
        least, most = pattern.reduced() if reduced else (pattern.table, pattern.table)
        ends = [self._table(least)] + ([] if least is most else [self._table(most)])
        for source, first, count in self.plan.blocks:
            shift = 0 if reduced else STEP * source % 256
            for start in range(0, min(count, PERIOD), CHUNK):
                size = min(CHUNK, count - start)
                places = self._hashes(first + start, size)
                right = [self.library.looked_up(end, places, shift) for end in ends]
                for again in range(at + start, at + count, PERIOD):
                    got = result[again : min(again + size, at + count)]
                    found += self.library.wrong(got, *(one[: len(got)] for one in right))
            at += count
        return found

    def _table(self, values: Any) -> Any:
        """The bits of 256 numbers in the type that travels."""
        held = self.library.buffer(self.carrier, len(values))
        self.library.put(held, self.carrier, values)
        return self.library.bits(held, self.width)

    def _hashes(self, start: int, count: int) -> Any:
        """The hashes of places, where the buffers are; of many places cut from those that are kept there."""
        first = (self.work["seed"] + start) % PERIOD
        if count <= FEW:
            return self.library.placed(hashes(self.np, first, count))
        if self.library.hashes is None:
            self.library.hashes = self.library.placed(hashes(self.np, 0, PERIOD + CHUNK))
        return self.library.hashes[first : first + count]

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
