"""One header's table while it is read: lines come in, rows that another line has cut are put together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from estimator.tools import records
from estimator.tools.readers.register import Register
from estimator.tools.readers.table.cells import Cells, cells_of, placed
from estimator.tools.readers.table.checks import Checks, TableHead
from estimator.tools.readers.table.layout import TableColumn, grouped
from estimator.tools.readers.table.part import SHOWN, LogPart
from estimator.tools.readers.table.rows import CUT_OFF, LOST, Broken, CutRow, RowReader, trimmed
from estimator.tools.readers.tokens import NOTHING, printed
from estimator.tools.records import Ended, Event, Rejection, Told

MOST_PARTS = 64
UNITS = frozenset({"ns", "us", "ms", "s", "GB/s", "MB/s"})
NO_TIMES: Mapping[int, tuple[tuple[float, ...], ...]] = MappingProxyType({})
FULL = ("low", "high", "iterations")
"""What -f of OSU prints behind the mean."""
_TAIL = re.compile(r"\s*\d+\.\d+\s*")
ASKEW = 3
"""Characters that a number may stand beside its column's name."""


@dataclass
class Pending:
    """A row that another line has cut: ``start`` its line, ``lines`` those of the tokens after the lead."""

    tokens: list[str]
    start: int
    lines: list[int]
    lead: int
    glued: bool = False
    """Whether its last number ran into another text and was left out."""


