"""What logs measured, sorted for judging: attempts at wanted sizes, with what the ends of their tables showed."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.cost.collectives import EVEN
from estimator.judge.matching.asked import AskedTest
from estimator.judge.matching.match import ROUNDED, Mismatch, differences, same_call, same_size
from estimator.judge.matching.open_table import OpenTable
from estimator.judge.matching.pile import Alike, Pile
from estimator.judge.numbers.timing import Way
from estimator.tools.records import KIT, OTHER_PLAN, Ended, Event, Record, Rejection, Table

MOST_REJECTIONS = 1000
FEW = 64
"""Attempts at a side that no test asks for that are kept of a log."""


class Wanted(NamedTuple):
    """What of a collective is judged: sizes [byte], rising, and the ways in which its times are taken.

    ``in_place``: the sides that a test asks for; of the other a few attempts show that it was run.
    """

    sizes: tuple[float, ...]
    ways: tuple[Way, ...] = (Way(),)
    in_place: frozenset[bool] = frozenset((False, True))


Planned = Callable[[], Mapping[str, str]]
"""Digests of what the cells of the spec's test kit run, by their ids; only worked out for records of a kit."""


class Candidate(NamedTuple):
    """Attempts at a call that are alike, and what differs from what was asked for."""

    pile: Pile
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
    """All that was read. ``wanted``: by collective in its even form."""

    wanted: Mapping[str, Wanted]
    planned: Planned = dict
    attempts: dict[tuple[str, int], dict[int, dict[Alike, Pile]]] = field(default_factory=dict)
    """By collective in its even form and number of ranks, then by size."""
    empty: dict[tuple[str, int | None], Empty] = field(default_factory=dict)
    """The first by collective in its even form and ranks."""
    rejections: list[Rejection] = field(default_factory=list)
    rejected: int = 0
    records: int = 0
    elsewhere: dict[tuple[str, int], int] = field(default_factory=dict)
    """Records at sizes that no cell asks for, by collective and ranks."""
    made_with: dict[MadeWith, int] = field(default_factory=dict)
    """Tables by what made them."""
    devices: dict[str, int] = field(default_factory=dict)
    """Tables that gave records of wanted sizes, by the device that they name."""
    clashing: set[int] = field(default_factory=set)
    """Digests of equal times that are said to be of different tests."""
    _waiting: dict[int, OpenTable] = field(default_factory=dict)
    _seen: dict[int, int] = field(default_factory=dict)
    """By digest of a table's times, the number of what is said of it."""
    _kinds: dict[tuple[object, ...], int] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Take one event of the readers into account."""
        if isinstance(event, Record):
            self._record(event)
        elif isinstance(event, Ended):
            self._ended(event)
        elif isinstance(event, Rejection):
            self.rejected += 1
            if len(self.rejections) < MOST_REJECTIONS:
                self.rejections.append(event)

    def candidates(self, asked: AskedTest) -> Iterator[Candidate]:
        """The attempts at a call, by collective, ranks and size, each with what else differs."""
        for n, piles in self.attempts.get((EVEN[asked.collective], asked.ranks), {}).items():
            if same_size(asked, n):
                found = (pile for pile in piles.values() if same_call(asked, pile.record))
                yield from (Candidate(pile, differences(asked, pile.record)) for pile in found)

    def clashes(self, pile: Pile) -> bool:
        """Whether times of a pile are said to be of another test too."""
        return bool(self.clashing) and not self.clashing.isdisjoint(pile.digests)

    def unfinished(self, asked: AskedTest) -> Iterator[Empty]:
        """Runs of this collective and number of ranks that failed or gave nothing."""
        known = (self.empty.get((EVEN[asked.collective], ranks)) for ranks in (asked.ranks, None))
        yield from (one for one in known if one is not None)

    def ranks_of(self, collective: str) -> tuple[int, ...]:
        """The numbers of ranks on which a collective was run at any size, rising; 0: on an unknown number."""
        even = EVEN[collective]
        return tuple(sorted({ranks for name, ranks in (*self.attempts, *self.elsewhere) if name == even}))

    def _record(self, record: Record) -> None:
        self.records += 1
        table = record.table
        open_ = self._waiting.get(table.number)
        if open_ is None:
            open_ = self._waiting[table.number] = OpenTable(self._numbered(_said(table)))
        open_.note(record)
        key = (EVEN.get(table.collective or "", ""), table.ranks or 0)
        wanted = self.wanted.get(key[0])
        if record.n is not None and wanted is not None and _near(record.n, wanted.sizes):
            asked = record.in_place is None or record.in_place in wanted.in_place
            open_.keep(record, wanted.ways, sys.maxsize if asked else FEW)
        else:
            self.elsewhere[key] = self.elsewhere.get(key, 0) + 1

    def _numbered(self, said: tuple[object, ...]) -> int:
        return self._kinds.setdefault(said, len(self._kinds))

    def _ended(self, ended: Ended) -> None:
        table = ended.table
        found = self._waiting.pop(table.number, None) or OpenTable(0)
        flags = (*ended.flags, OTHER_PLAN) if self._other_plan(table) else ended.flags
        made = MadeWith(table.tool, table.version, table.library, table.hardware)
        self.made_with[made] = self.made_with.get(made, 0) + 1
        even = EVEN.get(table.collective or "", "")
        if not found.records or ended.flags:
            self.empty.setdefault((even, table.ranks), Empty(table, ended.flags))
        copy = self._copy(found, table)
        if found.row or found.piles:
            self.devices[table.hardware] = self.devices.get(table.hardware, 0) + 1
        by_size = self.attempts.setdefault((even, table.ranks or 0), {})
        for pile in found.closed(flags, copy):
            piles = by_size.setdefault(pile.record.n or 0, {})
            known = piles.setdefault(pile.alike, pile)
            if known is not pile:
                known.extend(pile)

    def _other_plan(self, table: Table) -> bool:
        """Whether a record is of another plan: its cell of the spec's plan runs something else by now.

        The kit's program always says what a cell ran, so that a record of it that does not was worked over.
        """
        said = bool(table.work) or (table.tool == KIT and bool(table.cell))
        return said and self.planned().get(table.cell, table.work) != table.work

    def _copy(self, found: OpenTable, table: Table) -> bool:
        """Whether all times of a table stand in an earlier one; of another test they clash."""
        if not found.telling:
            return False
        facts = self._numbered(_facts(table))
        first = self._seen.setdefault(found.digest, -1)
        if first == -1:
            self._seen[found.digest] = facts
            return False
        if first != facts:
            self.clashing.add(found.digest)
        return True


def gathered(events: Iterable[Event], wanted: Mapping[str, Wanted], planned: Planned = dict) -> Runs:
    """The events of all logs.

    Records at other sizes than those wanted are counted only; of those kept there are the times, not the samples.
    """
    runs = Runs(wanted, planned)
    for event in events:
        runs.take(event)
    return runs


def _facts(table: Table) -> tuple[object, ...]:
    """What tells one test from another."""
    return (
        *(table.collective, table.ranks, table.nodes, table.dtype, table.redop, table.condition, table.path),
        *(table.groups, table.group, table.skew, table.algorithm),
    )


def _said(table: Table) -> tuple[object, ...]:
    """All of a table that a verdict looks at."""
    return (
        *_facts(table),
        *(table.tool, table.ranks_per_node, table.placement, table.statistic, table.over_ranks, table.way, table.units),
        *(table.warmup, table.iterations, table.buffer, table.launch, table.hardware, table.library),
    )


def _near(n: int, sizes: tuple[float, ...]) -> bool:
    at = bisect_left(sizes, n / (1.0 + ROUNDED) - 1.0)
    return at < len(sizes) and sizes[at] <= n * (1.0 + ROUNDED) + 1.0
