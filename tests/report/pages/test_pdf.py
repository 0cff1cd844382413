"""The PDF: pages, fonts, tags, bookmarks, contents, repeated heads, the same bytes twice, nothing fetched."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from pypdf import PdfReader

from estimator.report.pages.pdf import MissingLibrary, pdf
from estimator.report.sections.order import document_view
from estimator.report.view.context import in_language
from estimator.report.words.lookup import words
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents, material

pytestmark = pytest.mark.pdf


@pytest.fixture(scope="module")
def made() -> Iterator[bytes]:
    """The Chinese PDF of the small spec; a warning of the writer is an error."""
    html = documents()["zh"].print_html
    try:
        yield pdf(html)
    except MissingLibrary as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def reader(made: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(made))


def runs(language: Language) -> list[str]:
    """What the running heads of the sections say, in order."""
    return [section.run for section in document_view(in_language(material(), language)).sections]


def pages_with(reader: PdfReader, text: str) -> list[int]:
    return [number for number, page in enumerate(reader.pages, 1) if text in page.extract_text()]


def outline(reader: PdfReader) -> list[tuple[str, int, int]]:
    """(title, page, depth) of every bookmark."""
    found: list[tuple[str, int, int]] = []

    def walk(items: list[Any], depth: int) -> None:
        for item in items:
            if isinstance(item, list):
                walk(item, depth + 1)
            else:
                page = reader.get_destination_page_number(item)
                found.append((str(item.title), (page if page is not None else -1) + 1, depth))

    walk(reader.outline, 0)
    return found


def test_the_writer_has_nothing_to_complain_about(caplog: pytest.LogCaptureFixture, made: bytes) -> None:
    with caplog.at_level(logging.WARNING, "weasyprint"):
        pdf(documents()["en"].print_html)
    assert [record.getMessage() for record in caplog.records] == []


def test_the_same_page_gives_the_same_bytes(made: bytes) -> None:
    assert pdf(documents()["zh"].print_html) == made


def test_it_is_tagged_and_says_its_language_and_title(reader: PdfReader) -> None:
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "zh-CN"
    assert root["/StructTreeRoot"]
    assert reader.metadata is not None
    assert reader.metadata.title == "SMALL-1 1.0.0，2026-11-20 · 小规格"
    assert reader.metadata.creation_date is None


def test_every_font_is_embedded_and_one_is_chinese(reader: PdfReader) -> None:
    names: dict[str, bool] = {}
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            files = inner["/FontDescriptor"].get_object()
            names[str(inner["/BaseFont"])] = any(key in files for key in ("/FontFile", "/FontFile2", "/FontFile3"))
    assert names
    assert all(names.values())
    assert any(re.search("CJK|Hei|Song|Han", name) for name in names)


def test_bookmarks_name_every_section_and_every_requirement(reader: PdfReader) -> None:
    found = outline(reader)
    titles = [title for title, _, depth in found if depth == 0]
    assert titles == runs("zh")
    below = [title for title, _, depth in found if depth == 1]
    assert any(title.startswith("R-T-01") for title in below)


def test_the_contents_give_the_pages_of_the_sections(reader: PdfReader) -> None:
    pages = {title: page for title, page, depth in outline(reader) if depth == 0}
    listed = reader.pages[1].extract_text().splitlines()
    # The numbers stand at the right margin; extraction gives them first, in order.
    numbered = [run for run in pages if run != words("zh")["section.reading"]]
    assert {line for line in listed if line.isdigit()} >= {str(pages[run]) for run in numbered}
    assert [line for line in dict.fromkeys(listed) if f"附录 {line}" in numbered or line in numbered] == [
        run.removeprefix("附录 ") for run in numbered
    ]


def test_every_page_but_the_cover_says_the_document_and_its_number(reader: PdfReader) -> None:
    total = len(reader.pages)
    assert 9 <= total <= 15
    for number, page in enumerate(reader.pages, 1):
        text = page.extract_text()
        assert f"{number} / {total}" in text
        if number > 1:
            assert "SMALL-1 · 1.0.0，2026-11-20" in text or "SMALL-1 · 1.0.0" in text


def landscape(reader: PdfReader) -> list[int]:
    """The pages that lie on their side."""
    return [number for number, page in enumerate(reader.pages, 1) if page.mediabox.width > page.mediabox.height]


def test_the_overview_of_a_short_document_stands_upright(reader: PdfReader) -> None:
    assert landscape(reader) == []


def many(count: int) -> str:
    """The small spec with many requirements like its first."""
    head, _, rest = SMALL.partition("  R-T-01:\n")
    body, _, tail = rest.partition("  R-B-01:\n")
    cards = "".join(f"  R-T-{i:02d}:\n{body}" for i in range(1, count + 1))
    return f"{head}{cards}  R-B-01:\n{tail}"


@pytest.mark.slow
def test_cards_are_never_split_and_long_tables_repeat_their_heads(made: bytes) -> None:
    page = documents(many(60))["en"].print_html
    reader = PdfReader(io.BytesIO(pdf(page)))
    texts = [page.extract_text() for page in reader.pages]
    cards = [text for text in texts if "Vendor" in text]
    per_page = [len(re.findall(r"Verdict: ○ not run", text)) for text in cards]
    heads = [len(re.findall(r"^R-[A-Z]-\d\d ", text, flags=re.MULTILINE)) for text in cards]
    assert sum(per_page) == 62
    assert per_page == heads
    assert per_page[0] >= 1  # below the budget and the heading of the section
    assert min(per_page[1:-1]) >= 3
    wide = landscape(reader)
    assert len(wide) == 1
    assert wide == pages_with(reader, f"3 {words('en')['section.overview']}")[-1:]
    answers = [text for text in texts if "Evidence, File," in text]
    assert len(answers) >= 2


def test_nothing_but_data_is_fetched(caplog: pytest.LogCaptureFixture, made: bytes, tmp_path: Any) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    page = f'<html lang="en"><title>x</title><body><img src="{secret.as_uri()}" alt="no"><p>text</p>'
    with caplog.at_level(logging.ERROR, "weasyprint"):
        pdf(page)
    assert any("secret.svg" in record.getMessage() for record in caplog.records)
