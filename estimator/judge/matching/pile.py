"""Attempts that are alike in all but their times: one record stands for them, and arrays hold the times.

A log may hold millions of rows of one cell; of each only its seconds are kept, and what else differs from row to row.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

import numpy as np

from estimator.judge.numbers.samples import Span
from estimator.judge.numbers.spans import Floats, Spans
from estimator.judge.numbers.timing import Way, time_of
from estimator.judge.reason import Reason
from estimator.tools.records import Record

MOST_PLACES = 64
"""Places of a pile that are remembered."""
_OPEN = {-inf: "below", inf: "above"}


class WayTaken(NamedTuple):
    """How attempts tell a time in one way: where each end of it stands, or why they tell none.

    An end is ``seconds``: the time that the record has anyway; ``below``, ``above``: open; ``own``: in a column.
    """

    ends: tuple[str, ...] = ()
    reason: Reason | None = None


class Alike(NamedTuple):
    """What attempts have in common. ``kind``: a number for all that their tables say; ``n`` [byte]."""

    kind: int
    n: int | None
    in_place: bool | None
    correct: bool | None
    wrong: bool
    flags: tuple[str, ...]
    iterations: int | None
    sampled: int
    overlapped: bool
    ways: tuple[WayTaken, ...]
    copy: bool = False


class Reduced(NamedTuple):
    """A record without its samples: what it has in common with others, and its numbers."""

    record: Record
    alike: Alike
    ends: tuple[float, ...]
    """Ends of its times that stand in columns of their own, way by way."""


class Lot(NamedTuple):
    """Attempts of a pile that follow each other and come from one log; ``first``: the place of the first of them."""

    first: int
    source: str


@dataclass(slots=True)
class Pile:
    """Attempts that are alike, in the order in which they were read.

    ``record`` is the first one, without its samples; ``places``: where the first ones stand, ``run1.log:34``;
    ``digests``: of the tables that they came from; ``lots``: by log. ``most``: how many are kept.
    """

    record: Record
    alike: Alike
    order: tuple[Way, ...]
    most: int = sys.maxsize
    seconds: array[float] = field(default_factory=lambda: array("d"))
    ends: list[array[float]] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    digests: array[int] = field(default_factory=lambda: array("q"))
    lots: list[Lot] = field(default_factory=list)

    def add(self, one: Reduced) -> None:
        """Add an attempt that is like them."""
        if len(self) >= self.most:
            return
        if not self.lots:
            self.lots.append(Lot(0, one.record.table.source))
            self.ends = [array("d") for _ in one.ends]
        self.seconds.append(one.record.seconds or 0.0)
        for column, end in zip(self.ends, one.ends, strict=True):
            column.append(end)
        if len(self.places) < MOST_PLACES:
            self.places.append(f"{one.record.table.source}:{one.record.time_line}")

    def extend(self, other: Pile) -> None:
        """Add all attempts of another pile that is alike, unless there are enough."""
        if len(self) >= self.most:
            return
        moved = [lot._replace(first=lot.first + len(self)) for lot in other.lots]
        same = self.lots[-1:] and moved[:1] and self.lots[-1].source == moved[0].source
        self.lots += moved[1:] if same else moved
        self.seconds.extend(other.seconds)
        self.ends = self.ends or [array("d") for _ in other.ends]
        for column, more in zip(self.ends, other.ends, strict=True):
            column.extend(more)
        self.places += other.places[: MOST_PLACES - len(self.places)]
        self.digests.extend(other.digests)

    def __len__(self) -> int:
        return len(self.seconds)

    def times(self, way: Way) -> Spans | Reason:
        """The times [s] taken in one way, or why none can be."""
        place = self.order.index(way)
        taken = self.alike.ways[place]
        if taken.reason is not None:
            return taken.reason
        first = sum(ways.ends.count("own") for ways in self.alike.ways[:place])
        columns = iter(self.ends[first:])
        return Spans(*(self._end(end, next(columns) if end == "own" else None) for end in taken.ends))

    def _end(self, end: str, column: array[float] | None) -> Floats:
        if end in ("below", "above"):
            return np.broadcast_to(np.float64(-inf if end == "below" else inf), len(self))
        return np.frombuffer(self.seconds if column is None else column)


def reduced(record: Record, kind: int, order: Sequence[Way]) -> Reduced:
    """A record with its times taken in all ways that are asked for, and then without its samples."""
    ways, ends = [], []
    for way in order:
        found = time_of(record, way)
        if isinstance(found, Reason):
            ways.append(WayTaken(reason=found))
            continue
        named = _named(found, record.seconds)
        ways.append(named)
        ends += [end for end, name in zip(found, named.ends, strict=True) if name == "own"]
    table = record.table
    count = len(record.times[0]) if record.times else record.iterations or table.iterations
    alike = Alike(
        kind, record.n, record.in_place, record.correct, bool(record.wrong), record.flags, count,
        len(record.times), bool(record.alone), tuple(ways),
    )  # fmt: skip
    small = record._replace(times=(), alone=(), compute=(), members=(), percentiles=()) if record.times else record
    return Reduced(small, alike, tuple(ends))


_SECONDS = WayTaken(("seconds",) * 3)


def _named(span: Span, seconds: float | None) -> WayTaken:
    if span.low == span.high == seconds:
        return _SECONDS
    return WayTaken(tuple("seconds" if end == seconds else _OPEN.get(end, "own") for end in span))
