"""The acceptance report as one page, for screens and for the PDF, in the look of the requirement document."""

from __future__ import annotations

from estimator.report.pages.assets import Assets
from estimator.report.pages.document import Document
from estimator.report.pages.single import single_page
from estimator.report.sections.acceptance.judgement import Judgement
from estimator.report.sections.acceptance.view import acceptance_view
from estimator.spec.values.base import Language

TEMPLATE = "acceptance.html.j2"


def acceptance_report(one: Judgement, assets: Assets, language: Language, *, for_print: bool = True) -> Document:
    """The report in one language."""
    view = acceptance_view(one, assets.words(language))
    return single_page(TEMPLATE, view, assets, language, for_print=for_print)
