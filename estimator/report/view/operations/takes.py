"""What a number would have to be, in words."""

from __future__ import annotations

from estimator.estimate.search.solve import Value
from estimator.estimate.search.takes import Takes
from estimator.report.tables.estimates.solved import shown_as
from estimator.report.view.context import Context


def value_text(context: Context, one: Takes, value: Value) -> str:
    """The value with its side: "at least 45 GB/s"; that there is none, or that any will do."""
    if value is None:
        return context.words["budget.takes.never"]
    if value == "any":
        return context.words["budget.takes.any"]
    _, show = shown_as(one.found.place.quantity)
    sign = "\u2265" if one.found.place.more_is_better else "\u2264"
    return f"{sign}\u00a0{show(value)}"
