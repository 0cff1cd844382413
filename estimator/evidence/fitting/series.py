"""Records that belong to one law: the same collective under the same conditions, over sizes and numbers of ranks."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

import numpy as np

from estimator.tools.records import UNFIT, UNKNOWN_N, Ended, Event, Record, Table

NO_TIME = "no_time"
NO_RANKS = "ranks_unknown"
MOST_SIZES = 2**14
"""Sizes of one number of ranks that a series keeps; of more, every second, third ..."""


class Key(NamedTuple):
    """What all times of a series have in common; "" and None: nobody says."""

    collective: str
    tool: str = ""
    hardware: str = ""
    path: str = ""
    condition: str = ""
    algorithm: str = ""
    dtype: str = ""
    in_place: bool | None = None
    several_nodes: bool | None = None
    ranks_per_node: int | None = None
    """Where the ranks sit on several nodes."""
    groups: int = 1
    statistic: str = "mean"
    library: str = ""
    placement: str = ""
    """Where the ranks sit on several nodes."""
    label: str = ""


class Point(NamedTuple):
    """The median time [s] of one size n [byte] on so many ranks, over ``repeats`` runs that differ by ``spread``.

    ``spread`` is the longest time over the shortest.
    """

    ranks: int
    n: int
    seconds: float
    repeats: int = 1
    spread: float = 1.0


@dataclass(frozen=True, slots=True)
class Series:
    """The points of one law, by ranks and size; ``sources`` are the logs they came from.

    ``measured``: the points that there were, where not all are kept.
    """

    key: Key
    points: tuple[Point, ...]
    sources: tuple[str, ...] = ()
    measured: int | None = None

    @property
    def ranks(self) -> tuple[int, ...]:
        """The numbers of ranks, in order."""
        return tuple(sorted({point.ranks for point in self.points}))


class LeftOut(NamedTuple):
    """Records that enter no fit: how many, and why."""

    reason: str
    records: int


@dataclass(frozen=True, slots=True)
class Sorted:
    """The series in the order they were met, out of place before in place, and what was left out."""

    series: tuple[Series, ...]
    left_out: tuple[LeftOut, ...]


def sorted_out(events: Iterable[Event]) -> Sorted:
    """Records to series. What a table's end showed (wrong results) keeps out all its records."""
    found = _Found()
    for event in events:
        if isinstance(event, Record):
            found.take(event)
        elif isinstance(event, Ended):
            found.settle(event.table, event.flags)
    made = [_made(key, each, tuple(found.sources[key])) for key, each in found.times.items()]
    made.sort(key=lambda one: one.key.in_place is True)
    return Sorted(tuple(made), tuple(LeftOut(reason, count) for reason, count in found.left.items()))


class _Place(NamedTuple):
    """Where a time belongs: why it is left out, or its series and ranks."""

    reason: str
    key: Key
    ranks: int


@dataclass
class _Times:
    """Sizes [byte] and times [s] side by side, sixteen bytes a record: a log may hold many millions of them.

    Readers take no size of more than 10**18.
    """

    sizes: array[int] = field(default_factory=lambda: array("q"))
    seconds: array[float] = field(default_factory=lambda: array("d"))

    def extend(self, more: _Times) -> None:
        """Take the records of another."""
        self.sizes.extend(more.sizes)
        self.seconds.extend(more.seconds)


@dataclass
class _Found:
    """What was read so far."""

    waiting: dict[int, dict[_Place, _Times]] = field(default_factory=dict)
    """Of each table that has not ended."""
    times: dict[Key, dict[int, _Times]] = field(default_factory=dict)
    """Of each series by ranks."""
    sources: dict[Key, dict[str, None]] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    keys: dict[tuple[int, bool | None], Key] = field(default_factory=dict)
    """The key of each open table and side."""

    def take(self, record: Record) -> None:
        """Keep the time of a record until its table ends."""
        side = record.table.number, record.in_place
        key = self.keys.get(side) or self.keys.setdefault(side, key_of(record))
        place = _Place(_reason(record), key, record.table.ranks or 0)
        table = self.waiting.setdefault(record.table.number, {})
        times = table.get(place)
        if times is None:
            times = table[place] = _Times()
        times.sizes.append(0 if place.reason else record.n or 0)
        times.seconds.append(record.seconds or 0.0)

    def settle(self, table: Table, flags: tuple[str, ...]) -> None:
        """Take the times of a table that ended, or say why not."""
        spoilt = next((flag for flag in flags if flag in UNFIT), "")
        for side in (None, False, True):
            self.keys.pop((table.number, side), None)
        for place, times in self.waiting.pop(table.number, {}).items():
            reason = place.reason or spoilt
            if reason:
                self.left[reason] = self.left.get(reason, 0) + len(times.seconds)
                continue
            known = self.times.setdefault(place.key, {}).setdefault(place.ranks, times)
            if known is not times:
                known.extend(times)
            self.sources.setdefault(place.key, {})[table.source] = None


def _reason(record: Record) -> str:
    """Why a record enters no fit; "" where it does."""
    flags = [flag for flag in record.flags if flag in UNFIT]
    if flags:
        return flags[0]
    if record.seconds is None:
        return NO_TIME
    if record.table.ranks is None:
        return NO_RANKS
    return "" if record.n and record.table.collective else UNKNOWN_N


def key_of(record: Record) -> Key:
    """The series that a record belongs to."""
    table = record.table
    several = None if table.nodes is None else table.nodes > 1
    return Key(
        table.collective or "",
        table.tool,
        table.hardware,
        table.path,
        table.condition,
        table.algorithm,
        table.dtype,
        record.in_place,
        several,
        table.ranks_per_node if several else None,
        table.groups,
        table.statistic,
        table.library,
        _hosts(table) if several else "",
        table.label,
    )


def _hosts(table: Table) -> str:
    """The placement of a group on several nodes, where all groups of a series have the same number of nodes."""
    return table.placement if table.ranks_per_node is None else ""


def _made(key: Key, by_ranks: Mapping[int, _Times], sources: tuple[str, ...]) -> Series:
    points: list[Point] = []
    measured = 0
    for ranks, times in sorted(by_ranks.items()):
        own, sizes = _points(ranks, times)
        points += own
        measured += sizes
    return Series(key, tuple(points), sources, measured if measured > len(points) else None)


def _points(ranks: int, times: _Times) -> tuple[list[Point], int]:
    """The point of each size, evenly chosen where there are many, and how many sizes there are."""
    sizes, seconds = np.frombuffer(times.sizes, dtype=np.int64), np.frombuffer(times.seconds)
    order = np.lexsort((seconds, sizes))
    sizes, seconds = sizes[order], seconds[order]
    starts = np.flatnonzero(np.diff(sizes, prepend=-1))
    ends = np.append(starts[1:], len(sizes))
    step = -(-len(starts) // MOST_SIZES)
    places = zip(starts[::step].tolist(), ends[::step].tolist(), strict=True)
    return [_point(ranks, int(sizes[start]), seconds[start:end].tolist()) for start, end in places], len(starts)


def _point(ranks: int, n: int, times: list[float]) -> Point:
    return Point(ranks, n, median(times), len(times), times[-1] / times[0])
