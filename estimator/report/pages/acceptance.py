"""The acceptance report: one HTML page for screens and one for the PDF, in the look of the requirement document."""

from __future__ import annotations

from markupsafe import Markup

from estimator.report.pages.document import Assets, Document
from estimator.report.pages.html import PRINT_STYLES, SCREEN_STYLES, environment, policy
from estimator.report.sections.acceptance.judged import Judgement
from estimator.report.sections.acceptance.view import acceptance_view
from estimator.report.words.lookup import words
from estimator.spec.values.base import Language

STYLE = "acceptance.css"
TEMPLATE = "acceptance.html.j2"


def acceptance_report(one: Judgement, assets: Assets, language: Language, *, for_print: bool = True) -> Document:
    """The report in one language; it runs no script."""
    screen = _page(one, assets, language, SCREEN_STYLES, printing=False)
    printed = _page(one, assets, language, PRINT_STYLES, printing=True) if for_print else ""
    return Document(language, screen, printed)


def _page(one: Judgement, assets: Assets, language: Language, styles: tuple[str, ...], *, printing: bool) -> str:
    say = words(language)
    style = "\n".join(assets.templates[name] for name in (*styles, STYLE))
    return (
        environment(assets.templates)
        .get_template(TEMPLATE)
        .render(
            a=acceptance_view(one, say),
            w=say.texts,
            style=Markup(style),  # noqa: S704 - the project's own style sheets
            policy_text=policy(""),
            version=assets.version,
            printing=printing,
        )
    )
