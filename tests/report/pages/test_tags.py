"""The tags of the PDF, by which it is read aloud: figures say what they show, cards and sections are headings."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader

from estimator.report.pages.pdf import MissingLibrary, pdf
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents, material

pytestmark = pytest.mark.pdf
LANGUAGES: tuple[Language, ...] = ("zh", "en")


@cache
def tree(language: Language) -> Any:
    """The root of the tags of the small document."""
    try:
        root: Any = PdfReader(io.BytesIO(pdf(documents(SMALL)[language].print_html))).trailer["/Root"]
    except MissingLibrary as error:
        pytest.skip(str(error))
    return root["/StructTreeRoot"]


def below(tag: Any) -> Iterator[Any]:
    """Every tag below one, in the order of reading; what is marked on a page is a number, and left out."""
    children = tag.get("/K", [])
    children = children.get_object() if hasattr(children, "get_object") else children
    for child in children if isinstance(children, list) else [children]:
        found = child.get_object() if hasattr(child, "get_object") else child
        if hasattr(found, "get") and "/S" in found:
            yield found
            yield from below(found)


def named(language: Language, *names: str) -> list[Any]:
    return [tag for tag in below(tree(language)) if tag["/S"] in names]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_says_what_it_shows(language: Language) -> None:
    figures = named(language, "/Figure")
    # The topology, two curves, shares of the time, waterfalls, and a bar or a scale in rows and cards.
    assert len(figures) > 12
    assert [figure for figure in figures if not str(figure.get("/Alt", "")).strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_an_article_under_a_heading(language: Language) -> None:
    cards = named(language, "/Art")
    assert len(cards) == len(material(SMALL).spec.requirements)
    for card in cards:
        assert [tag["/S"] for tag in below(card) if tag["/S"] in ("/H1", "/H2", "/H3", "/H4")][:1] == ["/H3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_go_down_one_level_at_a_time(language: Language) -> None:
    levels = [int(str(tag["/S"])[2:]) for tag in named(language, "/H1", "/H2", "/H3", "/H4")]
    assert levels[0] == 1
    assert len(levels) > 20
    assert max(after - before for before, after in pairwise(levels)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_has_rows_and_heads(language: Language) -> None:
    inside = [{str(tag["/S"]) for tag in below(table)} for table in named(language, "/Table")]
    assert len(inside) > 15
    assert all({"/TR", "/TD"} <= tags for tags in inside)
    # The three boxes on the cover lie beside each other as a table, and are none.
    assert sum("/TH" not in tags for tags in inside) == 1
