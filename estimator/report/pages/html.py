"""One self-contained HTML page: jinja2 with autoescape and strict names, templates handed in, nothing loaded."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from markupsafe import Markup

from estimator.report.figures.bars import STYLE
from estimator.report.pages.assets import Assets
from estimator.report.pages.formulas import Formulas, Glyphs
from estimator.report.review.labels import script_words
from estimator.report.review.script import script as page_script
from estimator.report.sections.order import DocumentView
from estimator.spec.same import Same

SCREEN_STYLES = ("base.css", "screen.css")
PRINT_STYLES = ("base.css", "print.css")


class Page:
    """Places view data into the templates."""

    def __init__(self, assets: Assets, formulas: Formulas) -> None:
        self._assets = assets
        self._formulas = formulas

    def screen(self, view: DocumentView) -> str:
        """The page for screens and browsers, with its script."""
        data = {
            "model": _once(Same(view.review)),
            "labels": embedded(view.labels),
            "page_words": embedded(page_words(view)),
        }
        script = page_script(self._assets.templates)
        return self._render(view, SCREEN_STYLES, script, data, printing=False)

    def printed(self, view: DocumentView) -> str:
        """The page that the PDF is made from: no script, no tools, a style sheet of its own."""
        return self._render(view, PRINT_STYLES, "", {"model": "", "labels": "", "page_words": ""}, printing=True)

    def _render(
        self, view: DocumentView, styles: tuple[str, ...], script: str, data: Mapping[str, Any], *, printing: bool
    ) -> str:
        glyphs = Glyphs()

        def formula(latex: str, text: str) -> Markup:
            drawn = self._formulas.draw(latex, text) if printing else self._formulas.inline(latex, text, glyphs)
            return Markup(drawn)  # noqa: S704 - escapes its text

        style = self._assets.style(styles, STYLE, printing=printing)
        return self._assets.placed(
            "page.html.j2",
            cover=view.cover,
            sections=view.sections,
            version=view.version,
            w=view.words.texts,
            style=Markup(style),  # noqa: S704 - the project's own style sheets, and those of a look, looked through
            script=Markup(script),  # noqa: S704 - the project's own script
            policy_text=policy(script),
            made=view.words("cover.made.text", version=view.version),
            formula=formula,
            glyphs=lambda: Markup(glyphs.sheet()),  # noqa: S704 - drawings of glyphs only
            printing=printing,
            **data,
        )


def policy(script: str) -> str:
    """The content security policy: nothing is loaded; styles inline; the one script by its hash."""
    allowed = f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" if script else "'none'"
    return (
        f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src {allowed}; "
        "base-uri 'none'; form-action 'none'"
    )


@lru_cache(maxsize=1)
def _once(data: Same[Mapping[str, Any]]) -> Markup:
    """The same for all languages of a document: megabytes for a thousand operations."""
    return embedded(data.value)


def embedded(data: Any) -> Markup:
    """Data for the script as JSON inside the page; no text in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - escaped for a script element just above


def page_words(view: DocumentView) -> dict[str, str]:
    """The words of the script."""
    return script_words(view.words)
