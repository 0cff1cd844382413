"""Where the limit of a card came from: as stated, of the line rate, of the estimate, or step by step of the budget."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.estimate.steps.need import Leaves, Needs
from estimator.estimate.steps.overlap import Share
from estimator.report.numbers import fraction, seconds
from estimator.report.sentences.texts import value_text
from estimator.report.view.context import Context
from estimator.require.criterion import Criterion
from estimator.spec.requirements.measure import Limit
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import format_bandwidth, format_number, format_ratio

ENDS = {0.0: "optimistic", 1.0: "conservative"}


def origin_of(context: Context, name: str, cell: Criterion) -> str:
    """Where the limit of a requirement's cell came from, with its numbers; "" where it has none."""
    words, requirement = context.words, context.spec.requirements[name]
    limit = getattr(requirement, "limit", None)
    if cell.limit is None:
        return ""
    if limit is not None and limit.bound.origin == "line":
        share = limit.bound.value
        return words("cards.how.line", share=format_ratio(share), line=format_bandwidth(cell.limit / share))
    if isinstance(requirement, MeasurableRequirement) and cell.how == "derived":
        return _of_estimate(context, requirement.limit)
    if isinstance(requirement, MeasurableRequirement) and cell.how == "budget":
        found = Needs(context.spec, context.table).leaves(requirement.operation or "", cell.skew)
        return _of_budget(context, found, requirement.limit, cell) if found is not None else ""
    return words.get(f"cards.how.{cell.how}", "")


def _of_estimate(context: Context, limit: Limit) -> str:
    """An end of the interval or a place in it, and the factor on it."""
    at = limit.bound.at
    text = context.words(f"cards.how.{ENDS.get(at, 'between')}", at=format_number(at))
    return text + _factor(limit)


def _of_budget(context: Context, found: Leaves, limit: Limit, cell: Criterion) -> str:
    """2.6 s / 704 calls / (1 - 40 %) = 6.155 ms, less 697.1 us that the test leaves out: 5.46 ms."""
    words = context.words
    share = words("cards.how.share", share=seconds(found.share_s), calls=fraction(found.calls))
    parts = [f"{share}{''.join(_hidden(context, found))} = {seconds(found.call_s)}"]
    if found.left_out_s:
        parts.append(words("cards.how.left_out", left_out=seconds(found.left_out_s), call=seconds(found.seconds)))
    if limit.factor != 1.0:
        parts.append(words("cards.how.factor", factor=format_number(limit.factor)))
    kept, before = (value_text(value, cell.unit, context.language) for value in (cell.limit or 0.0, found.seconds))
    if limit.factor != 1.0 or kept != before:
        parts.append(words("cards.how.rounded", limit=kept))
    return words["cards.how.budget"] + words["colon"] + words["comma"].join(parts)


def _hidden(context: Context, found: Leaves) -> Iterator[str]:
    """From the exposed seconds of a call to all of it: the share that is hidden, or the window beside it."""
    words, hiding = context.words, found.hiding
    exposed = found.share_s / found.calls
    if isinstance(hiding, Share):
        if hiding.hidden:
            yield f" \u00f7 (1 \u2212 {format_ratio(hiding.hidden)})"
        return
    added = hiding.slowdown - 1.0
    window = seconds(hiding.seconds)
    if exposed < added * hiding.seconds:
        yield f" \u00f7 {format_number(added)}"
        yield words.brackets(words("cards.how.inside", window=window))
    else:
        part = "" if added == 0.0 else f"{format_number(1.0 - added)} \u00d7 "
        yield f" + {part}{words('cards.how.window', window=window)}"


def _factor(limit: Limit) -> str:
    return "" if limit.factor == 1.0 else f" \u00d7 {format_number(limit.factor)}"
