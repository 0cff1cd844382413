"""The frontier of two assumptions in the document: what one would have to be at each value of the other."""

from __future__ import annotations

from markupsafe import Markup

from estimator.estimate.search.takes import Frontier, Takes
from estimator.estimate.search.trial import FACTORS, SHARES
from estimator.report.figures.frontier import FrontierData, FrontierLine, FrontierTexts, Ruler, frontier_figure
from estimator.report.numbers import seconds
from estimator.report.tables.estimates.solved import shown_as
from estimator.report.view.context import Context
from estimator.report.view.figure import Figure
from estimator.report.view.operations.factors import assumption_name

ENDS = ("budget.takes.optimistic", "budget.takes.conservative")


def frontier_view(context: Context, found: Frontier) -> Figure:
    """The drawing with its caption."""
    words = context.words
    better = found.second.found.place.more_is_better
    names = {"first": _name(context, found.first), "second": _name(context, found.second)}
    allowed = seconds(found.first.found.target.seconds)
    title = words("budget.frontier.title", **names, allowed=allowed)
    side = words["budget.frontier.above" if better else "budget.frontier.below"]
    lines = tuple(
        FrontierLine(words[key], tuple(point.value[end] for point in found.points)) for end, key in enumerate(ENDS)
    )
    data = FrontierData(
        FrontierTexts(
            title, words("budget.frontier.heading", allowed=allowed, side=side), words["budget.frontier.signs"]
        ),
        _ruler(context, found.first),
        _ruler(context, found.second),
        tuple(point.first for point in found.points),
        lines,
        better,
    )
    return Figure(Markup(frontier_figure(data)), title)  # noqa: S704 - the figure escapes its texts


def _ruler(context: Context, one: Takes) -> Ruler:
    quantity = one.found.place.quantity
    return Ruler(_name(context, one), shown_as(quantity)[1], quantity in (*SHARES, *FACTORS))


def _name(context: Context, one: Takes) -> str:
    return assumption_name(context, one.ranked.assumption)
