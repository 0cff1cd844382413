"""The glossary: the document's own terms and the spec's."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.report.sections.glossary.terms import GLOSSARY
from estimator.report.view.context import Context


@dataclass(frozen=True)
class GlossaryView:
    """Terms: name, name in the other language, symbol, meaning."""

    other: str
    rows: tuple[tuple[str, str, str, str], ...]


def glossary_view(context: Context) -> GlossaryView:
    """The glossary: the document's own terms and the spec's."""
    zh = context.language == "zh"
    rows = [
        (term.zh, term.en, term.symbol, term.meaning_zh) if zh else (term.en, term.zh, term.symbol, term.meaning_en)
        for term in GLOSSARY
    ]
    named = {name.lower() for own in context.spec.glossary.values() for name in (own.zh, own.en)}
    rows = [row for row in rows if not named & {row[0].lower(), row[1].lower()}]
    for own in context.spec.glossary.values():
        names = (own.zh, own.en) if zh else (own.en, own.zh)
        rows.append((*names, "", context.own(own.meaning)))
    return GlossaryView("en" if zh else "zh-CN", tuple(sorted(rows, key=lambda row: row[1 if zh else 0].lower())))
