"""What a card says of its limit: against the model's interval, the cut bound, and the operation in the step."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

import numpy as np

from estimator.report.numbers import fraction, percent, seconds, size, times
from estimator.report.sentences.differs import FactorDifference, factors
from estimator.report.sentences.texts import value_text
from estimator.report.view.context import Context
from estimator.report.view.requirements.limits import runs_of
from estimator.require.criterion import Criterion
from estimator.require.limits.rounding import tightened
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement

FAR = 100.0
"""A limit beyond so many times the cut bound is not compared with it."""


def finite(value: float) -> bool:
    """Whether the model says anything: a number, and not beyond all numbers."""
    return not isnan(value) and abs(value) != float("inf")


def margin(context: Context, cell: Criterion | None, requirement: Requirement) -> str:
    """In words, how far the limit is from the conservative end and the cut bound, and the operation's own time."""
    words = context.words
    if cell is None or cell.expected is None or not all(map(finite, cell.expected)):
        return ""
    parts = [*_against(context, cell)]
    if cell.limit is not None and cell.expected.conservative > 0.0:
        end = cell.expected.conservative
        share = cell.limit / end - 1.0
        looser = share if cell.comparator == "at_most" else -share
        key = "equal" if abs(share) < 5e-4 else "above" if looser > 0 else "below"
        text, shown = (value_text(value, cell.unit, context.language) for value in (end, cell.limit))
        if key != "above" and text != shown and cell.limit == _in_few_digits(context, end, cell):
            key = "rounded"
        if key in ("equal", "rounded") and _is_conservative(requirement, cell):
            key = f"least.{key}"  # where the limit came from says the rest
        parts.append(words(f"cards.margin.{key}", end=text, share=percent(abs(share))))
        bound = cell.estimate.bound_s if cell.estimate is not None else 0.0
        close = 0.0 < cell.limit < FAR * bound
        if close and cell.measure.name == "time" and cell.measure.against is None:
            parts.append(words("cards.margin.bound", bound=seconds(bound), factor=times(cell.limit / bound)))
    own = _own(context, cell, requirement)
    if own:
        parts.append(own)
    text = words["semicolon"].join(parts)
    return f"{text}{'。' if context.language == 'zh' else '.'}" if text else ""


def _is_conservative(requirement: Requirement, cell: Criterion) -> bool:
    """Whether the limit is the conservative end of the cell's estimate."""
    limit = requirement.limit if isinstance(requirement, MeasurableRequirement) else None
    return cell.how == "derived" and limit is not None and limit.bound.at == 1.0 and limit.factor == 1.0


def _in_few_digits(context: Context, value: float, cell: Criterion) -> float:
    """A derived limit at that value."""
    upper, digits = cell.comparator == "at_most", context.spec.document.rounding
    return float(tightened(np.array([value]), digits, at_most=upper)[0])


def _against(context: Context, cell: Criterion) -> Iterator[str]:
    """The number that a relative metric divides by, where the document gives it."""
    against = cell.measure.against
    form = {"cut": seconds, "model": seconds, "bytes": size}.get(against.what) if against else None
    if against is not None and form is not None and against.value:
        yield context.words(f"cards.against.{against.what}", value=form(against.value))


def _own(context: Context, cell: Criterion, requirement: Requirement) -> str:
    """The operation's conservative time of one call, with what differs there from the cell's test.

    In the step, unless it counts a condition of the spec's own, under which no step is taken.
    """
    row = context.table.operations.get(getattr(requirement, "operation", None) or "")
    if row is None or cell.measure.name != "time" or not cell.own_n:
        return ""
    found, runs = factors(cell, row), runs_of(cell, row)
    together = row.calls / runs
    named = any(condition in context.spec.platform.conditions for condition in row.conditions)
    key = ("cards.own" if runs == 1.0 else "cards.own.call") + (".named" if named else "")
    text = context.words(key, time=seconds(found.conservative_s * together))
    differ = [_difference(context, one, together) for one in found.differ if one.what != "size" or together == 1.0]
    return context.words("cards.own.differ", own=text, factors=context.words.join(differ)) if differ else text


def _difference(context: Context, one: FactorDifference, calls: float) -> str:
    """One factor: "reorder 230.7 us" of the calls, or what cell and operation have, "skew 1 -> 1.5"."""
    words = context.words
    name = words[f"cards.differ.{one.what}"]
    if one.what in ("reorder", "sync") and not isinstance(one.operation, str):
        return f"{name} {seconds(one.operation * calls)}"
    cell, there = (_named(context, one.what, value) for value in (one.cell, one.operation))
    return f"{name} {cell} \u2192 {there}"


def _named(context: Context, what: str, value: float | str) -> str:
    if isinstance(value, str):
        return " + ".join(map(context.condition, value.split(", "))) if what == "condition" else value
    return size(value) if what == "size" else fraction(value)
