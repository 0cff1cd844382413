"""The document as a page: its numbers, its languages, its structure."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from estimator.report.sections.order import ORDER
from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.report.documents import HERE, documents, visible_text

NUMBER = re.compile(r"\d+(?:[.\u00a0]\d+)*")


SECTION = re.compile(r'<section [^>]*aria-labelledby="s-([a-z]+)">(.*?)</section>', re.DOTALL)
ON_SCREEN = {"workload", "figures", "algorithms"}
"""Sections that show more on the page for screens: nothing in them binds."""


def numbers(text: str) -> Counter[str]:
    return Counter(NUMBER.findall(text))


def test_both_languages_show_the_same_numbers() -> None:
    found = {language: numbers(visible_text(page.html)) for language, page in documents().items()}
    assert sum(found["zh"].values()) > 500
    assert found["zh"] == found["en"]


def test_the_printed_page_shows_the_numbers_of_the_screen() -> None:
    page = documents()["zh"]
    screen, printed = (dict(SECTION.findall(text)) for text in (page.html, page.print_html))
    assert screen.keys() == printed.keys()
    for name in screen.keys() - ON_SCREEN:
        shown, on_paper = (numbers(visible_text(text[name])) for text in (screen, printed))
        # The tools of the estimates hold a number of their own on the screen: the chip "> 50 %".
        assert shown - on_paper == Counter({"50": 1} if name == "overview" else {}), name
        assert not on_paper - shown, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hand_sums_stand_in_the_tables(language: Language) -> None:
    text = visible_text(documents()[language].html)
    # Ring AllReduce of 8 ranks, 2**20 B, 5 us, 100 GB/s: 14 * 5 us + 1.75 * 2**20 B / 1e11 B/s.
    assert "14 × 5\u00a0µs + 1.75 × 1.049\u00a0MB ÷ 100\u00a0GB/s" in text
    assert "88.35\u00a0µs" in text
    # Dispatch: 4096 * 8 * 8192 bytes and 4 bytes for every 128; 7/8 of 8 ranks' bytes leave a node of 400 GB/s.
    assert "268\u00a0435\u00a0456 × 1\u00a0B + 8\u00a0388\u00a0608\u00a0B = 276\u00a0824\u00a0064\u00a0B" in text
    assert "1.938\u00a0GB ÷ 400\u00a0GB/s" in text
    assert "4.844\u00a0ms" in text
    # Both readings of a bandwidth.
    assert "320\u00a0Gbit/s" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_there_in_order_and_listed_in_the_contents(language: Language) -> None:
    html = documents()[language].html
    heads = re.findall(r'<h2 id="s-([a-z]+)"', html)
    assert heads == [entry.name for entry in ORDER if entry.name != "appendices"]
    assert heads[1:] == re.findall(r'<li><a href="#s-([a-z]+)">', html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_inside_the_page_leads_somewhere(language: Language) -> None:
    for html in (documents()[language].html, documents()[language].print_html):
        anchors = re.findall(r' id="([^"]+)"', html)
        links = set(re.findall(r'href="#([^"]+)"', html))
        assert len(links) > 20
        assert links <= set(anchors)
        assert [name for name, count in Counter(anchors).items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_field_of_a_text_is_left_unfilled(language: Language) -> None:
    assert re.findall(r"\{[a-z_]+[:}]", visible_text(documents()[language].html)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_of_the_eight_items_is_filled_in(language: Language) -> None:
    html = documents()[language].html
    tables = re.findall(r'<table class="wide eight">(.*?)</table>', html, flags=re.DOTALL)
    assert len(tables) == 2
    for table in tables:
        rows = re.findall(r"<tr><td class=\"n\">(\d)</td>.*?</th><td>(.*?)</td><td>(.*?)</td></tr>", table)
        assert [row[0] for row in rows] == list("12345678")
        assert all(filled.strip() and why.strip() for _, filled, why in rows)


def test_a_badge_says_where_each_parameter_came_from() -> None:
    html = documents()["en"].html
    row = re.search(r"<td>exclusive</td>(.*?)</tr>", html[html.index('id="s-paths"') :])
    assert row is not None
    # One for the row, before the source of its numbers.
    assert row.group(1).count('<span class="b measured">measured</span>') == 1


def test_a_requirement_stands_on_a_card_with_its_sentence_limit_and_command() -> None:
    html = documents()["en"].html
    card = re.search(r'<article class="card" id="R-T-01".*?</article>', html, flags=re.DOTALL)
    assert card is not None
    text = visible_text(card.group())
    assert len(re.findall(r"\bmust\b", text)) == 1
    assert "mean(T)\u00a0≤" in text
    assert "alltoall" in text
    assert "tolerance" in text
    assert "<code>critical path</code>" in card.group()


def test_the_published_figure_stands_beside_the_interval_with_its_source() -> None:
    html = documents()["en"].html
    row = re.search(r'<tr id="op-dispatch".*?</tr>', html)
    assert row is not None
    assert "published 7\u00a0ms [1]" in row.group()
    assert "a published table" in html


def test_the_same_spec_gives_the_same_bytes() -> None:
    again = documents.__wrapped__()
    assert again == documents()


def structure(html: str) -> str:
    """The page without its style, script and drawings: what the golden files keep."""
    html = re.sub(r"<(style|script)\b([^>]*)>.*?</\1>", r"<\1\2></\1>", html, flags=re.DOTALL)
    html = re.sub(r"'sha256-[^']*'", "'sha256-'", html)
    html = re.sub(r"<svg\b.*?</svg>", "<svg/>", html, flags=re.DOTALL)
    return re.sub(r'src="data:[^"]*"', 'src="data:"', html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_the_one_that_was_read_and_accepted(language: Language, update_golden: bool) -> None:
    path = HERE / "golden" / f"small.{language}.html"
    now = structure(documents()[language].html)
    if update_golden:
        path.write_text(now, "utf-8")
    assert now == path.read_text("utf-8"), "read the difference, then run pytest with --update-golden"
