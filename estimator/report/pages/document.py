"""The requirement document: from spec, estimates and requirements to one HTML page per language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from estimator.cost.collectives import MOVING
from estimator.errors import Problem
from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.case import case_of
from estimator.estimate.compare import compare
from estimator.estimate.curve import curve
from estimator.estimate.result import EstimateTable
from estimator.estimate.search.sensitivity import exposed_swings
from estimator.estimate.search.takes import frontier_of, what_it_takes
from estimator.estimate.steps.need import Needs
from estimator.estimate.steps.stages import as_in
from estimator.history.difference import Difference
from estimator.history.fingerprint import fingerprint
from estimator.lint.run import waived
from estimator.report.pages.assets import Assets
from estimator.report.pages.drawn import FILE, shipped
from estimator.report.pages.formulas import Formulas
from estimator.report.pages.html import Page
from estimator.report.review.document import review_document
from estimator.report.sections.order import document_view
from estimator.report.view.context import FIGURES, MOVED, Material, Variants, by_share_of_step, in_language
from estimator.require.closure import closure
from estimator.require.criterion import Expanded
from estimator.spec.document import Spec
from estimator.spec.values.base import Language


@dataclass(frozen=True)
class Document:
    """One language: the page for screens, and the one that the PDF is made from ("" when it was not asked for)."""

    language: str
    html: str
    print_html: str


@dataclass(frozen=True)
class Report:
    """A document to be written in several languages from the same material."""

    material: Material
    assets: Assets

    @cached_property
    def page(self) -> Page:
        """What places the view data of each language; formulas used in both are drawn once."""
        return Page(self.assets, Formulas(shipped(self.assets.templates.get(FILE, ""))))

    def as_draft(self) -> Report:
        """The same document, every page of which says that it is a draft."""
        return replace(self, material=replace(self.material, draft=True))

    def since(self, difference: Difference) -> Report:
        """The same document with what changed since the version before, and marks at it."""
        return replace(self, material=replace(self.material, difference=difference))

    def document(self, language: Language, *, for_print: bool = True) -> Document:
        """The document in one language."""
        view = document_view(in_language(self.material, language, self.assets.words(language)))
        return Document(language, self.page.screen(view), self.page.printed(view) if for_print else "")


def report(
    spec: Spec,
    table: EstimateTable,
    expanded: Mapping[str, Expanded],
    problems: Sequence[Problem],
    assets: Assets,
    variants: Variants | None = None,
) -> Report:
    """Gather what both languages share. ``problems`` are the findings of the checks that the document shows."""
    leading, printed = by_share_of_step(table), fingerprint(spec, assets.version)
    known = assumptions_of(spec)
    moving = [name for name in leading if spec.operations[name].collective in MOVING]  # a barrier has no curve over n
    drawn = {name: case_of(spec, name, known) for name in moving[:FIGURES]}
    moved = [as_in(table, drawn.get(name) or case_of(spec, name, known)) for name in leading[:MOVED]]
    serving: dict[str, list[str]] = {}
    for name, requirement in spec.requirements.items():
        operation = getattr(requirement, "operation", None)
        if operation is not None:
            serving.setdefault(operation, []).append(name)
    closed = closure(Needs(spec, table), expanded)
    allowed = closed.allotment.allowed_s
    takes = () if allowed is None else what_it_takes(spec, table, allowed)
    material = Material(
        spec=spec,
        table=table,
        expanded=expanded,
        problems=tuple(problems),
        waived=tuple(waived(spec, table, expanded)) if _waives(spec) else (),
        fingerprint=printed,
        version=assets.version,
        mains={name: found.main for name, found in expanded.items()},
        leading=leading,
        curves={name: curve(case) for name, case in drawn.items()},
        comparisons={name: compare(case) for name, case in drawn.items()},
        swings=exposed_swings(moved),
        serving={name: tuple(found) for name, found in serving.items()},
        closure=closed,
        review=review_document(spec, table, expanded, printed),
        takes=takes,
        frontier=frontier_of(spec, table, takes) if closed.closes in ("no", "never") else None,
        variants=variants,
    )
    return Report(material, assets)


def _waives(spec: Spec) -> bool:
    """Whether any part of the spec waives a rule: only then are the rules run once more."""
    parts = (spec.document, spec.platform, spec.budget, *spec.operations.values(), *spec.requirements.values())
    return any(part is not None and part.waive for part in parts)
