"""The part of a sheet that is the table, its merged cells filled, turned where its heads stand below each other."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.errors import Problem, SpecError
from estimator.history.drafts.columns import ColumnsFile
from estimator.history.drafts.sheet import Table, spread, turned
from estimator.phrase import phrase


def shaped(table: Table, known: ColumnsFile) -> tuple[Table, list[Problem]]:
    """The table as the options have it, and what of the sheet is not used. Raises SpecError where nothing is left."""
    beside: list[Problem] = []
    if known.rows is not None:
        first, last = sorted(map(int, known.rows.split("-")))
        beside = list(_outside(table, first, last))
        table = table._replace(rows=tuple(row for row in table.rows if first <= row.number <= last))
        if not table.rows:
            what = phrase("--rows {rows}: nothing stands there", rows=known.rows)
            raise SpecError([Problem((), what, "write the rows as the spreadsheet counts them", file=table.shown)])
    table = spread(table)
    return (turned(table) if known.turned else table), beside


def _outside(table: Table, first: int, last: int) -> Iterator[Problem]:
    left = [row for row in table.rows if not first <= row.number <= last]
    if left:
        cell = next(iter(left[0].cells.values()))
        what = phrase("{count} rows outside --rows are not used", count=len(left))
        yield Problem((), what, severity="warning", file=f"{table.shown}:{cell.name}")
