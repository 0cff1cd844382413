"""The limits of a requirement's cells as tables: sizes across, one row per group, condition and skew, every cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import NamedTuple

from estimator.report.figures.drawing.labels import text_width
from estimator.report.numbers import fraction, number_and_unit, swept
from estimator.report.sentences.texts import limit_text, value_text
from estimator.report.view.context import Context
from estimator.require.criterion import Block, Criterion, Expanded
from estimator.require.limits.bounded import REFERENCES, references
from estimator.units import format_number

TIMED = (*REFERENCES, "condition", "at_once", "skew", "statistic")
"""What the time of a cell is divided by that is a time too."""
ROOM_EM = 68.0
"""Width of a card on paper in its table's type; sizes that do not fit into it stand in a further table."""
GAP_EM = 0.8
"""Padding of a table cell."""
WRAPS_EM = 12.0
"""A group or condition wider than this is set on several lines."""


class Head(NamedTuple):
    """One size: its number and its unit; ``own``: it is the operation's own."""

    number: str
    unit: str
    own: bool


class CellRow(NamedTuple):
    """One group, condition and skew, or what the row above divides by: ``label`` then stands in place of the three.

    ``main``: the column of the cell that the card shows first, -1 in other rows.
    """

    group: str
    condition: str
    skew: str
    label: str
    values: tuple[str, ...]
    main: int


class CellTable(NamedTuple):
    """Rows of one sweep; ``units``: (unit, columns) in order, of the values below."""

    heads: tuple[Head, ...]
    units: tuple[tuple[str, int], ...]
    rows: tuple[CellRow, ...]

    @property
    def united(self) -> bool:
        """Whether any of its values have their unit above them."""
        return any(unit for unit, _ in self.units)

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Size and unit of every column, for where a value stands without its column's head."""
        units = [unit for unit, columns in self.units for _ in range(columns)]
        return [(f"{head.number} {head.unit}".strip(), unit) for head, unit in zip(self.heads, units, strict=True)]


class _Line(NamedTuple):
    block: Block | None
    label: str
    values: Sequence[float]
    unit: str
    own: Sequence[bool]


def cell_tables(context: Context, expanded: Expanded, main: Criterion | None) -> tuple[CellTable, ...]:
    """The tables of a requirement; none for a single cell."""
    if expanded.cells < 2 or not expanded.blocks:
        return ()
    return tuple(table for together in _of_one_sweep(expanded.blocks) for table in _tables(context, together, main))


def _of_one_sweep(blocks: Iterable[Block]) -> list[list[Block]]:
    """Blocks together that are run at the same sizes."""
    found: dict[tuple[object, ...], list[Block]] = {}
    for block in blocks:
        found.setdefault((block.curve, block.sizes.tobytes()), []).append(block)
    return list(found.values())


def _tables(context: Context, blocks: Sequence[Block], main: Criterion | None) -> Iterator[CellTable]:
    lines = [line for block in blocks for line in _lines(context, block)]
    sizes = blocks[0].sizes.tolist()
    own = [any(block.own[index] for block in blocks) for index in range(len(sizes))]
    uniform = all(len(set(map(str, line.values))) == 1 for line in lines)
    if blocks[0].curve or uniform:
        head = Head(_range(blocks[0].curve or sizes), "", any(own))
        short_lines = [line._replace(values=line.values[:1]) for line in lines]
        only = [_column(context, short_lines, 0)]
        yield _table(context, (head,), short_lines, only, [main.n] if main and not blocks[0].curve else [None], main)
        return
    heads = [Head(*number_and_unit(swept(n)), flag) for n, flag in zip(sizes, own, strict=True)]
    columns = [_column(context, lines, index) for index in range(len(heads))]
    abreast = _abreast(
        _beside(context, lines), [_width(head, column) for head, column in zip(heads, columns, strict=True)]
    )
    for start in range(0, len(heads), abreast):
        part = slice(start, start + abreast)
        yield _table(context, tuple(heads[part]), lines, columns[part], sizes[part], main)


def _beside(context: Context, lines: Sequence[_Line]) -> float:
    """How wide group, condition and skew stand before the sizes [em]."""
    words = context.words
    rows = [_row(context, line, (), (), None) for line in lines]
    groups = [text_width(row.group, 1.0, bold=True) for row in rows] + [text_width(words["cards.cells.group"], 1.0)]
    named = [text_width(row.condition, 1.0) for row in rows] + [text_width(words["cards.cells.condition"], 1.0)]
    skew = text_width(words["cards.cells.skew"], 1.0)
    return min(max(groups), WRAPS_EM) + min(max(named), WRAPS_EM) + skew + 3.0 * GAP_EM


def _width(head: Head, column: tuple[str, list[str]]) -> float:
    """How wide a column of limits is [em]."""
    texts = [f"{head.number} {head.unit}", *column[1]]
    return max(text_width(text, 1.0, bold=True) for text in texts) + GAP_EM


