"""Cells of tables: what a spreadsheet would take for a formula, and Markdown for markup, is shown as it was written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from estimator.report.tables.rows import comma_separated, harmless, piped, unmarked

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")
LETTERS = st.text(st.sampled_from(list("ab1 =+-@|\\`*_[]<>&~#$!()：/")), max_size=12)


@pytest.mark.parametrize(
    "text", ["=1+1", "+1+cmd", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "＝1", "－a"]
)
def test_what_begins_like_a_formula_gets_a_quote_in_front(text: str) -> None:
    assert harmless(text) == f"'{text}"
    assert comma_separated([{"a": text}]).split("\n", 1)[1].lstrip('"').startswith("'")


@pytest.mark.parametrize("text", ["-1.5e-06", "+3", "-", "a=b", "", "≤ 3 s"])
def test_numbers_and_other_texts_stay(text: str) -> None:
    assert harmless(text) == text


def shown(table: str) -> list[list[str]]:
    """The texts of a table's rows as a reader of Markdown sees them; anything but text in a cell is told."""
    rows: list[list[str]] = []
    for token in MARKDOWN.parse(table):
        if token.type == "tr_open":
            rows.append([])
        if token.type == "inline":
            kinds = {child.type for child in token.children or ()}
            assert kinds <= {"text", "text_special"}, (token.content, kinds)
            rows[-1].append("".join(child.content for child in token.children or ()))
    return rows


@given(LETTERS, LETTERS)
def test_a_cell_of_markdown_shows_its_text_letter_by_letter(first: str, second: str) -> None:
    table = piped([["one", "two"], [unmarked(first), unmarked(second)]])
    wanted = [harmless(" ".join(text.split())) for text in (first, second)]
    assert shown(table) == [["one", "two"], wanted]


def test_lines_of_a_text_do_not_break_a_table() -> None:
    assert unmarked("one\ntwo\r\n| three\u2028four") == "one two | three four"
    assert shown(piped([["a"], [unmarked("x|y\n|z")]])) == [["a"], ["x|y |z"]]


def test_an_underscore_inside_a_word_stays_readable() -> None:
    assert unmarked("moe_dispatch _x_") == r"moe_dispatch \_x\_"
