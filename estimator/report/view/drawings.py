"""Where the time goes: T(n) of the leading operations, stacked shares, and what to measure first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.cost.key import Key
from estimator.estimate.result import End, OperationEstimate, Ranked
from estimator.report.figures.shares import Bar, Part, SharesLabels, shares_figure
from estimator.report.figures.tornado import Assumption, TornadoLabels, tornado_figure
from estimator.report.figures.waterfall import Fall, WaterfallLabels, waterfall_figure
from estimator.report.numbers import Several, messages, percent, plain, rate, seconds
from estimator.report.view.comparing import Compared, comparisons, premises
from estimator.report.view.context import Context, total_key
from estimator.report.view.curves import Figure, curve_figure
from estimator.report.view.levels import level_name
from estimator.report.view.marks import Mark, basis_mark
from estimator.report.view.minimal import step_name
from estimator.report.view.overlap import overlap_value
from estimator.report.view.swings import SwingRow, assumption_name, swing_rows, swings_note
from estimator.report.view.variants import VariantsView, variants_view

TORNADO = 10
REGISTER = 20
FALLS = 3
PATH_KINDS = ("alpha", "hop", "beta", "link", "unit", "nic")
"""Operations whose interval is drawn step by step."""


class Registered(NamedTuple):
    """One assumption of the register."""

    id: str
    what: str
    value: str
    mark: Mark
    explains: str
    share: str
    how: str


@dataclass(frozen=True)
class FiguresView:
    """The section on the composition of the times."""

    lead: str
    curves: tuple[Figure, ...]
    compared: tuple[Compared, ...]
    premises: str
    falls: tuple[Figure, ...]
    shares: Figure
    first_lead: str
    tornado: Figure | None
    swings: tuple[SwingRow, ...]
    swings_note: str
    register: tuple[Registered, ...]
    variants: VariantsView | None


def figures_view(context: Context) -> FiguresView:
    """The section on the composition of the times."""
    words, table = context.words, context.table
    counts = {"shown": Several(len(context.material.drawn)), "all": Several(len(table.operations))}
    return FiguresView(
        lead=words("figures.lead", **counts),
        curves=tuple(curve_figure(context, table.operations[name]) for name in context.material.drawn),
        compared=comparisons(context),
        premises=premises(context),
        falls=tuple(_fall(context, table.operations[name]) for name in _widest(context)),
        shares=_shares(context),
        first_lead=words(
            total_key(context, "figures.first.lead"),
            low=seconds(table.exposed.optimistic),
            high=seconds(table.exposed.conservative),
        ),
        tornado=_tornado(context) if table.ranking else None,
        swings=swing_rows(context),
        swings_note=swings_note(context),
        register=tuple(_registered(context, i, item) for i, item in enumerate(table.ranking[:REGISTER], 1)),
        variants=variants_view(context, context.material.variants) if context.material.variants else None,
    )


def _widest(context: Context) -> list[str]:
    """The first operations of the ranking whose ends differ."""
    rows = (context.table.operations[name] for name in context.material.drawn)
    return [row.id for row in rows if row.time.width > 1.0 + 1e-9][:FALLS]


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


def _parts(end: End) -> tuple[Part, ...]:
    return tuple(
        Part(key, value, origin is None or origin.basis == "assumed")
        for key, value in end.parts.items()
        if value > 0.0
        for origin in (end.origins.get(key),)
    )


def part_name(context: Context, key: Key) -> str:
    """A parameter of the model in words: "transfer, between nodes", "cut node_nics"."""
    words = context.words
    name = words[f"part.{key.family}"]
    if key.is_cut:
        return f"{name} {key.where}"
    return words("part.on", name=name, level=level_name(words, key.where)) if key.where else name


def _tornado(context: Context) -> Figure:
    words, table = context.words, context.table
    shown = [item for item in table.ranking[:TORNADO] if item.seconds > 0.0]
    items = [
        Assumption(
            assumption_name(context, item.assumption),
            item.seconds,
            seconds(item.seconds),
            percent(item.share),
            _hint(context, item),
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


def _hint(context: Context, item: Ranked) -> str:
    return context.words.get(f"hint.{item.assumption.rpartition('.')[2]}", "")


def _registered(context: Context, number: int, item: Ranked) -> Registered:
    basis = item.origin.basis if item.origin else "assumed"
    return Registered(
        id=f"A-{number:02d}",
        what=assumption_name(context, item.assumption),
        value=_value(context, item),
        mark=basis_mark(context.words, basis),
        explains=seconds(item.seconds) if item.seconds >= 0 else f"\u2212{seconds(-item.seconds)}",
        share=percent(item.share) if item.share >= 0 else f"\u2212{percent(-item.share)}",
        how=_hint(context, item),
    )


def _value(context: Context, item: Ranked) -> str:
    factor = item.assumption.rpartition(".")[2]
    where = item.assumption.rpartition(".")[0]
    if factor in ("overlap", "window", "compute_slowdown") and where in context.spec.operations:
        return overlap_value(context, context.spec.operations[where], factor)
    origin = item.origin
    if origin is None or factor == "sequence":
        return "\u2014"
    form = {
        "alpha": seconds,
        "launch": seconds,
        "sync": seconds,
        "root": seconds,
        "message_rate": messages,
        "bandwidth": rate,
        "cut": rate,
        "reduce": rate,
    }
    text = form.get(factor, plain)(origin.value) if factor != "reorder" else rate(origin.value)
    condition = context.condition(origin.condition) if origin.condition else ""
    return f"{text}{context.words['comma']}{condition}" if condition else text
