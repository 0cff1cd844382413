"""A table as it was read: cells with their names, whatever file they came from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class TableCell(NamedTuple):
    """A cell that is not empty: its name, such as J7, and what it says.

    ``formula``: what works it out, "" of a plain one; ``text`` is "" where no program has worked it out yet.
    """

    name: str
    text: str
    formula: str = ""


class TableRow(NamedTuple):
    """The cells of a row by the number of their column, from 0."""

    number: int
    cells: Mapping[int, TableCell]


class Table(NamedTuple):
    """The rows that hold something; ``shown``: the file as messages name it, ``name``: its own."""

    shown: str
    name: str
    rows: tuple[TableRow, ...]
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()


def letters(column: int) -> str:
    """The name of a column from its number: 0 is A, 26 is AA."""
    name = ""
    while column >= 0:
        name = LETTERS[column % 26] + name
        column = column // 26 - 1
    return name


def plain(text: str) -> str:
    """A head or word without case, blanks, hyphens and low lines: "All-to-All" is "alltoall"."""
    return re.sub(r"[\s_\-\u00b7]+", "", text.casefold())
