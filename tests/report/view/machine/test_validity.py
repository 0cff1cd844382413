"""Where numbers hold, and what is used beyond, as the document tells it."""

from __future__ import annotations

import pytest

from estimator.spec.values.base import Language
from tests.report.documents import SMALL, documents, visible_text
from tests.report.sections.paths.test_terms import row_with, table

PATH = "exclusive: {alpha: 5 us, bandwidth: 100 GB/s, per: rank, from: bench"
BEYOND = (
    SMALL.replace(PATH, f"{PATH}, valid: {{ranks: 1 .. 2, sizes: 1 KiB .. 1 MiB}}")
    .replace("knee: {k: 0, from: talk", "knee: {k: 0, from: talk, valid: {ranks: 2 .. 64}")
    .replace("mode: host, from: talk", "mode: host, from: talk, valid: {ranks: 64}")
    .replace(
        "exclusive: {bandwidth: 400 GB/s}, loaded",
        "valid: {sizes: 1 KiB .. 4 GiB}, exclusive: {bandwidth: 400 GB/s}, loaded",
    )
)


def test_the_parameter_tables_say_where_a_number_holds() -> None:
    html = documents(BEYOND)["en"].html
    assert "holds for n 1 KiB–1 MiB, p 1–2" in row_with(table(html, "paths", 0), "100 GB/s").replace("\u00a0", " ")
    rows = [row.replace("\u00a0", " ") for row in table(html, "paths", 1)]
    assert "holds for n 1 KiB–4 GiB" in row_with(rows, "cut nics")
    assert "holds for p 64" in row_with(rows, "launch T")
    assert "holds for p 2–64" in row_with(rows, "knee factor")


@pytest.mark.parametrize(
    ("language", "mark", "each", "rule"),
    [
        (
            "en",
            "extrapolated × 1.331",
            "up start-up α × 1.21",
            "1.1 an octave of ranks and 1.05 an octave of size",
        ),
        (
            "zh",
            "外推 × 1.331",
            "up 启动 α × 1.21",
            "每超出一倍频 1.1",
        ),
    ],
)
def test_an_operation_that_is_extrapolated_is_marked_with_how_far_and_why(
    language: Language, mark: str, each: str, rule: str
) -> None:
    # The AllReduce of 1 MiB on eight ranks: the path two octaves beyond two ranks, T0 three below 64.
    html = documents(BEYOND)[language].html
    assert mark in visible_text(row_with_id(html, "op-sync"))
    assert each in visible_text(html)
    assert rule in visible_text(html)
    # The dispatch on 64 ranks runs under another condition of that path, and inside the other ranges.
    assert mark.split()[0] not in visible_text(row_with_id(html, "op-dispatch"))


def row_with_id(html: str, name: str) -> str:
    return html.partition(f'<tr id="{name}"')[2].partition("</tr>")[0]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_document_without_ranges_does_not_speak_of_them(language: Language) -> None:
    text = visible_text(documents(SMALL)[language].html)
    assert not any(word in text for word in ("xtrapolated", "外推"))
