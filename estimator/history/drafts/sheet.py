"""A table as it was read: cells with their names, whatever file they came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

RANGE = re.compile(r"([A-Z]+)([0-9]+):([A-Z]+)([0-9]+)")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class TableCell(NamedTuple):
    """A cell that is not empty: its name, such as J7, and what it says.

    ``formula``: what works it out, "" of a plain one; ``text`` is "" where no program has worked it out yet.
    """

    name: str
    text: str
    formula: str = ""


class TableRow(NamedTuple):
    """The cells of a row by the number of their column, from 0; of a table that is turned, of a column by its row."""

    number: int
    cells: Mapping[int, TableCell]
    turned: bool = False

    @property
    def name(self) -> str:
        """What the file calls it: 7, or G of a column."""
        return letters(self.number - 1) if self.turned else str(self.number)


class Table(NamedTuple):
    """The rows that hold something; ``shown``: the file as messages name it, ``name``: its own.

    ``merged``: ranges of merged cells; ``notes``: cells with a note.
    """

    shown: str
    name: str
    rows: tuple[TableRow, ...]
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def letters(column: int) -> str:
    """The name of a column from its number: 0 is A, 26 is AA."""
    name = ""
    while column >= 0:
        name = LETTERS[column % 26] + name
        column = column // 26 - 1
    return name


def column_of(name: str) -> int:
    """The number of a column, from 0, from its name: A is 0, AA is 26."""
    number = 0
    for letter in name:
        number = number * 26 + LETTERS.index(letter) + 1
    return number - 1


def spread(table: Table) -> Table:
    """The table with the text of cells that are merged downwards in each of their rows, as it reads on paper."""
    rows = {row.number: dict(row.cells) for row in table.rows}
    last = max(rows, default=0)
    for merged in table.merged:
        found = RANGE.fullmatch(merged)
        if found is None or (first := rows.get(int(found[2]), {}).get(column := column_of(found[1]))) is None:
            continue
        for number in range(int(found[2]) + 1, min(int(found[4]), last) + 1):
            if number in rows:
                rows[number].setdefault(column, first)
    return table._replace(rows=tuple(TableRow(number, cells) for number, cells in sorted(rows.items())))


def several_rows(merged: Iterable[str]) -> list[str]:
    """The ranges of more than one row, in the order of the sheet."""
    found = [one for name in merged if (one := RANGE.fullmatch(name)) is not None and one[2] != one[4]]
    return [one[0] for one in sorted(found, key=lambda one: (int(one[2]), column_of(one[1])))]


def turned(table: Table) -> Table:
    """The table with its columns as rows, of one whose heads stand below each other; cells keep their names."""
    columns: dict[int, dict[int, TableCell]] = {}
    for row in table.rows:
        for at, cell in row.cells.items():
            columns.setdefault(at, {})[row.number - 1] = cell
    return table._replace(rows=tuple(TableRow(at + 1, cells, turned=True) for at, cells in sorted(columns.items())))


def plain(text: str) -> str:
    """A head or word without case, blanks, hyphens and low lines: "All-to-All" is "alltoall"."""
    return re.sub(r"[\s_\-\u00b7]+", "", text.casefold())
