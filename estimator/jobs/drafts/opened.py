"""Reads the table of a team, a workbook or CSV, into cells with their names; nothing in it is run or worked out."""

import csv
import warnings
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from io import StringIO
from pathlib import Path
from typing import Any

from estimator.errors import UserError
from estimator.history.drafts.sheet import Table, TableCell, TableRow, letters
from estimator.jobs.inputs.book_parts import OTHER_ENDINGS, book_parts, no_xlsx
from estimator.jobs.inputs.files import SIZE_LIMIT
from estimator.jobs.outputs.drafts import reason
from estimator.jobs.vendors.answered_book import UNREADABLE
from estimator.jobs.vendors.answered_rows import MOST_ROWS
from estimator.phrase import phrase
from estimator.report.tables.rows import harmless
from estimator.spec.reading.suggest import suggestion

BOOK, TEXT = ".xlsx", ".csv"
MOST_COLUMNS = 200
MOST_LETTERS = 10_000
"""Letters of a cell at most."""
DELIMITERS = ",\t;"


def opened_table(path: Path, sheet: str | None = None) -> Table:
    """The cells of a table. UserError where it cannot be read, is too large, or has several sheets to choose from."""
    form = path.suffix.lower()
    if form in OTHER_ENDINGS:
        raise no_xlsx(path)
    if form not in (BOOK, TEXT):
        raise UserError(phrase("{path}: name a table that ends in {book} or {text}", path=path, book=BOOK, text=TEXT))
    try:
        if not path.is_file():
            raise UserError(phrase("{name}: {why}", name=path, why="is no file" if path.exists() else "no such file"))
        if path.stat().st_size > SIZE_LIMIT:
            raise UserError(phrase("{path}: larger than {most} MiB", path=path, most=SIZE_LIMIT // 2**20))
        return _book(path, sheet) if form == BOOK else _text(path, sheet)
    except OSError as error:
        raise UserError(phrase("{path}: cannot read: {error}", path=path, error=reason(error))) from None


def _text(path: Path, sheet: str | None) -> Table:
    if sheet is not None:
        raise UserError("--sheet is of a workbook; a CSV has none")
    text = _decoded(path)
    head = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=head.count)
    try:
        lines = [*csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)]
    except csv.Error as error:
        raise UserError(phrase("{path}: is no CSV: {error}", path=path, error=str(error))) from None
    found = ((_told(value.strip(), "") for value in line) for line in lines)
    return Table(str(path), path.name, tuple(_rows(path, found)))


def _decoded(path: Path) -> str:
    """The text in UTF-8, UTF-16 with its mark, or the GBK that Chinese spreadsheets save."""
    data = path.read_bytes()
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UserError(phrase("{path}: is neither UTF-8 nor GBK; save it as CSV UTF-8", path=path))


def _book(path: Path, sheet: str | None) -> Table:
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    book_parts(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of choices and colours that other programs write in their own way
            books = [load_workbook(path, read_only=True, data_only=cached) for cached in (False, True)]
            try:
                return _of_book(path, books, sheet)
            finally:
                for book in books:
                    book.close()
    except (*UNREADABLE, InvalidFileException) as error:
        raise UserError(phrase("{path}: cannot be read as a workbook; save it as .xlsx", path=path)) from error


def _of_book(path: Path, books: Sequence[Any], sheet: str | None) -> Table:
    names = [one.title for one in books[0].worksheets]
    if sheet is not None and sheet not in names:
        raise UserError(phrase("--sheet {name}: {suggestion}", name=sheet, suggestion=suggestion(sheet, names, 20)))
    read = {name: tuple(_sheet_rows(path, books, name)) for name in ([sheet] if sheet else names)}
    filled = [name for name in read if read[name]]
    if len(filled) > 1:
        raise UserError(
            phrase(
                "{path}: several sheets hold something; write --sheet with one of {names}",
                path=path,
                names=", ".join(filled),
            )
        )
    taken = filled[0] if filled else names[0]
    return Table(str(path), path.name, read[taken], taken, tuple(name for name in names if name != taken))


def _sheet_rows(path: Path, books: Sequence[Any], name: str) -> Iterator[TableRow]:
    """The rows of a sheet: what stands in its cells, beside what a program worked out last."""
    sheets = [book[name] for book in books]
    for sheet in sheets:
        sheet.reset_dimensions()  # what a sheet says of its own extent may be anything
    lines = zip(*(sheet.iter_rows(max_col=MOST_COLUMNS + 1) for sheet in sheets), strict=True)
    return _rows(path, ((_cell(*pair) for pair in zip(*line, strict=False)) for line in lines))


def _cell(stated: Any, worked: Any) -> tuple[str, str]:
    if stated.value is None:
        return "", ""
    if stated.data_type == "f":
        written = stated.value if isinstance(stated.value, str) else getattr(stated.value, "text", "")
        return "" if worked.data_type == "e" else _said(worked.value), f"={str(written).lstrip('=')}"
    if stated.data_type == "e":
        return "", str(stated.value)
    return _told(_said(stated.value), "")


def _told(text: str, formula: str) -> tuple[str, str]:
    """A text and its formula: what begins like one is taken for no text."""
    return ("", text) if harmless(text) != text else (text, formula)


def _said(value: object) -> str:
    """What a cell says: a date as it is written in a spec, a whole number without a point."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value).strip()


def _rows(path: Path, lines: Any) -> Iterator[TableRow]:
    for number, line in enumerate(lines, 1):
        if number > MOST_ROWS:
            raise UserError(
                phrase(
                    "{path}: more than {most_rows} rows; delete what stands far below the table",
                    path=path,
                    most_rows=MOST_ROWS,
                )
            )
        cells = {
            at: TableCell(f"{letters(at)}{number}", text, formula)
            for at, (text, formula) in enumerate(line)
            if text or formula
        }
        if any(at >= MOST_COLUMNS for at in cells):
            raise UserError(phrase("{path}: more than {most} columns", path=path, most=MOST_COLUMNS))
        if any(len(cell.text) + len(cell.formula) > MOST_LETTERS for cell in cells.values()):
            raise UserError(
                phrase(
                    "{path}: row {number} has a cell of more than {most} letters",
                    path=path,
                    number=number,
                    most=MOST_LETTERS,
                )
            )
        if cells:
            yield TableRow(number, cells)
