"""The limits of a requirement's cells, as lines of fixed width: sizes across, one line per group and condition.

Preformatted lines stand in for a table: a document may hold tens of thousands of cells, and a table cell costs the PDF
writer about as much as a whole line of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import NamedTuple

from estimator.report.numbers import fraction, swept
from estimator.report.sentences.texts import value_text
from estimator.report.view.context import Context
from estimator.require.criterion import Block, Expanded
from estimator.require.limits.bounded import REFERENCES, references

SHOWN = 160
"""Cells that a printed card lists at most, so that it fits a page; the page for screens lists all."""
TIMED = (*REFERENCES, "condition", "at_once", "skew", "statistic")
"""What the time of a cell is divided by that is a time too."""
WIDE = 92
"""Characters of a line before its label."""


class CellLines(NamedTuple):
    """The lines of a requirement's cells, those that fit a printed card, and how many cells these leave out."""

    whole: str
    printed: str
    left: int


def cell_lines(context: Context, expanded: Expanded) -> CellLines:
    """The lines of a requirement; none for a single cell."""
    if expanded.cells < 2 or not expanded.blocks:
        return CellLines("", "", 0)
    whole = _text(context, expanded.blocks)
    if expanded.cells <= SHOWN:
        return CellLines(whole, whole, 0)
    shown = 0
    kept: list[Block] = []
    for block in expanded.blocks:
        if kept and shown + len(block.sizes) > SHOWN:
            break
        kept.append(block)
        shown += len(block.sizes)
    return CellLines(whole, _text(context, kept), expanded.cells - shown)


def _text(context: Context, blocks: Iterable[Block]) -> str:
    return "\n".join(line for together in _of_one_sweep(blocks) for line in _lines(context, together))


def _of_one_sweep(blocks: Iterable[Block]) -> list[list[Block]]:
    """Blocks together that are run at the same sizes."""
    found: dict[tuple[object, ...], list[Block]] = {}
    for block in blocks:
        found.setdefault((block.curve, block.sizes.tobytes()), []).append(block)
    return list(found.values())


def _lines(context: Context, blocks: Sequence[Block]) -> Iterator[str]:
    rows = [row for block in blocks for row in _rows(context, block)]
    if blocks[0].curve or all(len(set(values)) == 1 for values, _ in rows):
        sizes = _range(blocks[0].curve or blocks[0].sizes.tolist())
        yield from (f"{sizes}  {values[0]}  {label}" for values, label in rows)
        return
    heads = [swept(n) for n in blocks[0].sizes.tolist()]
    wide = max(len(text) for text in (*heads, *(value for values, _ in rows for value in values))) + 2
    per_line = WIDE // wide
    for start in range(0, len(heads), per_line):
        part = slice(start, start + per_line)
        yield "".join(text.rjust(wide) for text in heads[part])
        for values, label in rows:
            yield "".join(text.rjust(wide) for text in values[part]) + f"  {label}"


def _rows(context: Context, block: Block) -> Iterator[tuple[list[str], str]]:
    """The limits of a block; below a ratio of times the time that it divides by, or the model's own, at every size."""
    yield _values(context, block), _label(context, block)
    against = block.measure.against
    if against is None or block.curve or block.model is None or against.what not in TIMED:
        return
    known = against.what in REFERENCES
    times = references(block) if known else block.model.conservative
    texts = [short(value_text(one, "time", context.language)) for one in times.tolist()]
    yield texts, context.words[f"cards.cells.{against.what if known else 'own'}"]


def _range(sizes: Sequence[float]) -> str:
    known = [n for n in sizes if not isnan(n)]
    if len(known) > 4:
        return f"{swept(known[0])} \u2026 {swept(known[-1])}"
    return ", ".join(swept(n) for n in known)


def _values(context: Context, block: Block) -> list[str]:
    unit, language = block.measure.unit, context.language
    sign = "\u2265" if block.comparator == "at_least" else "\u2264"
    texts = ["\u2014" if isnan(limit) else short(value_text(limit, unit, language)) for limit in block.limits.tolist()]
    return [f"{sign}{text}" for text in texts] if block.curve else texts


def short(text: str) -> str:
    """A bandwidth without its second reading: "150 GB/s (1.2 Tbit/s)" is "150 GB/s"."""
    return text.partition("\uff08")[0].partition(" (")[0]


def _label(context: Context, block: Block) -> str:
    words = context.words
    rank = block.place.rank
    return words(
        "cards.cells.row",
        group=block.place.group,
        condition=context.condition(block.condition),
        skew=fraction(block.skew),
        at_once=str(block.place.at_once),
    ) + ("" if rank is None else words("cards.cells.place", rank=str(rank)))
