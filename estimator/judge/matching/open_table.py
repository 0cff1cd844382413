"""A table that has not ended: its attempts so far, a digest over its times, and rows that stand in it twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from estimator.judge.matching.pile import Alike, Pile, Reduced, reduced
from estimator.judge.numbers.timing import Way
from estimator.tools.records import Record

COPIED = 6
"""Different times from which a table that repeats them all is a copy, not another run; or as many ``_digits``."""
FIRST = 2
"""Digits of a time that any two runs share."""
TELLING = 4
"""Digits beyond these, of all times of a row, from which the same row again is a copy: 12.34 and 12.51 have four."""
MOST_ROWS = 1024
"""Rows of one size that are held against later ones of their table."""


@dataclass(slots=True)
class OpenTable:
    """What a table gave so far. ``kind``: a number for all that it says of itself."""

    kind: int
    records: int = 0
    digest: int = 0
    piles: dict[Alike, Pile] = field(default_factory=dict)
    times: set[float] = field(default_factory=set)
    """The first few different ones."""
    told: int = 0
    """Digits of all times that two runs would not share, up to those that tell."""
    rows: dict[int, set[int]] = field(default_factory=dict)
    """Digests of rows by size."""
    row: list[tuple[Reduced, int]] = field(default_factory=list)
    """The wanted records of the line that is read, one for each side, without their samples; how many are kept."""
    numbers: list[int] = field(default_factory=list)
    digits: int = 0
    """Of that line: a digest of each side's numbers, and the digits that two runs would not share."""
    ways: tuple[Way, ...] = ()

    @property
    def telling(self) -> bool:
        """Whether its times tell it from another run of the same test."""
        return len(self.times) >= COPIED or self.told >= COPIED

    def note(self, record: Record) -> None:
        """Take a record's times into the digest."""
        self.records += 1
        # Of times alone: they are a copy whatever collective, size or load they are said to be of.
        self.digest = hash((self.digest, hash((record.seconds, record.rate, record.times))))
        if not self.telling:
            self.told += _digits(record)
            samples = chain.from_iterable(record.times)
            for time in chain((record.seconds,), samples):
                if time is not None and len(self.times) < COPIED:
                    self.times.add(time)

    def keep(self, record: Record, ways: tuple[Way, ...], most: int) -> None:
        """Keep a record of a wanted size; ``most``: of those that are like it."""
        if self.row and self.row[0][0].record.line != record.line:
            self._close_row()
        self.ways = ways
        self.row.append((reduced(record, self.kind, ways), most))
        numbers = (record.in_place, record.seconds, record.rate, record.low, record.high, record.times)
        self.numbers.append(hash(numbers))
        self.digits += _digits(record)

    def closed(self, flags: Sequence[str], copy: bool) -> Iterator[Pile]:
        """The attempts, with the flags that the end of the table gives to all of them."""
        self._close_row()
        for alike, pile in self.piles.items():
            every = tuple(dict.fromkeys((*alike.flags, *flags)))
            pile.alike = alike._replace(flags=every, copy=alike.copy or copy)
            pile.digests.append(self.digest)
            yield pile

    def _close_row(self) -> None:
        copy = bool(self.row) and self._again()
        for one, most in self.row:
            alike = one.alike._replace(copy=copy)
            pile = self.piles.get(alike)
            if pile is None:
                pile = self.piles[alike] = Pile(one.record, alike, self.ways, most)
            pile.add(one)
        self.row, self.numbers, self.digits = [], [], 0

    def _again(self) -> bool:
        """Whether the row that was read stands in this table already, with as many digits as no chance repeats."""
        found, seen = hash(tuple(self.numbers)), self.rows.setdefault(self.row[0][0].record.n or 0, set())
        if found in seen:
            return self.digits >= TELLING
        if len(seen) < MOST_ROWS:
            seen.add(found)
        return False


def _digits(record: Record) -> int:
    """Digits of its time that two runs would not share."""
    if record.times:
        return TELLING
    mantissa = f"{record.seconds or 0.0:.11e}".partition("e")[0].replace(".", "").rstrip("0")
    return max(0, len(mantissa) - FIRST)
