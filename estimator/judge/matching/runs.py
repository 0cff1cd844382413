"""What logs measured, sorted for judging: every record of a wanted size, with what the end of its table showed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from zlib import crc32

from estimator.cost.collectives import EVEN
from estimator.judge.matching.asked import AskedTest
from estimator.judge.matching.match import ROUNDED, Mismatch, differences, same_call, same_size
from estimator.tools.records import Ended, Event, Record, Rejection, Table

COPIED = 6
"""Different times from which a table that repeats them all is a copy, not another run."""
MOST_REJECTIONS = 1000


class Attempt(NamedTuple):
    """A record, and the flags of its own and of the end of its table. ``digest`` tells tables with equal times."""

    record: Record
    flags: tuple[str, ...] = ()
    copy: bool = False
    """All its table's times stand in an earlier one already."""
    digest: int = 0


class Candidate(NamedTuple):
    """An attempt at a call, and what differs from what was asked for."""

    attempt: Attempt
    differences: tuple[Mismatch, ...]


class Empty(NamedTuple):
    """A table that gave no record, or a run that failed."""

    table: Table
    flags: tuple[str, ...]


class MadeWith(NamedTuple):
    """Program, library and hardware of a run, as its log or a manifest says; "" where nobody does."""

    tool: str
    version: str
    library: str
    hardware: str


@dataclass
class Runs:
    """All that was read. ``sizes``: by collective in its even form, those wanted [byte], rising."""

    sizes: Mapping[str, tuple[float, ...]]
    attempts: dict[tuple[str, int], dict[int, list[Attempt]]] = field(default_factory=dict)
    """By collective in its even form and number of ranks, then by size."""
    empty: list[Empty] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    records: int = 0
    elsewhere: dict[tuple[str, int], int] = field(default_factory=dict)
    """Records at sizes that no cell asks for, by collective and ranks."""
    made_with: dict[MadeWith, int] = field(default_factory=dict)
    """Tables by what made them."""
    clashing: set[int] = field(default_factory=set)
    """Digests of equal times that are said to be of different tests."""
    _waiting: dict[int, _Open] = field(default_factory=dict)
    _seen: dict[int, tuple[object, ...]] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Take one event of the readers into account."""
        if isinstance(event, Record):
            self._record(event)
        elif isinstance(event, Ended):
            self._ended(event)
        elif isinstance(event, Rejection) and len(self.rejections) < MOST_REJECTIONS:
            self.rejections.append(event)

    def candidates(self, asked: AskedTest) -> Iterator[Candidate]:
        """The attempts at a call, by collective, ranks and size, each with what else differs."""
        for n, attempts in self.attempts.get((EVEN[asked.collective], asked.ranks), {}).items():
            if same_size(asked, n):
                found = (attempt for attempt in attempts if same_call(asked, attempt.record))
                yield from (Candidate(attempt, differences(asked, attempt.record)) for attempt in found)

    def unfinished(self, asked: AskedTest) -> Iterator[Empty]:
        """Runs of this collective and number of ranks that failed or gave nothing."""
        for one in self.empty:
            known = EVEN.get(one.table.collective or "")
            if known == EVEN[asked.collective] and one.table.ranks in (None, asked.ranks):
                yield one

    def ranks_of(self, collective: str) -> tuple[int, ...]:
        """The numbers of ranks on which a collective was run at any size, rising; 0: on an unknown number."""
        even = EVEN[collective]
        return tuple(sorted({ranks for name, ranks in (*self.attempts, *self.elsewhere) if name == even}))

    def _record(self, record: Record) -> None:
        self.records += 1
        open_ = self._waiting.setdefault(record.table.number, _Open())
        open_.note(record)
        table = record.table
        key = (EVEN.get(table.collective or "", ""), table.ranks or 0)
        if record.n is not None and _near(record.n, self.sizes.get(key[0], ())):
            open_.kept.append(record)
        else:
            self.elsewhere[key] = self.elsewhere.get(key, 0) + 1

    def _ended(self, ended: Ended) -> None:
        found, table = self._waiting.pop(ended.table.number, _Open()), ended.table
        made = MadeWith(table.tool, table.version, table.library, table.hardware)
        self.made_with[made] = self.made_with.get(made, 0) + 1
        if not found.records or ended.flags:
            self.empty.append(Empty(ended.table, ended.flags))
        key = (EVEN.get(ended.table.collective or "", ""), ended.table.ranks or 0)
        facts = _facts(ended.table)
        copy = len(found.times) >= COPIED and found.digest in self._seen
        if copy and self._seen[found.digest] != facts:
            self.clashing.add(found.digest)
        self._seen.setdefault(found.digest, facts)
        for record in found.kept:
            flags = tuple(dict.fromkeys((*record.flags, *ended.flags)))
            attempt = Attempt(record, flags, copy, found.digest)
            self.attempts.setdefault(key, {}).setdefault(record.n or 0, []).append(attempt)


def gathered(events: Iterable[Event], sizes: Mapping[str, tuple[float, ...]]) -> Runs:
    """The events of all logs; records at other sizes than those wanted are counted only, so that memory is bounded."""
    runs = Runs(sizes)
    for event in events:
        runs.take(event)
    return runs


@dataclass
class _Open:
    """A table that has not ended: its records of wanted sizes, and a digest over all its times."""

    kept: list[Record] = field(default_factory=list)
    records: int = 0
    digest: int = 0
    times: set[float] = field(default_factory=set)
    """The first few different ones."""

    def note(self, record: Record) -> None:
        self.records += 1
        call = hash((record.n, record.seconds, record.rate, record.in_place, record.times))
        self.digest = hash((self.digest or _call(record.table), call))
        for time in (record.seconds, *(each[0] for each in record.times if each)):
            if time is not None and len(self.times) < COPIED:
                self.times.add(time)


def _call(table: Table) -> int:
    """What two tables must share to be copies of one run: the call, by numbers that every process counts alike."""
    said = "/".join((table.collective or "", table.dtype, table.redop, table.statistic))
    return hash((crc32(said.encode()), table.ranks, table.skew))


def _facts(table: Table) -> tuple[object, ...]:
    """What tells one test from another."""
    return (
        *(table.collective, table.ranks, table.nodes, table.dtype, table.redop, table.condition, table.path),
        *(table.groups, table.group, table.skew, table.algorithm),
    )


def _near(n: int, sizes: tuple[float, ...]) -> bool:
    at = bisect_left(sizes, n / (1.0 + ROUNDED) - 1.0)
    return at < len(sizes) and sizes[at] <= n * (1.0 + ROUNDED) + 1.0
