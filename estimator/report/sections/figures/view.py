"""Where the time goes: T(n) of the leading operations, stacked shares, and what to measure first."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from estimator.cost.key import Key
from estimator.estimate.result import End, OperationEstimate
from estimator.report.figures.shares import Bar, Segment, SharesLabels, shares_figure
from estimator.report.figures.tornado import Assumption, TornadoLabels, tornado_figure
from estimator.report.figures.waterfall import Fall, WaterfallLabels, waterfall_figure
from estimator.report.numbers import Several, percent, seconds
from estimator.report.sections.figures.curves import curve_figure
from estimator.report.sections.figures.swings import SwingRow, swing_rows, swings_note
from estimator.report.sections.figures.variants import VariantsView, variants_view
from estimator.report.view.context import Context
from estimator.report.view.figure import Figure, Figures
from estimator.report.view.operations.factors import assumption_name, hint, part_name, step_name

TORNADO = 10
FALLS = 3
"""Operations whose interval is drawn step by step."""
PATH_KINDS = ("alpha", "hop", "beta", "link", "unit", "nic")


@dataclass(frozen=True)
class FiguresView:
    """The section on the composition of the times; ``more``: figures of the page for screens only."""

    lead: str
    figures: tuple[Figure, ...]
    more: tuple[Figure, ...]
    swings: tuple[SwingRow, ...]
    swings_note: str
    variants: VariantsView | None


def figures_view(context: Context, numbers: Figures) -> FiguresView:
    """The section on the composition of the times."""
    material = context.material
    whole = [name for name in material.drawn if name in material.whole]
    others = [name for name in material.drawn if name not in whole]
    first, *others = (*whole, *others) or ("",)
    figures = [*_curves(context, [first] if first else []), _shares(context)]
    more = [*([_tornado(context)] if context.table.ranking else []), *_curves(context, others)]
    more += _falls(context, [first, *others] if first else [])
    counts = {"shown": Several(len(material.drawn)), "printed": Several(min(1, len(material.drawn)))}
    return FiguresView(
        lead=context.words("figures.lead", **counts, all=Several(len(context.table.operations))),
        figures=tuple(map(numbers.placed, figures)),
        more=tuple(map(numbers.placed, more)),
        swings=swing_rows(context),
        swings_note=swings_note(context),
        variants=variants_view(context, context.material.variants) if context.material.variants else None,
    )


def _curves(context: Context, names: list[str]) -> list[Figure]:
    """T(n) of some operations."""
    return [curve_figure(context, context.table.operations[name]) for name in names]


def _falls(context: Context, names: list[str]) -> list[Figure]:
    """How the intervals come about of the first operations whose ends differ."""
    rows = [context.table.operations[name] for name in names]
    return [_fall(context, row) for row in rows if row.time.width > 1.0 + 1e-9][:FALLS]


def _fall(context: Context, row: OperationEstimate) -> Figure:
    words = context.words
    least = 1e-4 * row.time.conservative
    steps = [
        Fall(
            step_name(context, step),
            step.seconds,
            f"{'+' if step.seconds > 0.0 else chr(0x2212)}{seconds(abs(step.seconds))}",
            step.origin is None or step.origin.basis == "assumed",
        )
        for step in row.waterfall
        if abs(step.seconds) > least
    ]
    labels = WaterfallLabels(
        title=words("figures.fall.title", operation=context.operation_title(row.id)),
        desc=words["figures.fall.desc"],
        optimistic=words["figures.optimistic"],
        conservative=words["figures.conservative"],
        optimistic_amount=seconds(row.time.optimistic),
        conservative_amount=seconds(row.time.conservative),
        axis=words["figures.y"],
        assumed=words["figures.assumed"],
    )
    drawn = waterfall_figure(steps, row.time.optimistic, row.time.conservative, labels, f"fall-{row.id}")
    return Figure(Markup(drawn), labels.title + words["figures.fall"])  # noqa: S704 - the figure escapes its texts


def _shares(context: Context) -> Figure:
    words = context.words
    rows = [context.table.operations[name] for name in context.material.drawn]
    kinds = {key: part_name(context, key) for row in rows for key in row.conservative.parts}
    order = (*PATH_KINDS, "gap", "cut", "gamma", "knee", "root", "T0", "reorder", "sync")
    levels = context.spec.platform.machine.names

    def rank(key: Key) -> tuple[int, int, str]:
        return order.index(key.family), levels.index(key.where) if key.where in levels else 0, key.where

    ordered = {key: kinds[key] for key in sorted(kinds, key=rank)}
    labels = SharesLabels(
        title=words["figures.shares.title"],
        desc=words["figures.shares.desc"],
        total=words["figures.shares.total"],
        assumed=words["figures.assumed"],
        kinds=ordered,
    )
    bars = tuple(
        Bar(context.operation_title(row.id), seconds(row.time.conservative), _parts(row.conservative)) for row in rows
    )
    return Figure(Markup(shares_figure(bars, labels)), words["figures.shares"])  # noqa: S704 - the figure escapes its texts


def _parts(end: End) -> tuple[Segment, ...]:
    return tuple(
        Segment(key, value, origin is None or origin.basis == "assumed")
        for key, value in end.parts.items()
        if value > 0.0
        for origin in (end.origins.get(key),)
    )


def _tornado(context: Context) -> Figure:
    words, table = context.words, context.table
    shown = [item for item in table.ranking[:TORNADO] if item.seconds > 0.0]
    items = [
        Assumption(
            assumption_name(context, item.assumption),
            item.seconds,
            seconds(item.seconds),
            percent(item.share),
            hint(context, item),
            item.origin is None or item.origin.basis == "assumed",
        )
        for item in shown
    ]
    labels = TornadoLabels(
        title=words["figures.tornado.title"],
        desc=words["figures.tornado.desc"],
        heading=words["figures.tornado.heading"],
        amount=words["figures.tornado.amount"],
        hint=words["figures.tornado.hint"],
        axis=words["figures.tornado.axis"],
        assumed=words["figures.assumed"],
        firm=words["figures.firm"],
    )
    drawn = tornado_figure(items, table.exposed.optimistic, table.exposed.conservative, labels)
    return Figure(Markup(drawn), words["figures.tornado"])  # noqa: S704 - the figure escapes its texts
