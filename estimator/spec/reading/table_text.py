"""A table of numbers in a file of its own, as JSON or CSV: rows with the line that each stands on."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from math import isfinite
from typing import Any, NamedTuple

from estimator.phrase import phrase
from estimator.units import LIMITS

BYTE_LIMIT = 32 * 2**20
"""Bytes of a file: about 1,500 rows of as many whole numbers."""
MOST = LIMITS["size"][1]
_SPACE = " \t\r\n"


class TableError(Exception):
    """Why a text is no table of numbers; ``line`` counts from 1, None where it is the file as a whole."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


class NumberedRow(NamedTuple):
    """One row of a table and the line it stands on."""

    line: int
    cells: tuple[float, ...]


def table_rows(content: bytes) -> tuple[NumberedRow, ...]:
    """The rows of a table: JSON where it starts with a bracket, else CSV; one row without brackets around it too.

    Numbers from 0 on. Raises TableError with what is wrong and where.
    """
    if len(content) > BYTE_LIMIT:
        raise TableError(phrase("larger than {most} MiB; no such table is", most=BYTE_LIMIT // 2**20))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TableError("is not text in UTF-8") from None
    found = _json_rows(text) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text)
    rows = tuple(
        NumberedRow(line, tuple(_numbers(number, line, cells))) for number, (line, cells) in enumerate(found, start=1)
    )
    if not rows:
        raise TableError("holds no numbers")
    return rows


def _json_rows(text: str) -> list[tuple[int, list[Any]]]:
    try:
        found = json.loads(text)
    except JSONDecodeError as error:
        raise TableError(phrase("is not JSON: {msg}", msg=error.msg), error.lineno, error.colno) from None
    except (RecursionError, ValueError):
        raise TableError("is no table of numbers") from None
    if not isinstance(found, list) or not all(isinstance(row, list) for row in found):
        single = isinstance(found, list) and not any(isinstance(row, (list, dict)) for row in found)
        if not single:
            raise TableError("is no list of rows")
        return [(1, found)]
    return list(zip(_lines(text), found, strict=True))


def _lines(text: str) -> Iterator[int]:
    """The line that each entry of a JSON list begins on."""
    decoder, at, line = JSONDecoder(), text.index("[") + 1, 1
    line += text.count("\n", 0, at)
    while True:
        start = at
        while text[at] in _SPACE or text[at] == ",":
            at += 1
        line += text.count("\n", start, at)
        if text[at] == "]":
            return
        yield line
        _, end = decoder.raw_decode(text, at)
        line += text.count("\n", at, end)
        at = end


def _csv_rows(text: str) -> list[tuple[int, list[Any]]]:
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        return [(reader.line_num, [_typed(cell.strip()) for cell in row]) for row in reader if row]
    except csv.Error as error:
        raise TableError(phrase("is not CSV: {error}", error=error), reader.line_num) from None


def _typed(cell: str) -> float | str:
    try:
        return float(cell) if "_" not in cell else cell
    except ValueError:
        return cell


def _numbers(row: int, line: int, cells: list[Any]) -> Iterator[float]:
    for column, cell in enumerate(cells, start=1):
        plain = isinstance(cell, (int, float)) and not isinstance(cell, bool)
        if not plain or not 0 <= cell <= MOST or not isfinite(cell):
            raise TableError(
                phrase(
                    "row {row}, column {column}: '{cell}' is no number from 0 to {most:g}",
                    row=row,
                    column=column,
                    cell=str(cell)[:40],
                    most=MOST,
                ),
                line,
            )
        yield float(cell)
