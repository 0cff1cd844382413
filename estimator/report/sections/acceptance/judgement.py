"""What the views of an acceptance report draw on: the judgement in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.errors import one_line
from estimator.evidence.handed import Handed
from estimator.judge.acceptance import Acceptance
from estimator.judge.budget import MeasuredBudget
from estimator.judge.reason import Verdict
from estimator.report.figures.drawing.svg import titled
from estimator.report.figures.verdicts import mark
from estimator.report.sentences.texts import value_text
from estimator.report.view.requirements.cells import short
from estimator.report.words.lookup import UNITS, Words
from estimator.require.criterion import Criterion
from estimator.spec.document import Spec
from estimator.spec.values.base import Text


class VerdictView(NamedTuple):
    """A verdict: its css class, its mark, its word."""

    css: str
    mark: Markup
    text: str


@dataclass(frozen=True)
class Judgement:
    """What the report is made from, the same for both languages."""

    spec: Spec
    found: Acceptance
    budget: MeasuredBudget
    handed: Handed
    commands: Mapping[str, str]
    fingerprint: str


@dataclass(frozen=True)
class JudgementIn:
    """The judgement in one language."""

    one: Judgement
    words: Words

    def text(self, text: Text | None, otherwise: str = "") -> str:
        """A text of the spec, on one line."""
        return UNITS.sub("\u00a0", one_line(text.get(self.words.language))) if text is not None else otherwise

    def verdict(self, verdict: Verdict) -> VerdictView:
        """A verdict as a mark and a word."""
        word = self.words[f"verdict.{verdict}"]
        return VerdictView(verdict, Markup(titled(mark(verdict), word)), word)  # noqa: S704 - drawn here

    def condition(self, name: str) -> str:
        """What readers call a condition."""
        own = self.one.spec.platform.conditions.get(name)
        return self.words.get(f"condition.{name}", name) if own is None else self.text(own.text, name)

    def value(self, value: float, cell: Criterion) -> str:
        """A value of a cell, a bandwidth in bytes only."""
        return short(value_text(value, cell.unit, self.words.language))

    def title(self, requirement: str) -> str:
        """A requirement's title."""
        return self.text(self.one.spec.requirements[requirement].title)
