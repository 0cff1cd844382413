"""Platforms beside the spec's own, as the document shows them: hand sums, and the same numbers in both languages."""

from __future__ import annotations

import re
from functools import cache

import pytest

from estimator.estimate.search.variants import compared
from estimator.estimate.table import estimate
from estimator.report.numbers import seconds, span
from estimator.report.pages.document import Document, report
from estimator.report.view.context import Variants
from estimator.report.words.lookup import LANGUAGES, words
from estimator.require.expand import expand
from estimator.spec.load import load_text
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, assets, documents, visible_text

LINK = "rate: 112 GB/s"
PATH = "exclusive: {alpha: 5 us, bandwidth: 100 GB/s, per: rank, from: bench}"
OPENED = SMALL.replace(LINK, "rate: 224 GB/s")
FASTER = OPENED.replace(PATH, PATH.replace("100 GB/s", "200 GB/s").replace("bench", "talk"))
OTHERS = {"own_again": SMALL, "faster": FASTER, "third": FASTER}
FILES = {name: f"platforms/{name}.yaml" for name in OTHERS}


def variants() -> Variants:
    tables = {"spec": estimate(load_text(SMALL).spec)}
    return Variants(compared(tables | {name: estimate(load_text(text).spec) for name, text in OTHERS.items()}), FILES)


@cache
def pages() -> dict[Language, Document]:
    spec = load_text(SMALL).spec
    table = estimate(spec)
    made = report(spec, table, expand(spec, table), (), assets(), variants())
    return {language: made.document(language) for language in LANGUAGES}


def cells(html: str) -> list[list[str]]:
    """The rows of the tables of variants, cell by cell."""
    tables = re.findall(r'<table class="wide variants">.*?</table>', html, flags=re.DOTALL)
    assert len(tables) == 2
    rows = re.findall(r"<tr[^>]*>(<th scope=\"row\">.*?)</tr>", "".join(tables))
    return [[visible_text(cell).strip() for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row)] for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_cell_is_the_figure_compared(language: Language) -> None:
    found = variants().comparison
    rows = cells(pages()[language].html)
    expected = [(one, columns) for columns in ((0, 1, 2), (0, 3)) for one in (*found.operations, *found.step)]
    assert len(rows) == len(expected) == 8
    for row, (one, columns) in zip(rows, expected, strict=True):
        times = [row[1], *row[2::2]]
        assert len(times) == len(columns)
        for shown, i in zip(times, columns, strict=True):
            assert shown.startswith(span(*one.figures[i].time, seconds))


def test_twice_the_bandwidth_changes_the_ring_by_the_hand_sum() -> None:
    # Ring: 70 us + 1.75 * 2**20 B / 100 GB/s = 88.35 us; at 200 GB/s 79.18 us: 10.4 % less; with 12 us more 9.14 %.
    sync = cells(pages()["en"].html)[0]
    assert sync[1].startswith("88.35–100.4\u00a0µs")
    assert sync[3].split() == ["="]
    assert sync[4].startswith("79.18–91.18\u00a0µs")
    assert sync[5].replace("\u00a0", " ").split() == ["−10.4", "%", "−9.14", "%"]


def test_names_and_files_stand_as_given_in_their_section_alone() -> None:
    for language, page in pages().items():
        section = page.html[page.html.index('id="s-figures"') : page.html.index('id="s-algorithms"')]
        assert f"<h3>{words(language)['variants.title']}</h3>" in section
        for name, file in FILES.items():
            assert f">{name}</th>" in section
            assert page.html.count(file) == 1
            assert file in section


def test_the_rest_of_the_page_stays_as_it_is_without_variants() -> None:
    for language, page in pages().items():
        title = f"<h3>{words(language)['variants.title']}</h3>"
        start = page.html.index(title)
        found = [page.html.find(after, start + 1) for after in ("<h3>", "</section>")]
        end = min(at for at in found if at > start)
        assert page.html[:start] + page.html[end:] == documents()[language].html


def test_of_many_operations_those_that_take_most_of_a_step_are_shown() -> None:
    sync = SMALL[SMALL.index("  sync:\n") : SMALL.index("  dispatch:\n")]
    more = "".join(
        sync.replace("  sync:\n", f"  sync_{i}:\n").replace("per_step: 10", f"per_step: {20 + i}") for i in range(40)
    )
    spec = load_text(SMALL.replace("  dispatch:\n", more + "  dispatch:\n")).spec
    table = estimate(spec)
    shown = Variants(compared({"spec": table, "a": table}), {"a": "a.yaml"})
    html = report(spec, table, expand(spec, table), (), assets(), shown).document("en", for_print=False).html
    block = html[html.index("<h3>Variants</h3>") :]
    block = block[: block.index("</section>")]
    # 42 operations; the two that take least, 10 and 20 calls of the same sync, are left out
    assert "the 40 that take most of a step, of 42 operations" in block
    links = re.findall(r'href="#op-([a-z_0-9]+)"', block)
    assert len(links) == 40
    assert {"sync", "sync_0"}.isdisjoint(links)
