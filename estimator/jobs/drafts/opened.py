"""Reads the table of a team, a workbook or CSV, into cells with their names; nothing in it is run or worked out."""

import csv
import warnings
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from io import StringIO
from pathlib import Path
from typing import Any

from estimator.errors import UserError
from estimator.history.drafts.heads import MOST_ABOVE
from estimator.history.drafts.sheet import Table, TableCell, TableRow, letters
from estimator.jobs.inputs.book_parts import BROKEN, OTHER_ENDINGS, BookParts, Places, book_parts, no_xlsx
from estimator.jobs.inputs.files import SIZE_LIMIT
from estimator.jobs.outputs.drafts import reason
from estimator.jobs.outputs.kept import remember_read
from estimator.jobs.vendors.answered_rows import MOST_ROWS
from estimator.phrase import phrase
from estimator.report.tables.rows import harmless
from estimator.spec.reading.suggest import suggestion

BOOK, TEXTS = ".xlsx", (".csv", ".tsv")
MOST_COLUMNS = 200
MOST_LETTERS = 10_000
"""Letters of a cell at most."""
DELIMITERS = ",\t;"


def opened_table(path: Path, sheet: str | None = None) -> Table:
    """The cells of a table. UserError where it cannot be read, is too large, or has several sheets to choose from."""
    form = form_of(path)
    try:
        if not path.is_file():
            raise UserError(phrase("{name}: {why}", name=path, why="is no file" if path.exists() else "no such file"))
        if path.stat().st_size > SIZE_LIMIT:
            raise UserError(phrase("{path}: larger than {most} MiB", path=path, most=SIZE_LIMIT // 2**20))
        return _book(path, sheet) if form == BOOK else _text(path, sheet)
    except OSError as error:
        raise UserError(phrase("{path}: cannot read: {error}", path=path, error=reason(error))) from None


def form_of(path: Path) -> str:
    """How a table is read, by the end of its name. UserError for a name that says none of the ways."""
    form = path.suffix.lower()
    if form in OTHER_ENDINGS:
        raise no_xlsx(path)
    if form not in (BOOK, *TEXTS):
        forms = {"forms": ", ".join((BOOK, *TEXTS[:-1])), "last": TEXTS[-1]}
        raise UserError(phrase("{path}: name a table that ends in {forms} or {last}", path=path, **forms))
    return form


def _text(path: Path, sheet: str | None) -> Table:
    if sheet is not None:
        raise UserError("--sheet is of a workbook; a CSV has none")
    text = _decoded(path)
    above = text.splitlines()[:MOST_ABOVE]
    delimiter = max(DELIMITERS, key=lambda sign: max((line.count(sign) for line in above), default=0))
    try:
        lines = [*csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)]
    except csv.Error as error:
        raise UserError(phrase("{path}: is no CSV: {error}", path=path, error=str(error))) from None
    found = ((_told(value.strip(), "") for value in line) for line in lines)
    return Table(str(path), path.name, tuple(_rows(path, found)))


def _decoded(path: Path) -> str:
    """The text in UTF-8, UTF-16 with or without its mark, or the GBK that Chinese spreadsheets save."""
    remember_read(path)
    data = path.read_bytes()
    for encoding in _wide(data) or ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UserError(phrase("{path}: is neither UTF-8 nor GBK; save it as CSV UTF-8", path=path))


def _wide(data: bytes) -> tuple[str, ...]:
    """The encoding of a text whose letters take two bytes, known by its mark, or by the zeros beside plain letters."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return ("utf-16",)
    even, odd = data[:2000:2].count(0), data[1:2000:2].count(0)
    return ("utf-16-le",) if odd > even else ("utf-16-be",) if even else ()


def _book(path: Path, sheet: str | None) -> Table:
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    parts = book_parts(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of choices and colours that other programs write in their own way
            books = [load_workbook(path, read_only=True, data_only=cached) for cached in (False, True)]
            try:
                return _of_book(path, books, sheet, parts)
            finally:
                for book in books:
                    book.close()
    except (*BROKEN, InvalidFileException) as error:
        raise UserError(phrase("{path}: cannot be read as a workbook; save it as .xlsx", path=path)) from error


def _of_book(path: Path, books: Sequence[Any], sheet: str | None, parts: BookParts) -> Table:
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
    others, beside = tuple(name for name in names if name != taken), parts.sheets.get(taken, Places())
    return Table(str(path), path.name, read[taken], taken, others, beside.merged, beside.notes)


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
        return "" if worked.data_type == "e" else _said(worked), f"={str(written).lstrip('=')}"
    if stated.data_type == "e":
        return "", str(stated.value)
    return _told(_said(stated), "")


def _told(text: str, formula: str) -> tuple[str, str]:
    """A text and its formula: what begins like one is taken for no text."""
    return ("", text) if harmless(text) != text else (text, formula)


def _said(cell: Any) -> str:
    """What a cell says: a date as in a spec, a whole number without a point, a share in per cent as it is shown."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool) and "%" in str(cell.number_format):
        return f"{value * 100:.12g} %"
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
