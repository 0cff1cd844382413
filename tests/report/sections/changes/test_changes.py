"""The section on what changed since the version before, and the marks at what it names."""

from __future__ import annotations

from functools import cache

import pytest

from estimator.history.difference import difference
from estimator.report.pages.document import Document, report
from estimator.report.words.lookup import LANGUAGES
from estimator.spec.values.base import Language
from tests.history.versions import BASE, edited, state
from tests.report.documents import assets, visible_text

INSIDE = "exclusive:    {alpha: [3 us, 4 us], bandwidth: [200 GB/s, 180 GB/s], per: rank, from: talk}"
AFTER = edited(
    ('version: "1.0"', 'version: "2.0", previous: "1.0"'),
    ("at_most: 20 ms", "at_most: 18 ms"),
    (INSIDE, INSIDE.replace("180 GB/s", "165 GB/s").replace("talk", "bench")),
    ("iterations: 1000", "iterations: 500"),
    ("en: The algorithm is reported", "en: The algorithm is named"),
    ("  R-CAP:\n", "  R-NEW:\n"),
)


@cache
def document(language: Language, *, compared: bool = True) -> Document:
    """The document of the second version in one language."""
    after = state(AFTER)
    made = report(after.spec, after.table, after.expanded, (), assets())
    return (made.since(difference(state(BASE), after)) if compared else made).document(language)


MARKS = {
    "en": {"R-LIT": "▼ tighter", "R-EST": "▲ looser", "R-REP": "○ words", "R-NEW": "+ new"},
    "zh": {"R-LIT": "▼ 收紧", "R-EST": "▲ 放宽", "R-REP": "○ 只改文字", "R-NEW": "＋ 新增"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_that_changed_is_marked_on_screen_and_paper(language: Language) -> None:
    made = document(language)
    for html in (made.html, made.print_html):
        cards = {part.split('"', 1)[0]: part for part in html.split('<article class="card')[1:]}
        assert cards
        found = {}
        for part in html.split("<article ")[1:]:
            name = part.split('id="', 1)[1].split('"', 1)[0]
            if 'class="card changed"' in part.split(">", 1)[0]:
                found[name] = part.split('<span class="b chg ', 1)[1].split(">", 1)[1].split("<", 1)[0]
        assert found == MARKS[language]


def test_the_section_says_what_changed_why_and_what_to_approve() -> None:
    text = " ".join(visible_text(document("en").print_html).replace("\u00a0", " ").split())
    for said in (
        "Against version 1.0: 1 added, 1 removed, 3 changed.",
        "iterations: 1000 → 500",
        "limit ≤ 22 ms → ≤ 19.8 ms (dp · several groups · at_once 8 · 256 MiB)",
        "by a measurement: platform.paths.inside.exclusive.bandwidth",
        "looser, to be approved",
        "words: title",
        "− removed",
        "Assumptions replaced by measurements: platform.paths.inside.exclusive.",
        "Does it close: yes",
        "Estimates that moved",
    ):
        assert said in text, said


def test_both_languages_have_the_same_rows() -> None:
    rows = [document(language).html.count('<span class="b chg ') for language in LANGUAGES]
    assert rows[0] == rows[1] > 0


def test_a_document_whose_version_before_is_not_at_hand_has_no_marks() -> None:
    html = document("en", compared=False).html
    assert "b chg" not in html
    assert "card changed" not in html
