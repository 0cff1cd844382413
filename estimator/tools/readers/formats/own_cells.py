"""What records of a test kit must agree in: with the cell they cite, and with how many there are to be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from estimator.phrase import phrase, word
from estimator.tools.readers.formats.own_format import MeasuredSize, NotRun
from estimator.tools.records import Rejection

_CELL = re.compile(
    r"(?P<requirement>[^/]+)/(?P<group>[^/]*)/(?P<condition>[^/]+)/skew=(?P<skew>[^/]+)/at_once=\d+(?:/place=\d+)?"
    r"/n=(?P<n>\d+)(?:/pair=\d+-\d+)?"
)
WIDEST = 8
"""Bytes of the widest element: a size is rounded to whole shares, by half an element a rank or up to one each."""


def disagreement(row: MeasuredSize) -> str | None:
    """Why a record is not of the cell it cites, or its times not of the ranks it names; None where all agrees."""
    rows = {len(times) for times in (row.times, row.alone, row.compute) if times}
    named = sum(len(members) for members in row.members) if row.members else None
    if len(rows) > 1 or (named is not None and rows and rows != {named}):
        times = ", ".join(map(str, sorted(rows)))
        return phrase("{named} ranks are named, and there are times of {times}", named=named, times=times)
    one_way = row.collective == "p2p" and row.groups == 1
    if row.members and not one_way and {len(members) for members in row.members} != {row.ranks}:
        members = ", ".join(str(len(members)) for members in row.members[:8])
        return phrase("a group of {ranks} ranks names {members}", ranks=row.ranks, members=members)
    if row.members and row.collective != "p2p" and len(row.members) != row.groups:
        return phrase("{groups} groups at once, and {named} are named", groups=row.groups, named=len(row.members))
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
