"""Several vendors beside each other as one page, for screens and for the PDF, in the look of the document."""

from __future__ import annotations

from estimator.history.vendors.offered import Offered
from estimator.report.pages.assets import Assets
from estimator.report.pages.document import Document
from estimator.report.pages.single import single_page
from estimator.report.sections.offers.view import offers_view
from estimator.spec.values.base import Language

TEMPLATE = "offers.html.j2"


def offers_page(found: Offered, assets: Assets, language: Language, *, for_print: bool) -> Document:
    """The page in one language."""
    view = offers_view(found, assets.words(language))
    return single_page(TEMPLATE, view, assets, language, for_print=for_print)
