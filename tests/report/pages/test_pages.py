"""The printed pages of the worked examples: how many, what stands on one page, and that no word is torn apart."""

from __future__ import annotations

import io
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader

from estimator.jobs.work import work_out
from estimator.report.pages.document import report
from estimator.report.pages.pdf import MissingLibrary, pdf
from estimator.report.words.lookup import LANGUAGES, words
from estimator.spec.values.base import Language
from tests.report.documents import assets

pytestmark = pytest.mark.pdf
SPECS = Path(__file__).parents[3] / "specs"
WORD = re.compile(r"[A-Za-zµ]+")
UNIT = re.compile(r"\d\s*\n\s*(?:%|[kKMGT]?i?B(?:/s)?|[kMGT]?bit/s|[mµn]?s)(?![A-Za-z])")


@cache
def printed(example: str, language: Language) -> tuple[str, tuple[str, ...]]:
    """The page that is printed, and the text of each page of its PDF."""
    worked = work_out(SPECS / f"{example}.yaml")
    made = report(worked.opened.spec, worked.table, worked.expanded, worked.findings, assets())
    html = made.document(language).print_html
    try:
        reader = PdfReader(io.BytesIO(pdf(html)))
    except MissingLibrary as error:
        pytest.skip(str(error))
    return html, tuple(page.extract_text() for page in reader.pages)


def torn(html: str, pages: tuple[str, ...]) -> set[str]:
    """Words on the pages that the text does not have: pieces of words broken over two lines."""
    html += " ".join(re.findall(r'data-run="([^"]*)"', html))  # what the running heads say
    text = unescape(re.sub(r"<(style)\b.*?</\1>|<wbr>|<[^>]*>", " ", html, flags=re.DOTALL))
    known = set(WORD.findall(text))
    assert len(known) > 300
    joined = {one + two for line in pages for one, two in re.findall(r"([A-Za-zµ]+)\n([A-Za-zµ]+)", line)}
    found = {word for page in pages for word in WORD.findall(page)} - known
    # Two cells of a row may follow each other without a blank in the text of a PDF.
    return {
        word for word in found if not any(word.startswith(head) and word[len(head) :] in known for head in known)
    } | (joined & known & {word for word in known if len(word) > 8})


@pytest.mark.slow
@pytest.mark.parametrize(("example", "language"), [("moe_5t", "en"), ("moe_5t", "zh"), ("dense_training", "en")])
def test_no_word_and_no_unit_is_torn_from_its_number(example: str, language: Language) -> None:
    html, pages = printed(example, language)
    assert torn(html, pages) == set()
    assert [found for page in pages for found in UNIT.findall(page)] == []


def test_a_torn_word_is_found() -> None:
    html = f"<p>{' '.join(f'word{chr(97 + i // 26)}{chr(97 + i % 26)}' for i in range(400))} ReduceScatter</p>"
    assert torn(html, ("wordaa ReduceScatt\ner",)) == {"ReduceScatt", "er", "ReduceScatter"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_large_example_keeps_to_its_pages(language: Language) -> None:
    _, pages = printed("moe_5t", language)
    said = words(language)
    assert len(pages) <= 25
    assert said["cover.musts"] in pages[0]
    assert said["contents"] in pages[1]
    overview = [page for page in pages if f"2 {said['section.overview']}" in page.splitlines()[:3]]
    assert len(overview) == 1
    assert said["overview.total"] in overview[0]
