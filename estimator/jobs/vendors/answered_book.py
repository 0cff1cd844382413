"""The workbook that a vendor filled in, read: no formula, no changed question, every cell known by its name."""

import re
import warnings
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from estimator.errors import Problem, SpecError, UserError
from estimator.history.vendors.answers import Placed
from estimator.jobs.inputs.book_parts import BROKEN, Places, book_parts
from estimator.jobs.vendors.answered_rows import MOST_ROWS, AnsweredRow, Line, SheetCell, placed_rows
from estimator.phrase import phrase
from estimator.report.tables.exchange.answer_sheet import ABOUT, ASKED, COLUMNS, HEAD_ROW, KEYS, SHEET
from estimator.spec.reading.suggest import choice
from estimator.spec.values.quantity import said

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Of the columns: there are fewer than letters."""
BESIDE = 40
"""Columns beside ours in which something that is not read is looked for."""


@dataclass(frozen=True, slots=True)
class _Sheets:
    """What the workbook is of, the ids that it was exported with, its rows, and what else it holds, by cell."""

    about: dict[str, Any]
    asked: tuple[str, ...]
    lines: list[Line]
    unread: list[tuple[str, str]]
    places: Places


def answered_book(path: Path) -> Placed:
    """The answers in a workbook, and what is wrong with it, by cell.

    Raises UserError where it is no workbook of ours, SpecError where it says no longer what it is of.
    """
    found = _read(path)

    def placing(problem: Problem, cell: str) -> Problem:
        return replace(problem, file=f"{path}:{cell or ABOUT}")

    placed = placed_rows(found.about, map(_row, found.lines), placing, _cell_of)
    lost = [placing(one, SHEET) for one in _lost(found.asked, placed.data["answers"])]
    beside = [placing(one, cell) for cell, one in _beside(found)]
    return replace(placed, problems=(*placed.problems, *lost, *beside))


def _lost(asked: Collection[str], given: Collection[str]) -> Iterator[Problem]:
    """Requirements whose row was taken out of the workbook."""
    for name in asked:
        if name not in given:
            hint = "take the row from the file that was exported"
            yield Problem(("answers", name), "its row is gone", hint, "tampered")


def _beside(found: _Sheets) -> Iterator[tuple[str, Problem]]:
    """What a vendor said where it is not read, by cell; merged cells, of which only the first one holds anything."""
    ids = {next(iter(line.values())).name.lstrip(LETTERS): line["id"].text for line in found.lines if "id" in line}

    def unread(cell: str, what: str, hint: str) -> tuple[str, Problem]:
        name = ids.get(re.sub("[^0-9].*", "", cell.lstrip(LETTERS)))
        return cell, Problem(("answers", name) if name else ("answers",), what, hint, "unread")

    for merged in found.places.merged:
        if not merged.endswith(tuple(f"{letter}{HEAD_ROW}" for letter in LETTERS)):
            what = phrase("of the merged cells {merged} only the first is read", merged=merged)
            yield unread(merged.partition(":")[0], what, "undo the merge, and fill in each cell")
    for note in found.places.notes:
        yield unread(note, "a note on the cell is not read", "say it in remark")
    for cell, text in found.unread:
        yield unread(cell, phrase("{text} is not read", text=said(text)), "say it in remark")


def _row(line: Line) -> AnsweredRow:
    number = next(iter(line.values())).name.lstrip(LETTERS)
    return AnsweredRow(line, {key: f"{letter}{number}" for key, letter in zip(KEYS, LETTERS, strict=False)})


def _cell_of(problem: Problem) -> str:
    return (problem.file or "").rpartition(":")[2]


def _read(path: Path) -> _Sheets:
    """What the workbook is of, and its rows."""
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    parts = book_parts(path)
    if missing := [name for name in (SHEET, ABOUT) if name not in parts.sheets]:
        what = phrase("{path}: there is no sheet {missing}", path=path, missing=choice(missing))
        hint = phrase("leave the sheets of the export as they were, here are {names}", names=", ".join(parts.sheets))
        raise UserError(phrase("{what}; {hint}", what=what, hint=hint))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of choices and colours that other programs write in their own way
            book = load_workbook(path, read_only=True, data_only=False)
            try:
                about, asked = _about(book[ABOUT])
                lines, unread = _lines(book[SHEET], path)
                others = [name for name in book.sheetnames if name not in (SHEET, ABOUT)]
                unread += [cell for name in others for cell in _first(book[name], name)]
            finally:
                book.close()
    except (*BROKEN, OSError, InvalidFileException) as error:
        hint = "give the workbook that commspec respond export wrote, saved as .xlsx"
        raise UserError(
            phrase("{path}: cannot be read as a workbook of answers; {hint}", path=path, hint=hint)
        ) from error
    return _Sheets(about, asked, lines, unread, parts.sheets[SHEET])


def _about(sheet: Any) -> tuple[dict[str, Any], tuple[str, ...]]:
    rows = [row for row in sheet.iter_rows(max_row=MOST_ROWS, max_col=2) if len(row) > 1 and row[1].data_type != "f"]
    pairs = [(str(key.value), _text(value)) for key, value in rows if value.value is not None]
    told = {key: text for key, text in pairs if key != ASKED}
    head: dict[str, Any] = {key: told[key] for key in ("commspec_answers", "vendor") if key in told}
    document = {key: told[key] for key in ("id", "version") if key in told}
    return {**head, "document": document}, tuple(text for key, text in pairs if key == ASKED)


def _first(sheet: Any, name: str) -> list[tuple[str, str]]:
    """The first cell of a sheet of the vendor's own that holds something."""
    for row in sheet.iter_rows(max_row=MOST_ROWS, max_col=BESIDE):
        for cell in row:
            if cell.value not in (None, ""):
                return [(f"{name}!{cell.coordinate}", _text(cell))]
    return []


