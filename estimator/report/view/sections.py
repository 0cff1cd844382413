"""The sections of the document in order, and the whole document as plain view data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from estimator.estimate.result import Origin
from estimator.report.markdown import Markdown
from estimator.report.view.appendices import appendices_view
from estimator.report.view.cards import cards_view
from estimator.report.view.closing import formulas_view, glossary_view, history_view, risks_view, trace_view
from estimator.report.view.context import Context
from estimator.report.view.drawings import figures_view
from estimator.report.view.front import CoverView, changes_view, cover_view, summary_view
from estimator.report.view.minimal import minimal_view
from estimator.report.view.overview import overview_view
from estimator.report.view.paths import paths_view
from estimator.report.view.procedure import answers_view, diagnosis_view, testing_view, verdicts_view
from estimator.report.view.reading import reading_view
from estimator.report.view.workload import workload_view
from estimator.report.whatif import whatif_document
from estimator.report.words.book import Words
from estimator.spec.values.base import Language


class Section(NamedTuple):
    """One section: anchor, number, heading, CSS class, template name, view data."""

    id: str
    number: int
    title: str
    css: str
    template: str
    view: Any


@dataclass(frozen=True)
class DocumentView:
    """Everything a page shows, in one language."""

    language: Language
    words: Words
    cover: CoverView
    sections: tuple[Section, ...]
    whatif: dict[str, Any]
    version: str


ORDER: tuple[tuple[str, str, Callable[[Context, Markdown], Any]], ...] = (
    ("changes", "", lambda c, _: changes_view(c)),
    ("summary", "", lambda c, _: summary_view(c)),
    ("reading", "", lambda c, _: reading_view(c)),
    ("workload", "", lambda c, _: workload_view(c)),
    ("paths", "", lambda c, _: paths_view(c)),
    ("minimal", "", lambda c, _: minimal_view(c)),
    ("overview", "land", lambda c, _: overview_view(c)),
    ("figures", "", lambda c, _: figures_view(c)),
    ("requirements", "new", cards_view),
    ("testing", "", lambda c, _: testing_view(c)),
    ("verdicts", "", lambda c, _: verdicts_view(c)),
    ("diagnosis", "", lambda c, _: diagnosis_view(c)),
    ("answers", "", lambda c, _: answers_view(c)),
    ("risks", "", lambda c, _: risks_view(c)),
    ("trace", "", lambda c, _: trace_view(c)),
    ("formulas", "", lambda c, _: formulas_view(c)),
    ("glossary", "", lambda c, _: glossary_view(c)),
    ("history", "", lambda c, _: history_view(c)),
    ("appendices", "new", appendices_view),
)
"""Section, CSS class (``new`` starts a page, ``land`` is landscape), and the function that makes its view."""


def document_view(context: Context) -> DocumentView:
    """The whole document as view data."""
    markdown = Markdown()
    sections = tuple(
        Section(name, number, context.words[f"section.{name}"], css, f"{name}.html.j2", view(context, markdown))
        for number, (name, css, view) in enumerate(_shown(context), 1)
    )
    return DocumentView(
        language=context.language,
        words=context.words,
        cover=cover_view(context),
        sections=sections,
        whatif=_whatif(context),
        version=context.material.version,
    )


def _shown(context: Context) -> list[tuple[str, str, Callable[[Context, Markdown], Any]]]:
    """The sections of a document: appendices only where the spec brings some."""
    return [entry for entry in ORDER if entry[0] != "appendices" or context.spec.document.appendices]


def _whatif(context: Context) -> dict[str, Any]:
    """The data of the page's what-if: forms and parameters of the operations, sliders of the widest assumptions."""

    def label(origin: Origin) -> str:
        factor = context.words.get(f"factor.{origin.quantity}", origin.quantity)
        return factor if origin.where in ("", "platform") else f"{origin.where} {factor}"

    return whatif_document(context.table, lambda row: context.operation_title(row.id), label)
