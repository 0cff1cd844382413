"""The minimal estimation table: eight items per operation filled in, then the numbers put into the formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from estimator.cost.entries import formula
from estimator.estimate.assume.validity import extrapolated
from estimator.estimate.result import OperationEstimate
from estimator.report.numbers import NONE, bits, fraction, percent, rate, seconds, size, span, whole
from estimator.report.sections.minimal.expression import put_in
from estimator.report.sections.minimal.items import EightItems, eight_items
from estimator.report.sections.minimal.light import LightRow, light_row
from estimator.report.sections.minimal.places import places_text
from estimator.report.view.context import Context
from estimator.report.view.machine.boundary import border_text
from estimator.report.view.machine.validity import all_beyond
from estimator.report.view.operations.algorithms import terms_of
from estimator.report.view.operations.factors import step_name
from estimator.report.view.operations.published import published_text


class PutInRow(NamedTuple):
    """One line of the numbers put in: what, how, result; ``small`` is a second line in small type."""

    name: str
    text: str
    small: str
    result: str


class OperationTable(NamedTuple):
    """One operation: its eight items, the lines of its formula, its numbers, its remark.

    The formula is drawn at the first operation that uses it; for the others it is () and a note leads there.
    """

    id: str
    title: str
    interval: str
    items: EightItems
    formula_lines: tuple[formula.FormulaLine, ...]
    formula_id: str
    formula_note: str
    rows: tuple[PutInRow, ...]
    note: str


@dataclass(frozen=True)
class MinimalView:
    """Whole tables, the other operations in a row each, and the rule that tells them apart ("" when all are whole)."""

    rule: str
    tables: tuple[OperationTable, ...]
    rest: tuple[LightRow, ...]


def minimal_view(context: Context) -> MinimalView:
    """The section of the minimal estimation table."""
    words, table = context.words, context.table
    whole_ids = set(context.material.whole)
    rest = [name for name in table.operations if name not in whole_ids]
    counts = {"all": whole(len(table.operations)), "shown": whole(len(whole_ids))}
    return MinimalView(
        rule=words("minimal.rule", **counts) if rest else words["minimal.lead"],
        tables=tuple(_tables(context)),
        rest=tuple(light_row(context, name) for name in rest),
    )


def _tables(context: Context) -> Iterator[OperationTable]:
    drawn: dict[tuple[formula.FormulaLine, ...], str] = {}
    for name in context.material.whole:
        yield operation_table(context, name, drawn.setdefault(formula.lines_of(terms_of(context, name)), name))


def operation_table(context: Context, name: str, first: str) -> OperationTable:
    """One operation whole; ``first``: the operation at which its formula is drawn."""
    row = context.table.operations[name]
    return OperationTable(
        id=name,
        title=context.operation_title(name),
        interval=_heading(context, row),
        items=eight_items(context, name),
        formula_lines=formula.lines_of(terms_of(context, name)) if first == name else (),
        formula_id=first,
        formula_note=context.words("minimal.formula.same", operation=context.operation_title(first)),
        rows=tuple(_rows(context, name, row)),
        note=context.text(context.spec.operations[name].note),
    )


def _heading(context: Context, row: OperationEstimate) -> str:
    """The interval of the operation and its bound, for the heading."""
    words = context.words
    interval = words("minimal.heading", interval=span(*row.time, seconds))
    bound = words("minimal.heading.bound", bound=seconds(row.bound.seconds)) if row.bound.seconds else ""
    return interval + bound


def _rows(context: Context, name: str, row: OperationEstimate) -> list[PutInRow]:
    moved = [_rates(context, row), _balance(context, row)] if row.size.n else []
    rows = [*_ends(context, row), _waterfall(context, row), *moved, _basis(context, row)]
    if extrapolated(row.conservative):
        rows.append(PutInRow(context.words["minimal.extrapolated"], all_beyond(context, row.conservative), "", ""))
    if row.widest is not None:
        text = context.words(
            "minimal.widest.text", what=step_name(context, row.widest), seconds=seconds(row.widest.seconds)
        )
        rows.append(
            PutInRow(context.words["minimal.widest"], text, "", fraction(round(row.time.width, 2)) + "\u00a0\u00d7")
        )
    if row.places:
        text, small = places_text(context, row.places), context.words["minimal.places.why"]
        rows.append(PutInRow(context.words["minimal.places"], text, small, ""))
    if row.rivals:
        found = [f"{rival}\u00a0{span(*time, seconds)}" for rival, time in row.rivals.items()]
        rows.append(PutInRow(context.words["minimal.rivals"], context.words["semicolon"].join(found), "", ""))
    published = published_text(context, name)
    if published is not None:
        rows.append(PutInRow(context.words["minimal.reference"], published.where, published.verdict, published.value))
    return rows


def _ends(context: Context, row: OperationEstimate) -> list[PutInRow]:
    words = context.words
    n = row.size.n / row.calls
    if row.bound.seconds:
        text = border_text(context, row.bound)
        loaded = words("minimal.loaded.text", seconds=seconds(row.loaded_cut_s))
        small = loaded if row.loaded_cut_s > row.bound.seconds else ""
        rows = [PutInRow(words["minimal.bound"], text, small, seconds(row.bound.seconds))]
    else:
        rows = [PutInRow(words["minimal.bound"], words["minimal.bound.none"], "", NONE)]
    for name, end in (("optimistic", row.optimistic), ("conservative", row.conservative)):
        found = put_in(end, n, row.calls, words)
        rows.append(
            PutInRow(words[f"minimal.{name}"], found.terms, f"= {found.values}" if found.values else "", found.total)
        )
    return rows


def _waterfall(context: Context, row: OperationEstimate) -> PutInRow:
    words = context.words
    steps = [
        f"{step_name(context, step)} {'+' if step.seconds > 0 else chr(0x2212)}{seconds(abs(step.seconds))}"
        for step in row.waterfall
        if abs(step.seconds) > 1e-9 * row.time.conservative
    ]
    width = row.time.conservative - row.time.optimistic
    text = words["semicolon"].join(steps) or NONE
    return PutInRow(words["minimal.steps"], text, "", f"+{seconds(width)}" if width > 0.0 else seconds(0.0))


def _rates(context: Context, row: OperationEstimate) -> PutInRow:
    texts = {
        "algbw": span(*row.algbw, rate),
        "algbits": span(*row.algbw, bits),
        "busbw": span(*row.busbw, rate),
        "busbits": span(*row.busbw, bits),
    }
    return PutInRow(context.words["minimal.rate"], context.words("minimal.rate.text", **texts), "", "")


def _balance(context: Context, row: OperationEstimate) -> PutInRow:
    n_star = context.words.join([f"{path} {span(*ends, size)}" for path, ends in row.n_star.items()]) or NONE
    n_half = span(row.optimistic.n_half, row.conservative.n_half, size)
    text = context.words("minimal.balance.text", n_half=n_half, n_star=n_star)
    return PutInRow(context.words["minimal.balance"], text, "", context.words[f"regime.{row.conservative.regime}"])


def _basis(context: Context, row: OperationEstimate) -> PutInRow:
    words = context.words
    shares = [(words[f"basis.{basis}"], share) for basis, share in row.basis_shares.items() if share > 0.0]
    text = words.join([f"{name}\u00a0{percent(share)}" for name, share in sorted(shares, key=lambda s: -s[1])]) or NONE
    return PutInRow(words["minimal.basis"], words("minimal.basis.text", shares=text), "", "")
