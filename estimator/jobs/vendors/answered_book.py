"""The workbook that a vendor filled in, read: no formula, no changed question, every cell known by its name."""

import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from estimator.errors import Problem, SpecError, UserError
from estimator.history.vendors.answers import Placed
from estimator.jobs.inputs.files import SIZE_LIMIT
from estimator.jobs.vendors.answered_rows import MOST_ROWS, AnsweredRow, Line, SheetCell, placed_rows
from estimator.phrase import phrase
from estimator.report.tables.exchange.answer_sheet import ABOUT, COLUMNS, HEAD_ROW, KEYS, SHEET
from estimator.spec.values.quantity import said

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Of the columns: there are fewer than letters."""
UNREADABLE = (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, ParseError)


def answered_book(path: Path) -> Placed:
    """The answers in a workbook, and what is wrong with it, by cell.

    Raises UserError where it is no workbook of ours, SpecError where it says no longer what it is of.
    """
    about, lines = _read(path)

    def placing(problem: Problem, cell: str) -> Problem:
        return replace(problem, file=f"{path}:{cell or ABOUT}")

    return placed_rows(about, map(_row, lines), placing, _cell_of)


def _row(line: Line) -> AnsweredRow:
    number = next(iter(line.values())).name.lstrip(LETTERS)
    return AnsweredRow(line, {key: f"{letter}{number}" for key, letter in zip(KEYS, LETTERS, strict=False)})


def _cell_of(problem: Problem) -> str:
    return (problem.file or "").rpartition(":")[2]


def _read(path: Path) -> tuple[dict[str, Any], list[Line]]:
    """What the workbook is of, and its rows."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    hint = "give the workbook that commspec respond export wrote, saved as .xlsx"
    try:
        with zipfile.ZipFile(path) as parts:
            if sum(part.file_size for part in parts.infolist()) > 4 * SIZE_LIMIT:
                raise UserError(phrase("{path}: too large once unpacked; {hint}", path=path, hint=hint))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of choices and colours that other programs write in their own way
            book = load_workbook(path, read_only=True, data_only=False)
            try:
                about, lines = _about(book[ABOUT]), list(_lines(book[SHEET], path))
            finally:
                book.close()
    except (*UNREADABLE, InvalidFileException) as error:
        raise UserError(
            phrase("{path}: cannot be read as a workbook of answers; {hint}", path=path, hint=hint)
        ) from error
    return about, lines


def _about(sheet: Any) -> dict[str, Any]:
    rows = [row for row in sheet.iter_rows(max_row=20, max_col=2) if len(row) > 1 and row[1].data_type != "f"]
    told = {str(key.value): _text(value.value) for key, value in rows}
    head: dict[str, Any] = {key: told[key] for key in ("commspec_answers", "vendor") if key in told}
    return {**head, "document": {key: told[key] for key in ("id", "version") if key in told}}


def _lines(sheet: Any, path: Path) -> Iterator[Line]:
    for number, row in enumerate(sheet.iter_rows(max_col=len(COLUMNS)), 1):
        if number > MOST_ROWS:
            raise UserError(phrase("{path}: more than {most_rows} rows", path=path, most_rows=MOST_ROWS))
        line = {key: found for key, cell in zip(KEYS, row, strict=False) if (found := _cell(cell)) is not None}
        if number == HEAD_ROW:
            _same_heads(line, path)
        elif line:
            yield line


def _cell(cell: Any) -> SheetCell | None:
    """A cell of openpyxl; None where it is empty."""
    if cell.value is None or cell.value == "":
        return None
    return SheetCell(str(cell.coordinate), _text(cell.value), cell.data_type == "f")


def _text(value: object) -> str:
    """What a cell says: a date as it is written in a spec, a whole number without a point."""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value).strip()


def _same_heads(line: Line, path: Path) -> None:
    wrong = []
    for column in COLUMNS:
        cell = line.get(column.key)
        if cell is None or cell.formula or cell.text not in (column.head.zh, column.head.en):
            what = phrase(
                "{text} is no longer the head of {key}", text=said(cell.text if cell else None), key=column.key
            )
            place = f"{path}:{cell.name if cell else SHEET}"
            wrong.append(Problem((), what, "leave the heads and the order of the columns", "tampered", file=place))
    if wrong:
        raise SpecError(wrong)
