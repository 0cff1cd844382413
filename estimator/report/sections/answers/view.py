"""The answer matrix: every requirement with room for an answer, a value and its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from estimator.report.view.context import Context
from estimator.report.view.marks import Mark, priority_mark
from estimator.report.view.requirements.cells import headline_limit
from estimator.report.view.requirements.ids import short_ids


class AnswerRow(NamedTuple):
    """One requirement to answer."""

    id: str
    short: str
    limit: str
    chip: Mark


@dataclass(frozen=True)
class AnswersView:
    """The answer matrix: an empty form."""

    rows: tuple[AnswerRow, ...]


def answers_view(context: Context) -> AnswersView:
    """The answer matrix."""
    names = short_ids(list(context.spec.requirements))
    return AnswersView(tuple(_answer(context, name, shown) for name, shown in names.items()))


def _answer(context: Context, name: str, shown: str) -> AnswerRow:
    limit = headline_limit(context, context.material.mains.get(name))
    return AnswerRow(name, shown, limit, priority_mark(context.words, context.spec.requirements[name].priority))
