"""What records of a test kit must agree in: with the cell they cite, and with how many there are to be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

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
        return f"{named} ranks are named, and there are times of {', '.join(map(str, sorted(rows)))}"
    one_way = row.collective == "p2p" and row.groups == 1
    if row.members and not one_way and {len(members) for members in row.members} != {row.ranks}:
        return f"a group of {row.ranks} ranks names {', '.join(str(len(members)) for members in row.members[:8])}"
    if row.members and row.collective != "p2p" and len(row.members) != row.groups:
        return f"{row.groups} groups at once, and {len(row.members)} are named"
    cited = _CELL.fullmatch(row.cell)
    if cited is None:
        return None
    for name in ("requirement", "group", "condition"):
        if getattr(row, name) != cited[name]:
            return f"the cell is of {name} {cited[name]}, and the record of {getattr(row, name) or 'none'}"
    if row.skew is not None and f"{row.skew:g}" != cited["skew"]:
        return f"the cell is of skew {cited['skew']}, and the record of {row.skew:g}"
    if abs(row.n - int(cited["n"])) > WIDEST * (row.ranks or 1):
        return f"the cell is of n {cited['n']}, and the record of {row.n}"
    return None


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
            yield Rejection(self.source, line, f"not run: {why}", f"{cell} repeat {repeat}"[:200])
        for cell, (line, wanted) in self.last.items():
            left = set(range(1, wanted + 1)) - self.found[cell] - {at for name, at in self.failed if name == cell}
            if left:
                named = ", ".join(map(str, sorted(left)[:20]))
                yield Rejection(self.source, line, f"repeat {named} of {wanted} is missing", cell[:200])
