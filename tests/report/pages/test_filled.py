"""The pages of the examples' PDFs: none all but empty, no heading alone at a page's foot, no type under 7 pt."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from pypdf import PageObject, PdfReader

from estimator.jobs.work import work_out
from estimator.report.pages.document import report
from estimator.report.pages.pdf import MissingLibrary, pdf
from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.report.documents import assets
from tests.report.pages.glyphs import Piece, pieces

pytestmark = [pytest.mark.pdf, pytest.mark.slow]
SPECS = Path(__file__).parents[3] / "specs"
EXAMPLES = ("moe_5t", "dense_training", "lesson", "supernode", "torus", "two_versions/team", "whole_way/spec")
HEAD_PT, FOOT_PT = 40.0, 36.0
"""What running heads and feet take of a page, at least."""
HEADING_PT = 9.4
"""Headings are set in 9.5 pt and more, all that follows them in less."""
LEAST_PT = 6.99
MOST_PAGES = {
    "moe_5t": {"zh": 25, "en": 25},
    "dense_training": {"zh": 13, "en": 14},
    "lesson": {"zh": 17, "en": 18},
    "supernode": {"zh": 13, "en": 13},
    "torus": {"zh": 11, "en": 11},
    "two_versions/team": {"zh": 10, "en": 10},
    "whole_way/spec": {"zh": 9, "en": 9},
}
"""Pages of the printed document, at most."""
PX_PT = 0.75
"""The scale of what the page itself sets; the reader does not tell that of a drawing, which is left out."""


class Line(NamedTuple):
    """A piece of text: its base line from the top of the page and its type's size, in pt."""

    y: float
    size: float
    text: str


def lines_of(page: PageObject) -> tuple[Line, ...]:
    """What stands on a page between its head and its foot, from top to bottom."""
    height, found = float(page.mediabox.height), list[Line]()

    def visit(text: str, outer: list[float], inner: list[float], _: object, size: float) -> None:
        y = height - (inner[4] * outer[1] + inner[5] * outer[3] + outer[5])
        scale = abs(outer[0] * inner[0] - outer[1] * inner[1])
        if text.strip() and abs(scale - PX_PT) < 1e-6 and HEAD_PT < y < height - FOOT_PT:
            found.append(Line(y, size * scale, text.strip()))

    page.extract_text(visitor_text=visit)
    return tuple(sorted(found))


class Printed(NamedTuple):
    """A document on paper: the height and the lines of every page, and every piece of text, in drawings too."""

    pages: tuple[tuple[float, tuple[Line, ...]], ...]
    pieces: tuple[Piece, ...]


@cache
def printed(example: str, language: Language) -> Printed:
    """An example on paper."""
    worked = work_out(SPECS / f"{example}.yaml")
    made = report(worked.opened.spec, worked.table, worked.expanded, worked.findings, assets())
    try:
        reader = PdfReader(io.BytesIO(pdf(made.document(language).print_html)))
    except MissingLibrary as error:
        pytest.skip(str(error))
    pages = tuple((float(page.mediabox.height), lines_of(page)) for page in reader.pages)
    return Printed(pages, tuple(pieces(reader)))


def filled(height: float, lines: tuple[Line, ...]) -> float:
    """How far down a page its text goes, as a share of the room between head and foot."""
    return (max((line.y for line in lines), default=0.0) - HEAD_PT) / (height - HEAD_PT - FOOT_PT)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_no_page_is_all_but_empty(example: str, language: Language) -> None:
    shares = {number: filled(*page) for number, page in enumerate(printed(example, language).pages, 1)}
    assert {number: share for number, share in shares.items() if share < 0.25} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_no_heading_is_the_last_line_of_a_page(example: str, language: Language) -> None:
    last = {number: lines[-1] for number, (_, lines) in enumerate(printed(example, language).pages, 1)}
    assert {number: line.text for number, line in last.items() if line.size > HEADING_PT} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_no_type_is_smaller_than_7_pt(example: str, language: Language) -> None:
    found = printed(example, language)
    assert len(found.pieces) > sum(len(lines) for _, lines in found.pages)  # drawings are read too
    assert [piece for piece in found.pieces if piece.size < LEAST_PT] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_keeps_to_its_pages(example: str, language: Language) -> None:
    assert len(printed(example, language).pages) <= MOST_PAGES[example][language]
