"""The formulas that are shipped drawn: whole, those that documents need, and what the library draws now."""

from __future__ import annotations

import pytest

from estimator.jobs.formulas import drawn_text
from estimator.report.pages.drawn import FILE, fixed_formulas, shipped
from estimator.report.pages.formulas import Formulas, Glyphs, drawing
from tests.report.documents import TEMPLATES, documents

TEXT = (TEMPLATES / FILE).read_text("utf-8")


def test_the_shipped_drawings_are_what_the_library_draws_now() -> None:
    assert drawn_text() == TEXT, "run make formulas"


def test_a_drawing_is_put_together_as_it_was_taken_apart() -> None:
    ready = shipped(TEXT)
    for latex in fixed_formulas():
        assert ready.get(latex) == drawing(latex)


def test_a_formula_that_is_not_shipped_is_drawn() -> None:
    own = r"T = 7\,\alpha"
    assert shipped(TEXT).get(own) is None
    ready = Formulas(shipped(TEXT))
    assert ready.inline(own, "T", Glyphs()) == Formulas().inline(own, "T", Glyphs())


def test_a_document_draws_nothing_that_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(latex: str) -> tuple[str, str]:
        drawn.append(latex)
        return drawing(latex)

    monkeypatch.setattr("estimator.report.pages.formulas.drawing", draw)
    documents.cache_clear()
    try:
        documents()
    finally:
        documents.cache_clear()
    assert not drawn
    assert len(TEXT) < 2**19
