"""Rows as a workbook: numbers as numbers, texts as texts that no program takes for formulas."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING

from estimator.report.tables.exchange.book_sheets import BookSheet, Look
from estimator.report.tables.rows import Scalar
from estimator.report.tables.screen import letters

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

LONGEST = 32_767
"""Letters of a cell at most, as every spreadsheet has it."""
FORMATS: Mapping[Look, str] = {
    "text": "@",
    "count": "#,##0",
    "number": "General",
    "exact": "0.00000E+00",
    "share": "0.0##%",
}
A3 = 8
LINE_HEIGHT, HIGHEST = 15, 400
"""Of one line of text, and of a row at most [points]."""


def written_book(sheets: Iterable[BookSheet]) -> bytes:
    """A workbook of sheets, the same bytes for the same sheets."""
    from xlsxwriter import Workbook

    stream = BytesIO()
    never = dict.fromkeys(("strings_to_formulas", "strings_to_numbers", "strings_to_urls"), False)
    book = Workbook(stream, {"in_memory": True, **never})
    book.set_properties({"created": datetime(2000, 1, 1)})
    for sheet in sheets:
        _written(book, sheet)
    book.close()
    return stream.getvalue()


def _written(book: "Workbook", sheet: BookSheet) -> None:
    head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bg_color": "#D9E2EC"})
    body = {"text_wrap": True, "valign": "top"}
    looks = [book.add_format({**body, "num_format": FORMATS[look]}) for look in sheet.looks]
    page = book.add_worksheet(sheet.name)
    for at, (width, title) in enumerate(zip(sheet.widths, sheet.heads, strict=True)):
        unused = bool(sheet.rows) and all(row[at] in (None, "") for row in sheet.rows)
        page.set_column(at, at, width, None, {"hidden": unused})
        page.write_string(0, at, title, head)
    page.set_row(0, row_height(sheet.heads, sheet.widths))
    for line, row in enumerate(sheet.rows, 1):
        page.set_row(line, row_height(row, sheet.widths))
        for at, (cell, look) in enumerate(zip(row, looks, strict=True)):
            _cell(page, line, at, cell, look)
    page.freeze_panes(1, sheet.held)
    if sheet.filtered and sheet.rows:
        page.autofilter(0, 0, len(sheet.rows), len(sheet.heads) - 1)
    printed_wide(page)


def printed_wide(page: "Worksheet") -> None:
    """On paper: as many columns as there are on one page, the heads on each."""
    page.set_landscape()
    page.set_paper(A3)
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)


def row_height(row: Sequence[Scalar], widths: Sequence[int]) -> int:
    """The height that shows all of a row, for programs that work out none; a Chinese letter is as wide as two."""
    texts = ((cell, width) for cell, width in zip(row, widths, strict=True) if isinstance(cell, str))
    lines = (sum(-(-letters(part) // max(width - 1, 1)) or 1 for part in cell.split("\n")) for cell, width in texts)
    return min(LINE_HEIGHT * max(lines, default=1), HIGHEST)


def _cell(page: "Worksheet", line: int, at: int, cell: Scalar, look: "Format") -> None:
    if isinstance(cell, str):
        page.write_string(line, at, cell if len(cell) <= LONGEST else f"{cell[: LONGEST - 1]}…", look)
    elif cell is not None:
        page.write_number(line, at, cell, look)
