"""Tables on terminals of any width: nothing sticks out, no number loses its unit, what is left out is named."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.report.tables.screen import PLAIN, Screen, fitted, letters, plainly, wrapped, wrapped_text

SPACE = "\u00a0"
HEAD = ["operation", "algorithm", "time", "limited by"]
ROWS = [
    HEAD,
    ["dispatch", "hierarchical_rail", f"16.99{SPACE}ms", "scale_up, node_nics"],
    ["\u4e13\u5bb6\u6d3e\u53d1", "ring", f"4{SPACE}us", "uplink"],
]


def test_a_file_gets_every_column_as_wide_as_it_is() -> None:
    lines = fitted(ROWS, PLAIN)
    assert lines[0] == "operation  algorithm          time      limited by"
    assert lines[2] == f"\u4e13\u5bb6\u6d3e\u53d1   ring               4{SPACE}us      uplink"


def test_a_chinese_letter_takes_two_places_and_a_mark_none() -> None:
    assert letters("\u4e13a") == 3
    assert letters("e\u0301") == 1


def test_columns_of_the_highest_rank_go_first_and_are_named() -> None:
    lines = fitted(ROWS, Screen(40), (0, 2, 0, 1))
    assert lines[0].split() == ["operation", "time", "limited", "by"]
    assert lines[-2:] == ["Left out on 40 columns: algorithm;", "  --format json has all."]
    whole = fitted(ROWS, Screen(80), (0, 2, 0, 1))
    assert not any(line.startswith("Left out") for line in whole)


def test_words_wrap_before_a_column_is_left_out() -> None:
    lines = fitted(ROWS, Screen(50), (0, 1, 0, 2))
    assert [line.split()[-1] for line in lines[:3]] == ["by", "scale_up,", "node_nics"]


@given(
    st.lists(
        st.lists(st.text("ab_.-\u4e13\u5bb6\uff0c ", max_size=30).map(str.strip), min_size=3, max_size=3),
        min_size=1,
        max_size=5,
    ),
    st.integers(40, 120),
)
def test_no_line_is_wider_than_the_screen(cells: list[list[str]], width: int) -> None:
    rows = [["name", "value", "note"], *cells]
    for line in fitted(rows, Screen(width), (0, 1, 2)):
        assert letters(line) <= width


@pytest.mark.parametrize("width", range(40, 90, 7))
def test_a_number_stands_on_one_line_with_its_unit(width: int) -> None:
    text = "\n".join(fitted(ROWS, Screen(width), (0, 2, 0, 1)))
    assert f"16.99{SPACE}ms" in text
    assert f"4{SPACE}us" in text


def test_a_word_is_coloured_by_what_it_means_on_a_screen_with_colours_alone() -> None:
    rows = [["requirement", "verdict"], ["R-1", "pass"], ["R-2", "fail"], ["R-3", "inconclusive"]]
    shown = fitted(rows, Screen(80, colour=True))
    assert [re.findall(r"\x1b\[(\d+)m", line) for line in shown] == [[], ["32", "0"], ["31", "0"], ["33", "0"]]
    assert "\x1b" not in "".join(fitted(rows, Screen(80)))
    bare = [re.sub(r"\x1b\[\d+m", "", line) for line in shown]
    assert bare == fitted(rows, PLAIN)


def test_a_long_line_of_words_goes_on_further_in() -> None:
    assert wrapped("  one two three", 11) == ["  one two", "    three"]
    assert wrapped("\u4e13\u5bb6\u6d3e\u53d1\uff0c\u5408\u5e76", 8) == [
        "\u4e13\u5bb6\u6d3e",
        "  \u53d1\uff0c\u5408",
        "  \u5e76",
    ]
    assert wrapped_text("short\n\none two three four\n", 10) == "short\n\none two\n  three\n  four\n"


def test_plain_spaces_and_hyphens_stand_for_those_that_do_not_break() -> None:
    assert plainly(f"5{SPACE}us \u22123") == "5 us -3"
