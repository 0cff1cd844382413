"""The workbook that a vendor fills in, written: locked columns, choices, and cells that cannot become formulas."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from estimator.history.vendors.answers import FORMAT
from estimator.history.vendors.offers import AskedRequirement
from estimator.jobs.outputs.books import printed_wide, row_height
from estimator.phrase import phrase
from estimator.report.tables.exchange.answer_sheet import (
    ABOUT,
    ASKED,
    COLUMNS,
    HEAD_ROW,
    SHEET,
    SheetRow,
    choices,
    said_in,
    sheet_rows,
)
from estimator.spec.document import Spec
from estimator.spec.values.base import Language

if TYPE_CHECKING:
    from xlsxwriter import Workbook

TEXT = "@"
"""The number format of text: what is typed into such a cell stays as it is, and is no formula."""


def answer_book(spec: Spec, requirements: Mapping[str, AskedRequirement], vendor: str, language: Language) -> bytes:
    """The workbook as bytes: the same for the same spec."""
    from xlsxwriter import Workbook

    stream = BytesIO()
    never = dict.fromkeys(("strings_to_formulas", "strings_to_numbers", "strings_to_urls"), False)
    book = Workbook(stream, {"in_memory": True, **never})
    book.set_properties({"title": f"{spec.document.id} {spec.document.version}", "created": datetime(2000, 1, 1)})
    _answers(book, sheet_rows(spec, requirements, language), language)
    about = {"commspec_answers": FORMAT, "vendor": vendor, "id": spec.document.id, "version": spec.document.version}
    _about(book, [*about.items(), *((ASKED, name) for name in requirements)])
    book.close()
    return stream.getvalue()


def _answers(book: "Workbook", rows: list[SheetRow], language: Language) -> None:
    sheet = book.add_worksheet(SHEET)
    head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bg_color": "#D9E2EC"})
    asked = book.add_format({"num_format": TEXT, "text_wrap": True, "valign": "top", "bg_color": "#F3F4F6"})
    free = book.add_format({"num_format": TEXT, "text_wrap": True, "valign": "top", "locked": False, "border": 4})
    for at, column in enumerate(COLUMNS):
        sheet.set_column(at, at, column.width, None, {"hidden": column.key == "check"})
        sheet.write_string(HEAD_ROW - 1, at, column.head.get(language), head)
    widths = [column.width for column in COLUMNS]
    for line, row in enumerate(rows, HEAD_ROW):
        seen = [row.texts.get(column.key) if column.key != "check" else None for column in COLUMNS]
        sheet.set_row(line, row_height(seen, widths))
        for at, column in enumerate(COLUMNS):
            if column.locked:
                sheet.write_string(line, at, row.texts[column.key], asked)
                continue
            sheet.write_blank(line, at, None, free)
            if allowed := choices(column.key, row):
                sheet.data_validation(line, at, line, at, _choice(allowed, language))
    sheet.set_row(0, row_height([column.head.get(language) for column in COLUMNS], widths))
    sheet.freeze_panes(HEAD_ROW, 1)
    printed_wide(sheet)
    sheet.protect("", {"format_columns": True, "format_rows": True, "autofilter": True, "sort": True})


def _choice(allowed: Sequence[str], language: Language) -> dict[str, Any]:
    title, hint = "Not one of the choices", phrase("Choose: {allowed}", allowed=", ".join(allowed))
    told = {"error_title": said_in(language, title), "error_message": said_in(language, hint)}
    return {"validate": "list", "source": list(allowed), **told}


def _about(book: "Workbook", about: Sequence[tuple[str, str]]) -> None:
    sheet = book.add_worksheet(ABOUT)
    sheet.set_column(0, 1, 30)
    for line, (key, value) in enumerate(about):
        sheet.write_string(line, 0, key)
        sheet.write_string(line, 1, value)
    sheet.protect("")