def _abreast(beside: float, widths: Sequence[float]) -> int:
    """How many sizes stand side by side: as few tables as the card has room for, about equally long."""
    tables, used = 1, beside
    for width in widths:
        if used + width > ROOM_EM and used > beside:
            tables, used = tables + 1, beside
        used += width
    most = -(-len(widths) // tables)
    while most > 1 and any(
        beside + sum(widths[start : start + most]) > ROOM_EM for start in range(0, len(widths), most)
    ):
        most -= 1
    return most


def _lines(context: Context, block: Block) -> Iterator[_Line]:
    """The limits of a block; below a ratio of times the time that it divides by, or the model's own, at every size."""
    yield _Line(block, "", block.limits.tolist(), block.measure.unit, block.own.tolist())
    against = block.measure.against
    if against is None or block.curve or block.model is None or against.what not in TIMED:
        return
    known = against.what in REFERENCES
    times = references(block) if known else block.model.conservative
    label = context.words[f"cards.cells.{against.what if known else 'own'}"]
    yield _Line(None, label, times.tolist(), "time", block.own.tolist())


def has_gaps(tables: Sequence[CellTable]) -> bool:
    """Whether a cell of the tables has no limit: it is run and reported only."""
    return any("\u2014" in row.values for table in tables for row in table.rows)


def _table(
    context: Context,
    heads: tuple[Head, ...],
    lines: Sequence[_Line],
    columns: Sequence[tuple[str, list[str]]],
    sizes: Sequence[float | None],
    main: Criterion | None,
) -> CellTable:
    rows = []
    for place, line in enumerate(lines):
        values = tuple(column[1][place] for column in columns)
        rows.append(_row(context, line, values, sizes, main))
    return CellTable(heads, _runs([unit for unit, _ in columns]), _once(rows))


def _column(context: Context, lines: Sequence[_Line], index: int) -> tuple[str, list[str]]:
    """The unit of a column, "" where its values have several, and its texts."""
    values = [line.values[index] for line in lines]
    if all(line.unit == "time" for line in lines):
        limited = [value for value in values if not isnan(value)]
        unit, size = _unit_of(limited) if limited else ("", 1.0)
        return unit, ["\u2014" if isnan(value) else format_number(value / size) for value in values]
    texts = [
        "\u2014" if isnan(value) else short(value_text(value, line.unit, context.language))  # type: ignore[arg-type]
        for value, line in zip(values, lines, strict=True)
    ]
    units = {number_and_unit(text)[1] for text in texts if text != "\u2014"}
    if len(units) == 1:
        return units.pop(), [number_and_unit(text)[0] if text != "\u2014" else text for text in texts]
    return "", texts


def _unit_of(seconds: Sequence[float]) -> tuple[str, float]:
    """The largest unit in which the least of the times is 1 or more, so that no digit of it is lost."""
    least = min((one for one in seconds if one > 0.0), default=0.0)
    return next((one for one in _UNITS if least >= one[1] * (1.0 - 1e-12)), _UNITS[-1])


_UNITS = (("s", 1.0), ("ms", 1e-3), ("\u00b5s", 1e-6), ("ns", 1e-9))


def _runs(units: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Units with how many columns in a row have them."""
    found: list[tuple[str, int]] = []
    for unit in units:
        if found and found[-1][0] == unit:
            found[-1] = (unit, found[-1][1] + 1)
        else:
            found.append((unit, 1))
    return tuple(found)


def _row(
    context: Context, line: _Line, values: tuple[str, ...], sizes: Sequence[float | None], main: Criterion | None
) -> CellRow:
    block = line.block
    if block is None:
        return CellRow("", "", "", line.label, values, -1)
    words, place = context.words, block.place
    at_once = words("cards.cells.at_once", count=str(place.at_once)) if place.at_once > 1 else ""
    of_rank = words("cards.cells.place", rank=str(place.rank)) if place.rank is not None else ""
    shown = -1
    if main is not None and (main.place, main.condition, main.skew) == (place, block.condition, block.skew):
        shown = next((index for index, n in enumerate(sizes) if n == main.n), -1)
    return CellRow(
        place.group + of_rank, context.condition(block.condition) + at_once, fraction(block.skew), "", values, shown
    )


def _once(rows: Sequence[CellRow]) -> tuple[CellRow, ...]:
    """The same rows, a group named where it begins only."""
    found: list[CellRow] = []
    last = None
    for row in rows:
        found.append(row._replace(group="") if not row.label and row.group == last else row)
        last = last if row.label else row.group
    return tuple(found)


def _range(sizes: Sequence[float]) -> str:
    known = [n for n in sizes if not isnan(n)]
    if len(known) > 4:
        return f"{swept(known[0])} \u2026 {swept(known[-1])}"
    return ", ".join(swept(n) for n in known)


def short(text: str) -> str:
    """A bandwidth without its second reading: "150 GB/s (1.2 Tbit/s)" is "150 GB/s"."""
    return text.partition("\uff08")[0].partition(" (")[0]


def headline_limit(context: Context, cell: Criterion | None) -> str:
    """The limit of the cell that a card shows first; of an item without a number, that evidence decides."""
    if cell is None or cell.limit is None:
        return context.words["index.evidence"]
    return short(limit_text(cell, context.language))
