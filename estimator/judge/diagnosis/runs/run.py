"""What a diagnosis looks at: the runs in the logs, each one table and one side of it, and what went wrong in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from estimator.cost.collectives import EVEN
from estimator.evidence.fitting.regimes import LEAST_TIME, MOST_TIME
from estimator.evidence.fitting.series import Key, key_of
from estimator.judge.diagnosis.causes.odd import odd_one
from estimator.tools.records import FAILED, ONE_RANK, WRONG, ZERO_SIZE, Ended, Event, Record, Rejection, Table

MOST_BYTES = 1e18
"""Size beyond which no message is one [byte]."""
MOST_SAMPLES = 2048
"""Sizes kept of one run; of more every second is dropped, again and again."""
MOST_RUNS = 300
"""Runs kept; the first ones."""
MOSTLY = 0.6
"""Share of the sizes at which one rank has to stand apart."""
MOST_NOTED = 50
"""Rows and tables kept that were not read."""


class Sample(NamedTuple):
    """One time [s] of a size [byte]: n, or the size printed where n is not known. ``spread``: slowest over fastest.

    The spread is over ranks or iterations, 1 where the log has one number. ``odd``: the rank that alone takes
    ``apart`` times as long as the others; -1 where there is none, -2 where the log does not say which one.
    """

    n: float
    seconds: float
    spread: float = 1.0
    odd: int = -1
    apart: float = 1.0


class OddRank(NamedTuple):
    """A rank (-2: the log does not say which), its time over that of the others, and at how many sizes."""

    rank: int
    apart: float
    sizes: int


@dataclass(frozen=True, slots=True)
class DiagnosedRun:
    """The samples of one table by size, out of place or in place."""

    key: Key
    table: Table
    samples: tuple[Sample, ...]
    wrong: int = 0
    """Rows with wrong results."""
    one_rank: bool = False
    failed: bool = False

    @property
    def collective(self) -> str:
        """The collective with equal shares that was run; "" where it is not known."""
        return EVEN.get(self.table.collective or "", "")

    @property
    def ranks(self) -> int | None:
        """Ranks of the group."""
        return self.table.ranks

    @property
    def crossing(self) -> bool | None:
        """Whether the group spans nodes; None: nobody says."""
        return None if self.table.nodes is None else self.table.nodes > 1

    @property
    def programs(self) -> int:
        """Programs of their own that list their ranks from 0, each on a host of its own; 1 where it is one program."""
        first = [part for part in self.table.placement.split(" ") if re.search(r":0-\d+$", part)]
        return max(1, len(first)) if self.table.groups == 1 else 1

    @property
    def odd_rank(self) -> OddRank | None:
        """The rank that stands apart at most sizes; None where there is none."""
        found = Counter(one.odd for one in self.samples if one.odd != -1)
        rank, count = found.most_common(1)[0] if found else (-1, 0)
        if count < 3 or count < MOSTLY * len(self.samples):
            return None
        return OddRank(rank, median(one.apart for one in self.samples if one.odd == rank), count)

    @property
    def paced(self) -> bool:
        """Whether a time is the gap between messages in flight, so that it tells of no start-up."""
        return self.table.way != "one"

    @property
    def name(self) -> str:
        """Where the run is in the logs."""
        return f"{self.table.source}:{self.table.line}" + (" (in place)" if self.key.in_place else "")


@dataclass(frozen=True, slots=True)
class Seen:
    """All runs with samples, those out of place first; tables that failed; what was not read."""

    runs: tuple[DiagnosedRun, ...]
    failed: tuple[Table, ...] = ()
    rejected: tuple[Rejection, ...] = ()
    left_out: int = 0
    """Runs beyond those that are kept."""


def seen(events: Iterable[Event]) -> Seen:
    """The runs in the events of the readers."""
    found = _Open()
    for event in events:
        if isinstance(event, Record):
            found.take(event)
        elif isinstance(event, Ended):
            found.end(event)
        elif len(found.rejected) < MOST_NOTED:
            found.rejected.append(event)
    found.close()
    found.runs.sort(key=lambda run: run.key.in_place is True)
    return Seen(tuple(found.runs), tuple(found.failed), tuple(found.rejected), found.left_out)


@dataclass
class _Side:
    key: Key
    table: Table
    samples: list[Sample] = field(default_factory=list)
    wrong: int = 0
    one_rank: bool = False
    failed: bool = False
    every: int = 1
    met: int = 0

    def add(self, sample: Sample) -> None:
        """Keep every first, second, fourth ... sample, so that a long log stays small."""
        self.met += 1
        if self.met % self.every == 0:
            self.samples.append(sample)
        if len(self.samples) > MOST_SAMPLES:
            self.samples, self.every = self.samples[1::2], self.every * 2


@dataclass
class _Open:
    sides: dict[Hashable, _Side] = field(default_factory=dict)
    runs: list[DiagnosedRun] = field(default_factory=list)
    failed: list[Table] = field(default_factory=list)
    rejected: list[Rejection] = field(default_factory=list)
    left_out: int = 0

    def take(self, record: Record) -> None:
        place = _place(record.table, record.in_place)
        side = self.sides.get(place) or self.sides.setdefault(place, _Side(key_of(record), record.table))
        side.wrong += WRONG in record.flags
        side.one_rank |= ONE_RANK in record.flags
        sample = None if WRONG in record.flags or ZERO_SIZE in record.flags else _sample(record)
        if sample is not None:
            side.add(sample)

    def end(self, ended: Ended) -> None:
        failed = FAILED in ended.flags
        if (failed or not ended.records) and len(self.failed) < MOST_NOTED:
            self.failed.append(ended.table)
        for way in (None, False, True):
            side = self.sides.get(_place(ended.table, way))
            if side is None:
                continue
            # What only the end of a table says holds for the side out of place: both are one run of the program.
            side.wrong = side.wrong or int(WRONG in ended.flags and way is not True)
            side.one_rank |= ONE_RANK in ended.flags
            side.failed |= failed
            if not ended.table.cell:
                self._close(_place(ended.table, way))

    def close(self) -> None:
        """Close the runs of a kit, whose sizes are tables of their own that may come in any order."""
        for place in list(self.sides):
            self._close(place)

    def _close(self, place: Hashable) -> None:
        side = self.sides.pop(place)
        if len(self.runs) >= MOST_RUNS:
            self.left_out += 1
            return
        samples = tuple(sorted(side.samples))
        self.runs.append(DiagnosedRun(side.key, side.table, samples, side.wrong, side.one_rank, side.failed))


def _place(table: Table, in_place: bool | None) -> Hashable:
    """What the rows of one run have in common: their table, or the requirement, the test and the repeat of a kit."""
    if not table.cell:
        return table.number, in_place
    what = (table.collective, table.ranks, table.groups, table.dtype, table.condition, table.algorithm, table.path)
    return table.source, table.requirement, table.group, table.skew, table.repeat, *what, in_place


def _sample(record: Record) -> Sample | None:
    n = record.n if record.n is not None else record.size
    seconds = record.seconds or (n / record.rate if n and record.rate else None)
    if not n or not seconds or not LEAST_TIME <= seconds <= MOST_TIME or n > MOST_BYTES:
        return None
    return Sample(float(n), seconds, _spread(record), *odd_one(record))


def _spread(record: Record) -> float:
    """Slowest over fastest, of the ranks or of the iterations."""
    times = sorted(time for rank in record.times for time in rank if time > 0.0)
    if len(times) >= 5:
        return times[int(0.95 * (len(times) - 1))] / times[len(times) // 2]
    if record.low and record.high and record.high >= record.low > 0.0:
        return record.high / record.low
    return 1.0
