"""The workbook of estimates: parameters and sizes as cells, and times as formulas that follow them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from estimator.estimate.result import EstimateTable, OperationEstimate
from estimator.jobs.outputs.books import printed_wide
from estimator.report.tables.exchange.live_terms import (
    FIRST_ROW,
    PARAMETERS,
    RATES,
    TERMS,
    TIMES,
    EndName,
    Formula,
    SheetCall,
    Sheets,
)

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

ESTIMATES, ABOUT = "Estimates", "About"
ENDS: tuple[EndName, EndName] = ("optimistic", "conservative")
ESTIMATE_HEAD = (
    *("operation", "collective", "algorithm", "group", "ranks", "n_bytes", "calls", "call_bytes"),
    *("optimistic_s", "conservative_s", "algbw_optimistic_Bps", "algbw_conservative_Bps"),
    *("busbw_optimistic_Bps", "busbw_conservative_Bps"),
)
PARAMETER_HEAD = ("end", "quantity", "where", "condition", "unit", "value", "place in the spec", "source", "basis")
TERM_HEAD = ("operation", "end", "part", "resource", "phases alike", "row_s", "phases_s", "sum_s")
UNITS = {**dict.fromkeys(TIMES, "s"), **dict.fromkeys(RATES, "B/s")} | {
    "root": "s at 1 MiB",
    "message_rate": "1/s",
    "knee": "1",
}
NOTES = (
    "黄色单元格可改：参数与 n_bytes；时间与带宽随之变化，均为 SI 单位（s、byte、byte/s）。",
    "Change the yellow cells, parameters and n_bytes: times and bandwidths follow. SI units: s, byte, byte/s.",
    "保持导出时的取值：算法、分段数、负载不均、补齐倍数、多种条件中起作用的那一种。",
    "These stay as they were: algorithm, segments, load balance, padding, which of several conditions is in force.",
    "端口带宽不超过线速；环与网格的单条链路不作此限制。",
    "A port's bandwidth is held to its line rate; a single link of a ring or mesh is not.",
)
SheetValue = str | float | int | Formula
WIDTH = 22


def estimate_book(table: EstimateTable, about: Sequence[tuple[str, str]], line_rates: Mapping[str, float]) -> bytes:
    """The workbook as bytes, the same for the same table; every formula has its value beside it.

    ``line_rates``: path -> what the line of a rank carries at most [B/s], which no bandwidth of a port can pass.
    """
    from xlsxwriter import Workbook

    stream = BytesIO()
    never = dict.fromkeys(("strings_to_formulas", "strings_to_numbers", "strings_to_urls"), False)
    book = Workbook(stream, {"in_memory": True, **never})
    book.set_properties({"created": datetime(2000, 1, 1)})
    sheets = Sheets(line_rates)
    rows = [_estimate(sheets, row, operation) for row, operation in enumerate(table.operations.values(), FIRST_ROW)]
    _sheet(book, ESTIMATES, ESTIMATE_HEAD, rows, free=("n_bytes",))
    _sheet(book, PARAMETERS, PARAMETER_HEAD, _parameters(sheets), free=("value",))
    _sheet(book, TERMS, TERM_HEAD, _terms(sheets))
    _sheet(book, ABOUT, ("about", ""), [*([key, value] for key, value in about), *(["", note] for note in NOTES)])
    book.close()
    return stream.getvalue()


def _estimate(sheets: Sheets, row: int, operation: OperationEstimate) -> list[SheetValue]:
    """The row of one operation, whose terms are written to the sheets."""
    n, calls = operation.size.n, operation.calls
    size = Formula(f"F{row}/G{row}", n / calls)
    words = [operation.id, operation.collective, operation.algorithm.name, operation.group]
    times = [
        _of_all_calls(
            SheetCall(sheets, operation.id, name, end, f"{ESTIMATES}!$H${row}", size.value).seconds(), row, calls
        )
        for name, end in zip(ENDS, (operation.optimistic, operation.conservative), strict=True)
    ]
    algbw = [_rate(f"F{row}", column, row, n, time) for column, time in zip("IJ", times, strict=True)]
    factor = operation.busbw.optimistic / operation.algbw.optimistic if operation.algbw.optimistic else 0.0
    busbw = [Formula(f"{factor!r}*{column}{row}", factor * one.value) for column, one in zip("KL", algbw, strict=True)]
    return [*words, operation.shape.ranks, n, calls, size, *times, *algbw, *busbw]


def _of_all_calls(call: Formula, row: int, calls: float) -> Formula:
    return Formula(f"G{row}*{call.text}", calls * call.value)


def _rate(size: str, column: str, row: int, n: float, time: Formula) -> Formula:
    """Bytes over seconds; 0 where nothing takes time."""
    rate = n / time.value if time.value else 0.0
    return Formula(f"IF({column}{row}>0,{size}/{column}{row},0)", rate)


def _parameters(sheets: Sheets) -> list[list[SheetValue]]:
    return [
        [
            one.end, one.origin.quantity, one.origin.where, one.origin.condition, UNITS[one.origin.quantity],
            one.value, one.origin.spec_path, one.origin.source, one.origin.basis,
        ]
        for one in sheets.inputs.values()
    ]  # fmt: skip


def _terms(sheets: Sheets) -> list[list[SheetValue]]:
    return [
        [
            line.operation, line.end, line.what, line.resource, line.alike, line.seconds,
            line.phase or "", line.plan or "",
        ]
        for line in sheets.lines
    ]  # fmt: skip


def _sheet(
    book: Workbook, name: str, head: Sequence[str], rows: Sequence[Sequence[SheetValue]], free: Sequence[str] = ()
) -> None:
    """One sheet: bold heads, numbers as numbers, formulas with their values; ``free``: columns that may be changed."""
    sheet = book.add_worksheet(name)
    bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bg_color": "#D9E2EC"})
    sheet.set_column(0, len(head) - 1, WIDTH)
    sheet.freeze_panes(1, 1)
    printed_wide(sheet)
    for column, title in enumerate(head):
        sheet.write_string(0, column, title, bold)
        look = book.add_format({"num_format": _shown(title)} | ({"bg_color": "#FFF2CC"} if title in free else {}))
        for line, row in enumerate(rows, 1):
            _cell(sheet, line, column, row[column], look)


def _shown(head: str) -> str:
    """The format of the numbers of a column: bytes in groups of three, seconds and rates with a power of ten."""
    if head.endswith("_bytes"):
        return "#,##0"
    return "0.00000E+00" if head.endswith(("_s", "_Bps")) else "General"


def _cell(sheet: Worksheet, line: int, column: int, value: SheetValue, look: Any) -> None:
    if isinstance(value, Formula):
        sheet.write_formula(line, column, f"={value.text}", look, value.value)
    elif isinstance(value, str):
        sheet.write_string(line, column, value, look)
    else:
        sheet.write_number(line, column, value, look)