def _lines(sheet: Any, path: Path) -> tuple[list[Line], list[tuple[str, str]]]:
    lines: list[Line] = []
    unread: list[tuple[str, str]] = []
    sheet.reset_dimensions()  # what a sheet says of its own extent may be anything
    for number, row in enumerate(sheet.iter_rows(max_col=len(COLUMNS) + BESIDE), 1):
        if number > MOST_ROWS:
            raise UserError(phrase("{path}: more than {most_rows} rows", path=path, most_rows=MOST_ROWS))
        line = {key: found for key, cell in zip(KEYS, row, strict=False) if (found := _cell(cell)) is not None}
        unread += [(cell.name, cell.text) for one in row[len(COLUMNS) :] if (cell := _cell(one)) is not None]
        if number == HEAD_ROW:
            _same_heads(line, path)
        elif line:
            lines.append(line)
    return lines, unread


def _cell(cell: Any) -> SheetCell | None:
    """A cell of openpyxl; None where it is empty."""
    if cell.value is None or cell.value == "":
        return None
    return SheetCell(str(cell.coordinate), _text(cell), cell.data_type == "f")


def _text(cell: Any) -> str:
    """What a cell says: a date as it is written in a spec, a whole number without a point, a share in per cent."""
    value = cell.value
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, int | float) and not isinstance(value, bool) and "%" in str(cell.number_format):
        return f"{value * 100:.12g} %"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value).strip()


def _same_heads(line: Line, path: Path) -> None:
    """Raises SpecError where the columns are no longer those of the export: one mistake, however many moved."""
    wrong = []
    for column in COLUMNS:
        cell = line.get(column.key)
        if cell is None or cell.formula or cell.text not in (column.head.zh, column.head.en):
            wrong.append((column, cell))
    if not wrong:
        return
    column, cell = wrong[0]
    what = phrase("{text} is no longer the head of {key}", text=said(cell.text if cell else None), key=column.key)
    if len(wrong) > 1:
        what = phrase("{what}, and {more} heads more are others", what=what, more=len(wrong) - 1)
    place = f"{path}:{cell.name if cell else f'{LETTERS[COLUMNS.index(column)]}{HEAD_ROW}'}"
    raise SpecError([Problem((), what, "leave the heads and the order of the columns", "tampered", file=place)])
