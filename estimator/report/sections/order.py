"""The sections of the document in order, and the whole document as plain view data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from estimator.report.pages.markdown import Markdown
from estimator.report.review.labels import labels
from estimator.report.sections.algorithms.view import algorithms_view
from estimator.report.sections.answers.view import answers_view
from estimator.report.sections.appendices.view import appendices_view
from estimator.report.sections.budget.view import budget_view
from estimator.report.sections.changes.view import changes_view
from estimator.report.sections.cover.view import CoverView, cover_view
from estimator.report.sections.figures.view import figures_view
from estimator.report.sections.formulas.view import formulas_view
from estimator.report.sections.glossary.view import glossary_view
from estimator.report.sections.history.view import history_view
from estimator.report.sections.index.view import index_view
from estimator.report.sections.minimal.view import minimal_view
from estimator.report.sections.overview.view import overview_view
from estimator.report.sections.paths.view import paths_view
from estimator.report.sections.reading.view import reading_view
from estimator.report.sections.requirements.view import cards_view
from estimator.report.sections.risks.view import risks_view
from estimator.report.sections.testing.view import testing_view
from estimator.report.sections.workload.view import workload_view
from estimator.report.view.context import Context
from estimator.report.view.figure import Figures
from estimator.report.view.requirements.versions import has_changes
from estimator.report.words.lookup import Words
from estimator.spec.values.base import Language

APPENDIX = "ABCDEFGH"


class Section(NamedTuple):
    """One section: anchor, number, heading, CSS class, template, view, and what running heads say.

    The number is "" before the first section and a letter in the appendix.
    """

    id: str
    number: str
    title: str
    css: str
    template: str
    view: Any
    run: str


@dataclass(frozen=True)
class DocumentView:
    """Everything a page shows, in one language."""

    language: Language
    words: Words
    cover: CoverView
    sections: tuple[Section, ...]
    review: Mapping[str, Any]
    labels: dict[str, Any]
    version: str


class Makers(NamedTuple):
    """What sections of one document make together: formatted text, and figures with running numbers."""

    markdown: Markdown
    figures: Figures


class Entry(NamedTuple):
    """A section of every document: its template's name, its place, its CSS class, and what makes its view.

    ``place``: front (no number), body (a number), appendix (a letter). The class ``new`` starts a page, ``land`` is
    landscape; in a short document (``FEW``, ``SHORT``) both go on where the section before them ends, so that no page
    is near-empty.
    """

    name: str
    place: str
    css: str
    view: Callable[[Context, Makers], Any]


FEW, SHORT = 6, 12
"""Of as many operations, and as many requirements, index and estimates are too short to begin pages of their own."""
ORDER: tuple[Entry, ...] = (
    Entry("reading", "front", "", lambda c, _: reading_view(c)),
    Entry("changes", "body", "", lambda c, _: changes_view(c)),
    Entry("index", "body", "new", lambda c, _: index_view(c)),
    Entry("overview", "body", "land", lambda c, _: overview_view(c)),
    Entry("budget", "body", "", lambda c, makers: budget_view(c, makers.figures)),
    Entry("requirements", "body", "", lambda c, makers: cards_view(c, makers.markdown)),
    Entry("testing", "body", "", lambda c, _: testing_view(c)),
    Entry("answers", "body", "", lambda c, _: answers_view(c)),
    Entry("risks", "body", "", lambda c, _: risks_view(c)),
    Entry("history", "body", "", lambda c, _: history_view(c)),
    Entry("paths", "appendix", "", lambda c, makers: paths_view(c, makers.figures)),
    Entry("workload", "appendix", "", lambda c, _: workload_view(c)),
    Entry("minimal", "appendix", "", lambda c, _: minimal_view(c)),
    Entry("figures", "appendix", "", lambda c, makers: figures_view(c, makers.figures)),
    Entry("algorithms", "appendix", "", lambda c, _: algorithms_view(c)),
    Entry("formulas", "appendix", "", lambda c, _: formulas_view(c)),
    Entry("glossary", "appendix", "", lambda c, _: glossary_view(c)),
    Entry("appendices", "appendix", "new", lambda c, makers: appendices_view(c, makers.markdown)),
)
"""The reader's order: what is asked, what it rests on, whether it closes; then the cards; what explains comes last."""


def entries(context: Context) -> tuple[Entry, ...]:
    """The sections of a document: changes only once there is a version before, appendices where the spec has some."""
    shown = {"changes": has_changes(context), "appendices": bool(context.spec.document.appendices)}
    return tuple(entry for entry in ORDER if shown.get(entry.name, True))


def document_view(context: Context) -> DocumentView:
    """The whole document as view data."""
    return DocumentView(
        language=context.language,
        words=context.words,
        cover=cover_view(context),
        sections=tuple(_sections(context, Makers(Markdown(), Figures(context.words)))),
        review=context.material.review,
        labels=labels(context),
        version=context.material.version,
    )


def _sections(context: Context, makers: Makers) -> Iterator[Section]:
    shown = entries(context)
    counted = {place: [entry.name for entry in shown if entry.place == place] for place in ("body", "appendix")}
    for name, place, css, view in shown:
        number = ""
        if place == "body":
            number = str(counted["body"].index(name) + 1)
        elif place == "appendix":
            number = APPENDIX[counted["appendix"].index(name)]
        title = context.words[f"section.{name}"]
        part = f"{context.words['appendix']} " if place == "appendix" else ""
        run = f"{part}{number} {title}" if number else title
        yield Section(name, number, title, _css(name, css, context), f"{name}.html.j2", view(context, makers), run)


def _css(name: str, css: str, context: Context) -> str:
    """A section's CSS class in this document."""
    spec = context.spec
    if name not in ("index", "overview") or len(spec.operations) > FEW or len(spec.requirements) > SHORT:
        return css
    return "upright" if css == "land" else ""
