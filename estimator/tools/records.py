"""What a reader of benchmark logs yields: tables of one run, records of one measured size, and what was refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

WRONG = "wrong_results"
ZERO_SIZE = "zero_size"
ONE_RANK = "one_rank"
FAILED = "run_failed"
CONFLICT = "ranks_conflict"
UNKNOWN_COLLECTIVE = "collective_unknown"
UNKNOWN_N = "n_unknown"
OTHER_PLAN = "other_plan"
NAMED_OTHERWISE = "named_otherwise"
"""The log names a collective that its own rows cannot be of."""

KIT = "run_plan"
"""The tool that records of a test kit name: the kit's own program."""

UNFIT: frozenset[str] = frozenset({WRONG, ZERO_SIZE, ONE_RANK, CONFLICT, UNKNOWN_COLLECTIVE, UNKNOWN_N})
"""Flags with which a record takes part in no fit."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a log does not say by itself, or says ambiguously: from options or a manifest. It comes before the log."""

    collective: str | None = None
    ranks: int | None = None
    nodes: int | None = None
    ranks_per_node: int | None = None
    dtype: str | None = None
    redop: str | None = None
    algorithm: str | None = None
    path: str | None = None
    condition: str | None = None
    hardware: str | None = None
    label: str | None = None
    size_unit: float | None = None
    """Bytes that 1 stands for in the size column."""
    size_kilo: float | None = None
    """What the K of a size such as 4K stands for: 1000 or 1024."""
    time_unit: float | None = None
    """Seconds that 1 stands for in the time column."""
    time_column: str | None = None
    """The column of a table that holds the time, where its head does not say so."""
    statistic: str | None = None
    over_ranks: str | None = None
    """How the times of the ranks were joined: mean, max, min, one."""
    iterations: int | None = None
    warmup: int | None = None
    groups: int | None = None
    """Groups that ran at once."""


NOTHING_TOLD = Told()


@dataclass(frozen=True, slots=True)
class Table:
    """One run of one benchmark with one element type, as far as the log or the user says it; None: nobody says.

    ``number`` counts from 1 in its source, ``line`` is where the table starts. ``collective`` is ours where it is one
    of ours; ``benchmark`` is the tool's own word. ``repeat`` counts the tables of a source that are alike in
    everything. ``placement``: the hosts and how many ranks each has, in order.
    """

    source: str
    number: int
    line: int
    tool: str
    version: str = ""
    library: str = ""
    benchmark: str = ""
    collective: str | None = None
    ranks: int | None = None
    nodes: int | None = None
    ranks_per_node: int | None = None
    placement: str = ""
    groups: int = 1
    """Groups that ran at once."""
    dtype: str = ""
    redop: str = ""
    root: int | None = None
    statistic: str = "mean"
    """Over the iterations: mean, p50, ..."""
    over_ranks: str = ""
    """How the times of the ranks were joined: mean, max, min, one; empty: nobody says."""
    way: str = "one"
    """What a number counts: one call one way, ``both`` directions, a ``window`` of messages in flight, or several calls
    ``aggregated`` into one."""
    size_is: str = "n"
    """What the printed size is: n, or the share n/p of one rank."""
    units: str = ""
    """Of the printed bandwidths: decimal, binary, either; empty: none could be checked."""
    warmup: int | None = None
    iterations: int | None = None
    largest: int | None = None
    """The size that the sweep is to end at [byte], as the tool prints it before its table."""
    algorithm: str = ""
    path: str = ""
    condition: str = ""
    hardware: str = ""
    label: str = ""
    command: str = ""
    """The command line that started the run, where the log shows it."""
    requirement: str = ""
    """Id of the requirement that the run tests, ``cell`` and ``group`` within it; ``skew`` of its load."""
    cell: str = ""
    group: str = ""
    skew: float | None = None
    work: str = ""
    """Digest of what the plan of the test kit had the cell run."""
    environment: tuple[tuple[str, str], ...] = ()
    buffer: str = ""
    launch: str = ""
    """Kind of buffer, and who started the calls: host, graph, device."""
    repeat: int = 1
    repeats: int | None = None
    """How many there are to be."""
    notes: tuple[str, ...] = ()


def repeated(table: Table, repeat: int) -> Table:
    """The table as a repeat whose number its log states."""
    return replace(table, repeat=repeat)


class Record(NamedTuple):
    """One measured size. Times in seconds, sizes in bytes, ``rate`` in bytes per second.

    ``line`` holds the size and ``time_line`` the time; they differ where another line cut the row in two. A tool that
    prints no time has ``rate`` instead of ``seconds``. ``n`` is the canonical size (``cost/semantics``). ``correct`` is
    None where results were not checked; ``wrong`` is the count the tool printed. ``low`` and ``high`` are over the
    ranks (OSU, IMB, UCC) or the iterations. ``times``: each rank's times of each iteration, where the log has them.
    """

    table: Table
    line: int
    time_line: int
    size: int | None
    n: int | None
    seconds: float | None
    rate: float | None = None
    in_place: bool | None = None
    correct: bool | None = None
    wrong: float | None = None
    low: float | None = None
    high: float | None = None
    percentiles: tuple[tuple[float, float], ...] = ()
    iterations: int | None = None
    flags: tuple[str, ...] = ()
    times: tuple[tuple[float, ...], ...] = ()
    alone: tuple[tuple[float, ...], ...] = ()
    compute: tuple[tuple[float, ...], ...] = ()
    """Where ``times`` is of calls and computation together: of the calls alone, of the computation alone."""
    members: tuple[tuple[int, ...], ...] = ()
    """The ranks of each group that was timed, in the order of ``times``."""

    @property
    def algbw(self) -> float | None:
        """Algorithm bandwidth n / t [B/s], worked out here; None where n or the time is not known."""
        if self.n is None or not self.seconds:
            return None
        return self.n / self.seconds


class Rejection(NamedTuple):
    """A row or a table that was not taken, with its line, why, and the start of its text."""

    source: str
    line: int
    reason: str
    text: str = ""


class Ended(NamedTuple):
    """The end of a table: how many records it gave, and the flags that only its end could tell."""

    table: Table
    records: int
    flags: tuple[str, ...] = ()


Event = Record | Rejection | Ended
