"""What the templates of a look can name: variables, and the parts of those whose parts are known."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from estimator.report.sections.acceptance.view import AcceptanceView
from estimator.report.sections.algorithms.view import AlgorithmsView
from estimator.report.sections.answers.view import AnswersView
from estimator.report.sections.appendices.view import AppendicesView
from estimator.report.sections.budget.view import BudgetView
from estimator.report.sections.changes.view import ChangesView
from estimator.report.sections.cover.closing import ClosingView
from estimator.report.sections.cover.view import CoverView
from estimator.report.sections.figures.view import FiguresView
from estimator.report.sections.formulas.view import FormulasView
from estimator.report.sections.glossary.view import GlossaryView
from estimator.report.sections.history.view import HistoryView
from estimator.report.sections.index.view import IndexView
from estimator.report.sections.minimal.view import MinimalView
from estimator.report.sections.offers.view import OffersView
from estimator.report.sections.order import Section
from estimator.report.sections.overview.view import OverviewView
from estimator.report.sections.paths.view import PathsView
from estimator.report.sections.reading.view import ReadingView
from estimator.report.sections.requirements.view import CardsView, CardView
from estimator.report.sections.risks.view import RisksView
from estimator.report.sections.testing.view import TestingView
from estimator.report.sections.workload.view import WorkloadView
from estimator.report.view.figure import Figure

Known = Mapping[str, type | None]
"""The variables of a template; None: its parts are not looked at."""
EVERYWHERE: Known = {"w": None, "version": None, "printing": None, "logo": None}
ALONE: Mapping[str, Known] = {
    "acceptance.html.j2": {"view": AcceptanceView},
    "offers.html.j2": {"view": OffersView},
}
"""Pages that are no document."""
DOCUMENT: Known = {"cover": CoverView, "sections": None, "made": None, "formula": None}
"""In every template of a document."""
_SECTION: Known = {"section": Section, "view": None}
VIEWS: Mapping[str, type] = {
    "algorithms": AlgorithmsView,
    "answers": AnswersView,
    "appendices": AppendicesView,
    "budget": BudgetView,
    "changes": ChangesView,
    "figures": FiguresView,
    "formulas": FormulasView,
    "glossary": GlossaryView,
    "history": HistoryView,
    "index": IndexView,
    "minimal": MinimalView,
    "overview": OverviewView,
    "paths": PathsView,
    "reading": ReadingView,
    "requirements": CardsView,
    "risks": RisksView,
    "testing": TestingView,
    "workload": WorkloadView,
}
"""What the view of each section holds."""
OWN: Mapping[str, Known] = {
    "page.html.j2": {"section": Section},
    "cover.html.j2": {},
    "closing.html.j2": {"closing": ClosingView},
    "card.html.j2": {**_SECTION, "card": CardView},
    "figure.html.j2": {**_SECTION, "figure": Figure},
    **{f"{name}.html.j2": {**_SECTION, "view": view} for name, view in VIEWS.items()},
}


def known_in(template: str) -> Known:
    """The variables that a template of ours is placed with; of one that is not ours all there are."""
    if template in ALONE:
        return MappingProxyType({**EVERYWHERE, **ALONE[template]})
    if template in OWN:
        return MappingProxyType({**EVERYWHERE, **DOCUMENT, **OWN[template]})
    every = dict.fromkeys(name for known in (*OWN.values(), *ALONE.values()) for name in known)
    return MappingProxyType({**EVERYWHERE, **dict.fromkeys(DOCUMENT), **every})


def parts_of(kind: type | None) -> frozenset[str]:
    """The names of what a view holds; none where that is not known."""
    if kind is None:
        return frozenset()
    fields = {name for one in kind.__mro__ for name in getattr(one, "__annotations__", {})}
    properties = {name for name, value in vars(kind).items() if isinstance(value, property)}
    return frozenset(name for name in fields | properties if not name.startswith("_"))
