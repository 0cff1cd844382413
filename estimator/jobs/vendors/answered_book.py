"""The workbook that a vendor filled in, read: no formula, no changed question, every cell known by its name."""

import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

from estimator.errors import Problem, SpecError, UserError
from estimator.history.vendors.answers import Placed
from estimator.jobs.inputs.files import SIZE_LIMIT
from estimator.phrase import phrase
from estimator.report.tables.exchange.answer_sheet import ABOUT, CHECKED, COLUMNS, HEAD_ROW, KEYS, SHEET, check_of
from estimator.report.tables.rows import like_formula
from estimator.spec.values.quantity import said

NUMBER = re.compile(r"[0-9.eE+-]+")
MOST_ROWS = 20_000
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Of the columns: there are fewer than letters."""
FILLED = tuple(column.key for column in COLUMNS if not column.locked)
UNREADABLE = (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, ParseError)


class SheetCell(NamedTuple):
    """A cell that is not empty: its name, such as J7, what it says, and whether that is worked out by a formula."""

    name: str
    text: str
    formula: bool


Line = Mapping[str, SheetCell]
"""The cells of a row by the key of their column."""


def answered_book(path: Path) -> Placed:
    """The answers in a workbook, and what is wrong with it, by cell.

    Raises UserError where it is no workbook of ours, SpecError where it says no longer what it is of.
    """
    about, lines = _read(path)
    cells: dict[tuple[str, str], str] = {}
    answers: dict[str, dict[str, Any]] = {}
    problems: list[Problem] = []
    for line in lines:
        name = line["id"].text if "id" in line and not line["id"].formula else ""
        if name not in answers:
            row = next(iter(line.values())).name.lstrip(LETTERS)
            cells |= {(name, key): f"{letter}{row}" for key, letter in zip(KEYS, LETTERS, strict=False)}
        found = [replace(problem, file=f"{path}:{cell}") for cell, problem in _wrong(line, name, name in answers)]
        problems += found
        if name and name not in answers:
            answers[name] = _answer(line)
    return Placed({**about, "answers": answers}, _Places(path, cells), tuple(problems), _cell_of)


class _Places:
    """Gives a problem the cell that its path stands in; that of the id where it is about the whole answer."""

    def __init__(self, path: Path, cells: Mapping[tuple[str, str], str]) -> None:
        self._path, self._cells = path, cells

    def __call__(self, problem: Problem, at_key: bool) -> Problem:
        if problem.file is not None:
            return problem
        name, key = (str(step) for step in (*problem.path[1:3], "id", "id")[:2])
        if key == "evidence":
            key = str(problem.path[-1]) if problem.path[-1] in ("file", "sha256") else "file"
        cell = self._cells.get((name, key)) or self._cells.get((name, "id"))
        return replace(problem, file=f"{self._path}:{cell}" if cell else f"{self._path}:{ABOUT}")


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


def _wrong(line: Line, name: str, twice: bool) -> Iterator[tuple[str, Problem]]:
    """What is wrong with a row before anything is read from it, with the cell."""
    first = next(iter(line.values())).name
    for key, cell in line.items():
        if cell.formula:
            what = phrase("a formula, {text}", text=said(cell.text))
            yield cell.name, Problem(("answers", name, key), what, "write the value that it gives, as text", "formula")
        elif key in FILLED and like_formula(cell.text):
            what = phrase("{text} begins as a formula does", text=said(cell.text))
            yield cell.name, Problem(("answers", name, key), what, "begin with a letter or a digit", "like_formula")
    if len(_texts(line, "sha256")) > len(_texts(line, "file")):
        what = "more SHA-256 than files"
        yield line["sha256"].name, Problem(("answers", name, "sha256"), what, "name the file of each")
    if not name and "id" not in line:
        yield first, Problem(("answers",), "a row without an id", "answer in the row of a requirement", "tampered")
    elif twice:
        yield line["id"].name, Problem(("answers", name), "there are two rows of it", "leave one", "tampered")
    elif name and not any(cell.formula for cell in line.values()):
        yield from _tampered(line, name)


def _tampered(line: Line, name: str) -> Iterator[tuple[str, Problem]]:
    """The locked cells that say something else than what was exported."""
    texts = {key: line[key].text if key in line else "" for key in CHECKED}
    were, are = line["check"].text.split(" ") if "check" in line else [], check_of(texts).split(" ")
    if len(were) != len(are):
        yield line["id"].name, Problem(("answers", name), "the check of the row is gone", "export it again", "tampered")
        return
    for key, was, now in zip(CHECKED, were, are, strict=True):
        if was != now:
            what = phrase("{text} is not what was asked", text=said(texts[key] or None))
            place = line[key].name if key in line else line["id"].name
            hint = "take the row from the workbook that was exported"
            yield place, Problem(("answers", name, key), what, hint, "tampered")


def _answer(line: Line) -> dict[str, Any]:
    """A row as the YAML twin would have it."""
    texts = {key: cell.text for key, cell in line.items() if not cell.formula}
    answer: dict[str, Any] = {key: texts.get(key, "") for key in ("fingerprint", "cell", *FILLED)}
    answer["offered"] = _offered(answer.pop("offered"), answer.pop("unit"))
    names, sums = _several(answer.pop("file")), _several(answer.pop("sha256"))
    pairs = [(name, sums[at] if at < len(sums) else None) for at, name in enumerate(names)]
    answer["evidence"] = [{"file": name, **({"sha256": digest} if digest else {})} for name, digest in pairs]
    return answer


def _offered(value: str, unit: str) -> str:
    """Value and unit as one quantity; a unit that the value has already is not said twice."""
    number = value.removesuffix(unit).strip()
    return f"{number} {unit}".strip() if NUMBER.fullmatch(number) else f"{value} {unit}".strip()


def _texts(line: Line, key: str) -> list[str]:
    return _several(line[key].text) if key in line else []


def _several(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", ";").split(";") if part.strip()]
