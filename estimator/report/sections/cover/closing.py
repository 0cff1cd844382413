"""Does the budget close? The sums of the step on one axis, for the cover and the section on the budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.report.figures.closing import Axis, allowed_bar, axis_of, interval_on, reached_bar
from estimator.report.figures.drawing.svg import titled
from estimator.report.numbers import Several, seconds, span
from estimator.report.view.context import Context, total_name
from estimator.report.view.operations.factors import assumption_name
from estimator.report.view.operations.takes import value_text
from estimator.require.closure import Closure

OVER = ("no", "never")


class Sum(NamedTuple):
    """One line: its name, its value, its bar."""

    name: str
    value: str
    bar: Markup


@dataclass(frozen=True)
class ClosingView:
    """The answer and its numbers. ``css``: open, closes or over; ``answer`` is one word, ``text`` one sentence."""

    css: str
    question: str
    answer: str
    text: str
    sums: tuple[Sum, ...]


def closing_view(context: Context) -> ClosingView:
    """Whether the musts close the budget."""
    words, found = context.words, context.material.closure
    key = found.closes or "open"
    return ClosingView(
        css="over" if found.closes in OVER else "closes" if found.closes else "open",
        question=words["closing.question" if found.closes else "closing.question.open"],
        answer=words[f"closing.{key}"] if found.closes else "",
        text=words(f"closing.{key}.text", **_numbers(found)) + (_closer(context) if found.closes in OVER else ""),
        sums=tuple(_sums(context, found)),
    )


def _closer(context: Context) -> str:
    """The one number that would hold the estimate within the budget, all others at their ends; or that none does."""
    words, takes = context.words, context.material.takes
    if not takes:
        return ""
    for end in ("conservative", "optimistic"):
        for one in takes:
            value = getattr(one.found.value, end)
            if isinstance(value, float):
                name = assumption_name(context, one.ranked.assumption)
                return words(f"closing.by.{end}", what=name, value=value_text(context, one, value))
    return words("closing.by.none", count=Several(len(takes)))


def _numbers(found: Closure) -> dict[str, str]:
    even, skewed = found.musts_met
    allowed = found.allotment.allowed_s or 0.0
    return {
        "allowed": seconds(allowed),
        "met": span(even, skewed, seconds),
        "low": seconds(found.estimate.optimistic),
        "over": seconds(max(skewed - allowed, 0.0)),
        "over_low": seconds(max(found.estimate.optimistic - allowed, 0.0)),
    }


def _sums(context: Context, found: Closure) -> Iterator[Sum]:
    words, allowed = context.words, found.allotment.allowed_s
    even, skewed = found.musts_met
    axis = axis_of([*found.estimate, even, skewed], allowed)
    if allowed is not None:
        yield _sum(words["closing.budget"], seconds(allowed), allowed_bar(axis))
    exposed = total_name(context, "closing.estimate")
    yield _sum(exposed, span(*found.estimate, seconds), interval_on(axis, *found.estimate))
    if allowed is not None:
        yield from _met(context, axis, even, skewed)
        if found.carried_over_s < skewed * (1.0 - 1e-9):
            carried = found.carried_over_s
            yield _sum(words["closing.carried"], seconds(carried), reached_bar(axis, carried))


def _met(context: Context, axis: Axis, even: float, skewed: float) -> Iterator[Sum]:
    words = context.words
    if abs(even - skewed) <= 1e-9 * skewed:
        yield _sum(words["closing.met"], seconds(skewed), reached_bar(axis, skewed))
        return
    yield _sum(words["closing.met.even"], seconds(even), reached_bar(axis, even))
    yield _sum(words["closing.met.skewed"], seconds(skewed), reached_bar(axis, skewed))


def _sum(name: str, value: str, bar: str) -> Sum:
    return Sum(name, value, Markup(titled(bar, f"{name} {value}")))  # noqa: S704 - the drawing escapes its title
