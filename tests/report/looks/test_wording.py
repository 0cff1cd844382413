"""Phrases of one's own have ids that there are, and the fields of ours."""

from __future__ import annotations

import pytest

from estimator.report.looks.listing import wording_text
from estimator.report.looks.look import Look
from estimator.report.looks.wording import read_wording
from estimator.report.words.lookup import LANGUAGES, words
from estimator.spec.values.base import Language
from tests.report.documents import visible_text
from tests.report.looks.pages import page_in

SLIPS = {
    "cover.statu: X": "2:1: cover.statu: no phrase has this id; did you mean cover.status?",
    "cover.draft: no field": (
        "2:14: cover.draft: {version} of the text is left out; "
        "keep {version}; ours says 'DRAFT, not a released version {version}'"
    ),
    "cover.settle.open: '{coun} open'": "2:20: cover.settle.open: there is no field {coun} here; did you mean count?",
    "kind: Our {x}": "2:7: kind: there is no field {x} here; this text has none",
    "kind: Our {": "2:7: kind: the braces of the text do not match; write {name} for a field, {{ and }} for braces",
    "cover.settle.open: '{count.real}'": (
        "2:20: cover.settle.open: the braces of the text do not match; write {name} for a field, {{ and }} for braces"
    ),
    "cover.settle.open: '{count!r}'": (
        "2:20: cover.settle.open: the braces of the text do not match; write {name} for a field, {{ and }} for braces"
    ),
    "cover.settle.open: '{count:>9}'": "2:20: cover.settle.open: {count:>9} cannot be filled in; write {count}",
    "cover.status: [a]": "2:15: cover.status: no text; write a text, such as 'Status'",
    "cover.status: ' '": "2:15: cover.status: no text; write a text, such as 'Status'",
    "cover.status:": "2:1: cover.status: no value; write a value, or remove the key",
    "logo.alt: a": "2:1: logo.alt: the key is there twice; keep one of the two",
}


@pytest.mark.parametrize("line", SLIPS)
def test_a_slip_is_told_by_line_and_column(line: str) -> None:
    _, problems = read_wording("wording.en.yaml", f"logo.alt: Team\n{line}\n".encode(), "en")
    assert [one.text() for one in problems] == [f"wording.en.yaml:{SLIPS[line]}"]


def test_all_slips_are_told_at_once_and_the_rest_is_taken() -> None:
    texts, problems = read_wording("w", b"kind: Ours\na.b: x\nc.d: y\ncover.status: '{z}'\n", "en")
    assert (texts, len(problems)) == ({"kind": "Ours"}, 3)
    assert len(read_wording("w", b"- a\n", "en")[1]) == 1
    assert len(read_wording("w", b"a: {b\n", "en")[1]) == 1
    assert len(read_wording("w", b"", "en")[1]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phrases_that_are_listed_are_a_file_of_wording_that_changes_nothing(language: Language) -> None:
    texts, problems = read_wording("w", wording_text(language).encode(), language)
    assert problems == []
    assert texts == words(language).texts
    assert len(texts) > 700


def test_phrases_of_ones_own_show_in_their_language_alone() -> None:
    own = {"cover.status": "State", "section.risks": "What may go wrong", "cover.settle.open": "{count} <open>"}
    look = Look("looks/x", wording={"en": own})
    page = page_in(look)
    assert '<th scope="row">State</th>' in page.html
    assert "What may go wrong" in visible_text(page.html)
    assert "data-run" in page.print_html
    assert "What may go wrong" in page.print_html
    assert "State" not in visible_text(page_in(look, language="zh").html)
    assert 'aria-label="Contents"' in page.html
