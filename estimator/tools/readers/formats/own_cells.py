"""What records of a test kit must agree in: with the cell they cite, and with how many there are to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from estimator.phrase import phrase, word
from estimator.tools.readers.formats.own_format import MeasuredSize, NotRun
from estimator.tools.readers.tokens import PrintedNumber, printed
from estimator.tools.records import Rejection

_CELL = re.compile(
    r"(?P<requirement>[^/]+)/(?P<group>[^/]*)/(?P<condition>[^/]+)/skew=(?P<skew>[^/]+)/at_once=\d+(?:/place=\d+)?"
    r"/n=(?P<n>\d+)(?:/pair=\d+-\d+)?"
)
WIDEST = 8
"""Bytes of the widest element: a size is rounded to whole shares, by half an element a rank or up to one each."""


ROUNDED = 5e-3
"""Relative difference of two columns that is rounding of what was printed."""
RATES = (1.0, 1e6, 1e9)
"""A bandwidth is in B/s, as we print it, or in MB/s or GB/s."""
DIFFERENT = 6
"""Different times of a rank from which another with the same ones is a copy of it."""


def beside(data: Mapping[str, Any], n: int, seconds: float) -> str | None:
    """Why a bandwidth or a time in us that stands beside the time of a row is not of it; None where they agree.

    1 MiB in 35 us are 29.96 GB/s: 239.7 is in Gbit/s, 27.9 in GiB/s, and neither is taken.
    """
    rate, micro = printed(str(data.get("algbw") or "")), printed(str(data.get("time_us") or ""))
    if rate is not None and not any(_near(rate, n / seconds, unit) for unit in RATES):
        return phrase("algbw is {rate}, and n / seconds is {own} B/s", rate=data["algbw"], own=f"{n / seconds:.6g}")
    if micro is not None and not _near(micro, seconds, 1e-6):
        return phrase("time_us is {micro}, and seconds {seconds}", micro=data["time_us"], seconds=f"{seconds:.6g}")
    return None


def _near(one: PrintedNumber, other: float, unit: float) -> bool:
    return abs(one.value * unit - other) <= ROUNDED * other + one.half * unit


def _alike(times: Sequence[Sequence[float]]) -> tuple[int, int] | None:
    """The first two ranks whose clocks gave the same time of every iteration, which two clocks never do."""
    seen: dict[int, int] = {}
    for rank, each in enumerate(times):
        first = seen.setdefault(hash(tuple(each)), rank)
        if first != rank and list(times[first]) == list(each) and len(set(each)) >= DIFFERENT:
            return first, rank
    return None


def disagreement(row: MeasuredSize) -> str | None:
    """Why a record is not of the cell it cites, or its times not of the ranks it names; None where all agrees."""
    return _of_its_ranks(row) or _of_its_groups(row) or _of_its_cell(row)


def _of_its_ranks(row: MeasuredSize) -> str | None:
    """Each rank that is named was timed by a clock of its own."""
    rows = {len(times) for times in (row.times, row.alone, row.compute) if times}
    found = ", ".join(map(str, sorted(rows)))
    same = _alike(row.times or ())
    if same is not None:
        return phrase("ranks {first} and {second} have the same time of every iteration", first=same[0], second=same[1])
    named = sum(len(members) for members in row.members) if row.members else None
    if len(rows) > 1 or (named is not None and rows and rows != {named}):
        return phrase("{named} ranks are named, and there are times of {times}", named=named, times=found)
    if named is None and row.ranks and any(one > row.ranks and one % row.ranks for one in rows):
        return phrase("times of {found} ranks are no groups of {ranks}", found=found, ranks=row.ranks)
    return None


def _of_its_groups(row: MeasuredSize) -> str | None:
    """The members that are named are those of as many groups of as many ranks."""
    one_way = row.collective == "p2p" and row.groups == 1
    if row.members and not one_way and {len(members) for members in row.members} != {row.ranks}:
        members = ", ".join(str(len(members)) for members in row.members[:8])
        return phrase("a group of {ranks} ranks names {members}", ranks=row.ranks, members=members)
    if row.members and row.collective != "p2p" and len(row.members) != row.groups:
        return phrase("{groups} groups at once, and {named} are named", groups=row.groups, named=len(row.members))
    return None


def _of_its_cell(row: MeasuredSize) -> str | None:
    """Requirement, group, condition, skew and size are those of the cell that it cites."""
    cited = _CELL.fullmatch(row.cell)
    if cited is None:
        return None
    for name in ("requirement", "group", "condition"):
        if getattr(row, name) != cited[name]:
            return _another(word(name), cited[name], getattr(row, name) or word("none"))
    if row.skew is not None and f"{row.skew:g}" != cited["skew"]:
        return _another(word("skew"), cited["skew"], f"{row.skew:g}")
    if abs(row.n - int(cited["n"])) > WIDEST * (row.ranks or 1):
        return _another("n", cited["n"], str(row.n))
    return None


def _another(name: str, cited: str, own: str) -> str:
    return phrase("the cell is of {name} {cited}, and the record of {own}", name=name, cited=cited, own=own)


@dataclass
class Repeats:
    """Which repeats of which cells are there, of those that were to be."""

    source: str
    found: dict[str, set[int]] = field(default_factory=dict)
    last: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Line of the last record of a cell, and how many repeats it says there are to be."""
    failed: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)

    def took(self, row: MeasuredSize, line: int) -> None:
        """A record was taken."""
        if row.cell and row.repeat is not None and row.repeats is not None:
            self.found.setdefault(row.cell, set()).add(row.repeat)
            self.last[row.cell] = (line, row.repeats)
            self.failed.pop((row.cell, row.repeat), None)

    def failed_at(self, row: NotRun, line: int) -> None:
        """A repeat could not be run; a later record of it counts."""
        self.failed[row.cell, row.repeat] = (line, row.not_run)

    def ends(self) -> Iterator[Rejection]:
        """What is missing, cell by cell."""
        for (cell, repeat), (line, why) in self.failed.items():
            yield Rejection(self.source, line, phrase("not run: {why}", why=why), f"{cell} repeat {repeat}"[:200])
        for cell, (line, wanted) in self.last.items():
            left = set(range(1, wanted + 1)) - self.found[cell] - {at for name, at in self.failed if name == cell}
            if left:
                named = ", ".join(map(str, sorted(left)[:20]))
                yield Rejection(
                    self.source,
                    line,
                    phrase("repeat {named} of {wanted} is missing", named=named, wanted=wanted),
                    cell[:200],
                )
