"""Other platforms under the same workload, beside the spec's own: interval, change and limit of each operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from estimator.estimate.search.variants import VariantTime, VariantTimes
from estimator.report.numbers import Several, change, seconds, span
from estimator.report.view.context import Context, Variants, total_name

ROWS = 40
"""Operations shown: those that take most of a step."""
ABREAST = 2
"""Variants in one table, so that it fits the page; each table begins with the spec's own column."""
WIDTHS = {1: (34, 26, 14), 2: (21, 19, 10.75)}
"""Variants in a table -> width of the operation, of each interval and of each change [%]."""


class VariantCell(NamedTuple):
    """A time under one platform, what limits it, and its change against the spec's own at both ends, or at once."""

    time: str
    limited: str
    change: tuple[str, ...]


class VariantRow(NamedTuple):
    """An operation and its anchor, or a time of the step."""

    name: str
    link: str
    cells: tuple[VariantCell, ...]

    @property
    def step(self) -> bool:
        """Whether it is a time of the step."""
        return not self.link


class VariantTable(NamedTuple):
    """One table: the variants in it, the widths of its columns, its rows."""

    names: tuple[str, ...]
    widths: tuple[float, float, float]
    rows: tuple[VariantRow, ...]


class VariantsView(NamedTuple):
    """What is shown, the tables, and the file of each variant."""

    lead: str
    parts: tuple[VariantTable, ...]
    files: str


def variants_view(context: Context, variants: Variants) -> VariantsView:
    """The tables of the variants, at most ``ABREAST`` in one."""
    words = context.words
    files = words["semicolon"].join(f"{name}{words['colon']}{file}" for name, file in variants.files.items())
    return VariantsView(_lead(context), tuple(_parts(context, variants)), words("variants.files", files=files))


def _lead(context: Context) -> str:
    text, every = context.words["variants.lead"], len(context.table.operations)
    if every > ROWS:
        text += context.words("variants.leading", shown=Several(ROWS), all=Several(every))
    return text


def _parts(context: Context, variants: Variants) -> Iterator[VariantTable]:
    names = tuple(variants.comparison.tables)
    others = range(1, len(names))
    for start in others[::ABREAST]:
        shown = others[start - 1 : start - 1 + ABREAST]
        rows = tuple(_rows(context, variants, [0, *shown]))
        yield VariantTable(tuple(names[i] for i in shown), WIDTHS[len(shown)], rows)


def _rows(context: Context, variants: Variants, columns: Sequence[int]) -> Iterator[VariantRow]:
    found = variants.comparison
    tables = list(found.tables.values())
    leading = set(context.material.leading[:ROWS])
    for one in found.operations:
        if one.name in leading:
            limits = [context.limits(tables[i].operations[one.name]) for i in columns]
            yield VariantRow(context.operation_title(one.name), one.name, _cells(one, columns, limits))
    keys = {"total": "overview.total", "exposed": "variants.exposed"}
    for one in found.step:
        yield VariantRow(total_name(context, keys[one.name]), "", _cells(one, columns, [""] * len(columns)))


def _cells(one: VariantTimes, columns: Sequence[int], limits: Sequence[str]) -> tuple[VariantCell, ...]:
    return tuple(
        VariantCell(span(*one.figures[i].time, seconds), limited, _change(one.figures[i]) if i else ())
        for i, limited in zip(columns, limits, strict=True)
    )


def _change(figure: VariantTime) -> tuple[str, ...]:
    """An equals sign where nothing changed, one text where both ends change alike."""
    return ("=",) if figure.same else tuple(dict.fromkeys(change(ratio) for ratio in figure.ratio))
