"""Rows as a workbook: numbers as numbers, texts as texts that no program takes for formulas."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO

from estimator.report.tables.rows import Scalar

WIDEST = 40
"""Letters of a column at most; longer texts are wrapped."""


def plain_book(sheets: Mapping[str, Sequence[Sequence[Scalar]]]) -> bytes:
    """A workbook of sheets by name, the first row of each being its head."""
    from xlsxwriter import Workbook

    stream = BytesIO()
    never = dict.fromkeys(("strings_to_formulas", "strings_to_numbers", "strings_to_urls"), False)
    book = Workbook(stream, {"in_memory": True, **never})
    book.set_properties({"created": datetime(2000, 1, 1)})
    head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bg_color": "#D9E2EC"})
    body = book.add_format({"text_wrap": True, "valign": "top"})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for at in range(len(rows[0])):
            longest = max(len(str(row[at])) for row in rows if row[at] is not None)
            sheet.set_column(at, at, min(longest + 2, WIDEST))
        for line, row in enumerate(rows):
            for at, cell in enumerate(row):
                if isinstance(cell, str):
                    sheet.write_string(line, at, cell, body if line else head)
                elif cell is not None:
                    sheet.write_number(line, at, cell, body)
        sheet.freeze_panes(1, 1)
    book.close()
    return stream.getvalue()
