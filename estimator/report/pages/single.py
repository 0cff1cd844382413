"""A page of one template that runs no script: for screens and for the PDF, in the look of the document."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from estimator.report.pages.assets import Assets
from estimator.report.pages.document import Document
from estimator.report.pages.html import PRINT_STYLES, SCREEN_STYLES, policy
from estimator.spec.values.base import Language

STYLE = "acceptance.css"


def single_page(template: str, view: Any, assets: Assets, language: Language, *, for_print: bool) -> Document:
    """The page in one language; its template places ``view``."""
    screen = _placed(template, view, assets, language, SCREEN_STYLES, printing=False)
    printed = _placed(template, view, assets, language, PRINT_STYLES, printing=True) if for_print else ""
    return Document(language, screen, printed)


def _placed(
    template: str, view: Any, assets: Assets, language: Language, styles: tuple[str, ...], *, printing: bool
) -> str:
    style = assets.style((*styles, STYLE), printing=printing)
    return assets.placed(
        template,
        view=view,
        w=assets.words(language).texts,
        style=Markup(style),  # noqa: S704 - the project's own style sheets, and those of a look, looked through
        policy_text=policy(""),
        version=assets.version,
        printing=printing,
    )
