"""The budget operation by operation, what the step exposes with every must just met, and what it takes to close."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.estimate.search.takes import Takes
from estimator.report.figures.closing import Axis, axis_of, share_bar
from estimator.report.figures.drawing.svg import titled
from estimator.report.numbers import NONE, Column, Several, percent, plain, seconds, span
from estimator.report.sections.budget.frontier import frontier_view
from estimator.report.tables.estimates.solved import shown_as
from estimator.report.view.breaks import breakable
from estimator.report.view.context import Context
from estimator.report.view.figure import Figure, Figures
from estimator.report.view.operations.factors import assumption_name
from estimator.report.view.operations.takes import value_text
from estimator.report.view.requirements.ids import short_ids
from estimator.require.closure import OperationClosure

LISTED = 40
"""So many operations have a row of their own at most; the others stand together in the last one."""
SLACK = 1e-9


class BudgetRow(NamedTuple):
    """One operation: exposed seconds of a step, but ``allowed`` and ``limit``, which are of one call."""

    id: str
    title: str
    share: str
    calls: str
    estimate: str
    allowed: str
    limit: str
    requirement: str
    short: str
    note: str
    met: str
    bar: Markup
    over: str


class Totals(NamedTuple):
    """The last row: the budget, the estimate, every must just met, and how far that is over the budget."""

    allowed: str
    estimate: str
    met: str
    over: str
    note: str


class TakesRow(NamedTuple):
    """What one number would have to be: its name, where it stands, what is stated, and both values."""

    what: str
    path: Markup
    stated: str
    optimistic: str
    conservative: str
    note: str
    explains: str


@dataclass(frozen=True)
class BudgetView:
    """The section; without a budget there are no rows. ``unit`` is that of all exposed times."""

    lead: str
    unit: str
    rows: tuple[BudgetRow, ...]
    others: BudgetRow | None
    totals: Totals | None
    takes_lead: str
    takes: tuple[TakesRow, ...]
    frontier: Figure | None


def budget_view(context: Context, figures: Figures) -> BudgetView:
    """The section on the budget."""
    words, closed = context.words, context.material.closure
    allowed = closed.allotment.allowed_s
    if allowed is None:
        return BudgetView(words["budget.none"], "", (), None, None, "", (), None)
    table = _Table(context, allowed)
    takes = tuple(_takes(context, one) for one in context.material.takes)
    frontier = context.material.frontier
    return BudgetView(
        lead=words["budget.lead"],
        unit=table.column.unit,
        rows=tuple(table.row(name) for name in table.names[:LISTED]),
        others=table.others() if table.names[LISTED:] else None,
        totals=table.totals(),
        takes_lead=words("budget.takes.lead", allowed=seconds(allowed)) if takes else "",
        takes=takes,
        frontier=figures.placed(frontier_view(context, frontier)) if frontier is not None else None,
    )


class _Table:
    """The rows of one budget, all exposed seconds in one unit, the operation that exposes most first."""

    def __init__(self, context: Context, allowed: float) -> None:
        self.context, self.allowed = context, allowed
        self.closed = context.material.closure
        self.found = self.closed.operations
        self.rows = context.table.operations
        self.names = sorted(self.found, key=lambda name: -self._most(name))
        most = [self._most(name) for name in self.found]
        self.column = Column([allowed, *most])
        self.axis: Axis = axis_of([*most, *(one.share_s or 0.0 for one in self.found.values())], None)
        self.short = short_ids(list(context.spec.requirements))

    def _most(self, name: str) -> float:
        one = self.found[name]
        return max(self.rows[name].step.exposed.conservative, one.even.exposed_s, one.full.exposed_s)

    def _bar(self, share: float | None, ends: tuple[float, float], met: tuple[float, float]) -> Markup:
        drawn = share_bar(self.axis, share, ends, met)
        return Markup(titled(drawn, self.context.words["budget.bar"]))  # noqa: S704 - the drawing escapes its title

    def row(self, name: str) -> BudgetRow:
        """One operation."""
        one, exposed, at = self.found[name], self.rows[name].step.exposed, self.found[name].shown
        met = one.even.exposed_s, one.full.exposed_s
        return BudgetRow(
            id=name,
            title=self.context.operation_title(name),
            share=NONE if one.share_s is None else self.column.text(one.share_s),
            calls=plain(one.calls),
            estimate=self.column.span(*exposed),
            allowed=NONE if at.allowed_call_s is None else seconds(at.allowed_call_s),
            limit="" if at.limit_s is None else f"\u2264\u00a0{seconds(at.limit_s)}",
            requirement=at.requirement,
            short=self.short.get(at.requirement, at.requirement),
            note=self._note(one),
            met=self._met(*met),
            bar=self._bar(one.share_s, exposed, met),
            over=self._over(one),
        )

    def _met(self, even: float, full: float) -> str:
        texts = dict.fromkeys((self.column.text(even), self.column.text(full)))
        return " / ".join(texts)

    def _over(self, one: OperationClosure) -> str:
        if one.share_s is None:
            return NONE
        over = one.full.exposed_s - one.share_s
        return self.column.signed(over) if over > SLACK * one.share_s else self.context.words["budget.within"]

    def _note(self, one: OperationClosure) -> str:
        """Why no must governs, or at which skew none does."""
        words = self.context.words
        if one.full.limit_s is not None:
            return ""
        if one.even.limit_s is not None and one.even.skew != one.full.skew:
            return words("budget.even.only", skew=plain(one.full.skew))
        if one.elsewhere is None:
            return words["budget.no.must"]
        named, condition, by_skew = one.elsewhere
        short = self.short.get(named, named)
        if by_skew:
            return words("budget.other.skew", id=short)
        return words("budget.elsewhere", id=short, condition=self.context.condition(condition))

    def others(self) -> BudgetRow:
        """The operations without a row of their own, added up."""
        rest = self.names[LISTED:]
        low = sum(self.rows[name].step.exposed.optimistic for name in rest)
        high = sum(self.rows[name].step.exposed.conservative for name in rest)
        found = [self.found[name] for name in rest]
        met = sum(one.even.exposed_s for one in found), sum(one.full.exposed_s for one in found)
        share = sum(one.share_s or 0.0 for one in found)
        title = self.context.words("budget.others", count=Several(len(rest)))
        bar = self._bar(share or None, (low, high), met)
        shown = self.column.text(share) if share else NONE
        return BudgetRow(
            "", title, shown, "", self.column.span(low, high), "", "", "", "", "", self._met(*met), bar, NONE
        )

    def totals(self) -> Totals:
        """The sums of the step."""
        even, full = self.closed.musts_met
        over = full - self.allowed
        other = self.closed.allotment.other_s or 0.0
        left = self.context.words("budget.left", other=seconds(other)) if other > SLACK * self.allowed else ""
        return Totals(
            allowed=self.column.text(self.allowed),
            estimate=self.column.span(*self.closed.estimate),
            met=self._met(even, full),
            over=self.column.signed(over) if over > SLACK * self.allowed else self.context.words["budget.within"],
            note=left,
        )


def _takes(context: Context, one: Takes) -> TakesRow:
    words = context.words
    value = one.found.value
    _, show = shown_as(one.found.place.quantity)
    low, high = one.stated.ends
    return TakesRow(
        what=assumption_name(context, one.ranked.assumption),
        path=breakable(one.spec_path, "._"),
        stated=span(low, high, show),
        optimistic=value_text(context, one, value.optimistic),
        conservative=value_text(context, one, value.conservative),
        note=words["semicolon"].join(_takes_notes(context, one)),
        explains=f"{seconds(one.ranked.seconds)}{words['comma']}{percent(one.ranked.share)}",
    )


def _takes_notes(context: Context, one: Takes) -> Iterator[str]:
    if any(one.found.beyond_link):
        yield context.words["budget.takes.link"]
    if one.found.raised:
        yield context.words["budget.takes.raised"]
