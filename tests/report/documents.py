"""Documents of small specs for the tests that read them."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

from estimator.estimate.table import estimate
from estimator.report.pages.assets import Assets
from estimator.report.pages.document import Document, Report, report
from estimator.report.view.context import Material
from estimator.report.words.lookup import LANGUAGES
from estimator.require.expand import expand
from estimator.spec.load import load_text
from estimator.spec.values.base import Language

HERE = Path(__file__).parent
SMALL = (HERE / "data" / "small.yaml").read_text("utf-8")
TEMPLATES = Path(__file__).parents[2] / "templates"


def assets() -> Assets:
    """The project's own templates."""
    files = [path for path in sorted(TEMPLATES.iterdir()) if path.is_file()] + sorted(TEMPLATES.glob("review/*.js"))
    found = {path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in files}
    assert "page.html.j2" in found
    return Assets(found, "0.0.0")


@cache
def material(text: str = SMALL) -> Material:
    """What the document of a spec is made from."""
    return _made(text).material


@cache
def documents(text: str = SMALL) -> dict[Language, Document]:
    """The document of a spec in both languages."""
    made = _made(text)
    return {language: made.document(language) for language in LANGUAGES}


def _made(text: str) -> Report:
    spec = load_text(text).spec
    table = estimate(spec)
    return report(spec, table, expand(spec, table), (), assets())


def visible_text(html: str) -> str:
    """What a reader sees or a screen reader says: no styles, scripts, attributes but alt texts."""
    body = re.sub(r"<(style|script)\b.*?</\1>", " ", html, flags=re.DOTALL)
    body = re.sub(r'<(?:[^>]* alt|svg class="eq"[^>]* aria-label)="([^"]*)"[^>]*>', r" \1 ", body)
    return unescape(re.sub(r"<[^>]*>", " ", body))