class Sheet:
    """Takes the lines under one header."""

    def __init__(self, head: TableHead, source: str, told: Told, register: Register) -> None:
        self.head, self.source, self.told, self.register = head, source, told, register
        self.layout = head.layout
        self.checks, self.rows = Checks(head, told), RowReader(head.layout, told.size_kilo or 0.0)
        self.parts: dict[tuple[str, str, int | None], LogPart] = {}
        self.pending: Pending | None = None
        self.last_size = -1
        self.form: set[int] = set()
        self.width = len(head.layout.columns)
        kinds = {column.kind for column in head.layout.columns}
        self.checkable = "time" not in kinds or bool(kinds & {"algbw", "busbw", "rate"})
        """Whether a number that is not the row's would show: its bandwidth would not be size / time."""
        self.described = head.layout.place("type") is not None and head.layout.split == "space"
        self.closed = self.tailed = False

    def offer(self, text: str, line: int, ended: bool) -> list[Event] | None:
        """The events a line of text gives; None when it is no line of this table."""
        if self._is_tail(text):
            return []
        tokens = cells_of(self.layout, text)
        if self.head.rules.units_in_rows:
            tokens = [token for token in tokens if token not in UNITS]
        if not tokens or not tokens[0]:
            return None
        if self.pending is not None and self._continues(self.pending, tokens):
            return self._continued(self.pending, tokens, line, ended)
        if not tokens[0][0].isdigit() and not self._sized(tokens):
            return None
        if len(tokens) > self.width:
            self._widened(tokens)
        cut = trimmed(self.layout, tokens) if len(tokens) != self.width else CutRow(tokens, False)
        cells = placed(self.layout, cut.tokens)
        if cells is None:
            stub = self.described and self._stub(tokens, ended)
            return [*self.flush(), self._refused(line, CUT_OFF, text)] if stub else None
        if len(cut.tokens) > self.width and not self.checkable:
            return [*self.flush(), self._refused(line, "more numbers than the header has columns", text)]
        if cut.glued and len(cut.tokens) > self.layout.lead:
            cells = Cells(cells.lead, cells.measured[:-1])
        return self.flush() + self._row(self._aligned(cells, text), text, line, ended, cut.glued)

    def _sized(self, tokens: list[str]) -> bool:
        """Whether a row that starts with a word has its size where the head of a told table puts it."""
        place = self.layout.place("size") if self.layout.wordy else None
        return place is not None and place < len(tokens) and tokens[place][:1].isdigit()

    def typed(self, dtype: str) -> None:
        """The line below the header names the element type, where no line above it did."""
        if not self.parts and not self.head.facts.dtype:
            self.head.facts.dtype = dtype

    def _widened(self, tokens: list[str]) -> bool:
        """Whether a header of OSU leaves out what -f adds, least, largest and iterations, which its rows then have."""
        kinds = [column.kind for column in self.layout.columns]
        launch, numbers = self.head.facts.launch, [printed(text) for text in tokens[1:4]]
        if self.parts or self.head.rules.tool != "osu" or kinds != ["size", "time"] or len(tokens) != len(FULL) + 2:
            return False
        if launch is None or "-f" not in launch.options or not tokens[4].isdigit() or None in numbers:
            return False
        time = self.layout.columns[1]
        columns = (*self.layout.columns, *(time._replace(kind=kind) for kind in FULL[:2]), TableColumn(FULL[2]))
        layout = replace(self.layout, columns=columns, groups=grouped(list(columns)))
        self.head = self.head._replace(layout=layout)
        self.head.facts.notes.append(
            "the header leaves out the columns of -f: least, largest, iterations by their order"
        )
        self.layout, self.width = layout, len(columns)
        self.checks, self.rows = Checks(self.head, self.told), RowReader(layout, self.told.size_kilo or 0.0)
        return True

    def _row(self, cells: Cells, text: str, line: int, ended: bool, glued: bool) -> list[Event]:
        whole = len(cells.measured) >= self.width - self.layout.lead
        if self.described and not whole:
            lead = [text for text in cells.lead if text is not None]
            lines = [line] * len(cells.measured)
            self.pending = Pending([*lead, *cells.measured], line, lines, len(lead), glued)
            return [] if ended else self.flush(ended=False)
        if self.head.rules.rising and not self._rises(cells):
            return [self._refused(line, "a smaller size without a new header: not a row of this table", text)]
        return self.take(cells, [line] * max(1, len(cells.measured)), ended, text, glued=glued)

    def _stub(self, tokens: list[str], ended: bool) -> bool:
        """Whether tokens are a row that breaks off before the element type is whole."""
        counted = len(tokens) in (2, 3) and tokens[1].isdigit() and (len(tokens) == 2 or tokens[2].isalpha())
        return tokens[0].isdigit() and (counted or (len(tokens) == 1 and not ended))

    def _is_tail(self, text: str) -> bool:
        """Whether a line is the last column alone, which the line length of a mail put below its row."""
        if self.head.rules.tool != "imb":
            return False
        if not self.parts and text.strip().lower() == "mbytes/sec":
            self.tailed = True
            self.head.facts.notes.append("the last column stands on lines of its own: it is left out")
            return True
        return self.tailed and _TAIL.fullmatch(text) is not None

    def _aligned(self, cells: Cells, text: str) -> Cells:
        """Numbers that stand under the second group of columns are put there: the first is blank."""
        groups = self.rows.groups
        width = len(groups[0].places)
        if len(groups) != 2 or len(cells.measured) != width or not self.layout.columns[self.layout.lead].end:
            return cells
        end = _end_of(text, self.layout.lead - cells.lead.count(None))
        first, second = (self.layout.columns[self.layout.lead + group.places[0]].end for group in groups)
        if abs(end - second) <= ASKEW < abs(end - first):
            return Cells(cells.lead, [*([""] * width), *cells.measured])
        return cells

    def _rises(self, cells: Cells) -> bool:
        size = cells.lead[0] or ""
        value = int(size) if size.isdigit() and len(size) < 19 else -1
        rises = value > self.last_size
        self.last_size = max(self.last_size, value)
        return rises

    def _continues(self, pending: Pending, tokens: list[str]) -> bool:
        """Whether a line of bare numbers can be the rest of the row that was cut."""
        room = pending.lead + self.width - self.layout.lead - len(pending.tokens)
        return 0 < len(tokens) <= room and all(text in NOTHING or printed(text) for text in tokens)

    def _continued(self, pending: Pending, tokens: list[str], line: int, ended: bool) -> list[Event]:
        pending.tokens += tokens
        pending.lines += [line] * len(tokens)
        full = len(pending.tokens) >= pending.lead + self.width - self.layout.lead
        return self.flush(ended) if full or not ended else []

    def flush(self, ended: bool = True) -> list[Event]:
        """Take the row that was cut, with what came of it."""
        pending, self.pending = self.pending, None
        if pending is None:
            return []
        cells, text = placed(self.layout, pending.tokens), " ".join(pending.tokens)
        if cells is None:
            return [self._refused(pending.start, "the row is cut in two and its parts do not fit", text)]
        return self.take(cells, pending.lines or [pending.start], ended, text, start=pending.start, glued=pending.glued)

    def take(
        self,
        cells: Cells,
        lines: list[int],
        ended: bool,
        text: str,
        start: int | None = None,
        times: Mapping[int, tuple[tuple[float, ...], ...]] = NO_TIMES,
        glued: bool = False,
    ) -> list[Event]:
        """The events of one row whose tokens are placed; ``lines`` are those of the measured tokens.

        ``start`` is the line of its size where that is another one; ``times`` each process's times by group;
        ``glued``: a number behind the tokens was left out.
        """
        row = self.rows.row(cells, lines, ended, self.form)
        if isinstance(row, Broken):
            return [self._refused(lines[0] if start is None else start, row.reason, text)]
        if start is not None:
            row = row._replace(line=start)
        if times:
            row = row._replace(sides=tuple(side._replace(times=times.get(side.group, ())) for side in row.sides))
        if ended and cells.measured and len(self.form) < 4:
            self.form.add(len(cells.measured[-1].partition(".")[2]))
        part = self.parts.get((row.dtype, row.redop, row.root))
        if part is None:
            part = self._part(row.line, row.dtype, row.redop, row.root)
            if part is None:
                return [self._refused(row.line, "too many element types and reductions under one header", text)]
        lost = row.lost or (glued and len(row.sides) < len(self.rows.groups))
        return part.add(row, text) + ([self._refused(row.line, LOST, text)] if lost else [])

    def _part(self, line: int, dtype: str, redop: str, root: int | None) -> LogPart | None:
        if len(self.parts) >= MOST_PARTS:
            return None
        line = line if self.parts else self.head.line
        part = LogPart(self.head, self.checks, self.source, self.told, self.register, line, dtype, redop, root)
        self.parts[(dtype, redop, root)] = part
        return part

    def close(self) -> list[Event]:
        """The records that still wait; afterwards no row is taken."""
        events = self.flush()
        for part in self.parts.values():
            events += part.settled()
        self.closed = True
        return events

    def end(self, failed: bool, wrong: bool) -> list[Event]:
        """Close, and tell of each table how many records it gave and what its end showed."""
        events = self.close()
        flags = ((records.FAILED,) if failed else ()) + ((records.WRONG,) if wrong else ())
        for part in self.parts.values():
            if part.table is not None:
                events.append(Ended(part.table, part.given, flags + part.flags))
        return events

    def _refused(self, line: int, reason: str, text: str) -> Rejection:
        return Rejection(self.source, line, reason, text.strip()[:SHOWN])


def _end_of(text: str, number: int) -> int:
    """Where the token of a number (from 0) ends in a text."""
    at = 0
    for token in text.split()[: number + 1]:
        at = text.index(token, at) + len(token)
    return at
