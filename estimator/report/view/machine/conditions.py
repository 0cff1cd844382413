"""The conditions that a spec defines: what each is, what makes it, and which others it is like and harder than."""

from __future__ import annotations

from typing import NamedTuple

from estimator.report.numbers import NONE
from estimator.report.view.context import Context


class ConditionRow(NamedTuple):
    """One condition of the spec's own."""

    id: str
    text: str
    like: str
    harder_than: str
    load: str


def condition_rows(context: Context) -> tuple[ConditionRow, ...]:
    """The conditions in the spec's order; none where it defines none."""
    return tuple(
        ConditionRow(
            id=name,
            text=context.text(own.text),
            like=context.condition(own.like),
            harder_than=context.words.join([context.condition(other) for other in own.harder_than]) or NONE,
            load=context.text(own.load, NONE),
        )
        for name, own in context.spec.platform.conditions.items()
    )
