"""Font coverage: which characters no font can show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from estimator.report.pages.fonts import coverage, has_cjk, missing_characters, missing_message, read_charsets

LISTING = "20-7e a0-17f 3b1-3c9\n20-7e 2013-2014 2026\n4e00-9fff 3000-303f ff00-ffef\n\nbroken-entry zz\n"


def test_ranges_of_all_fonts_are_joined() -> None:
    fonts = read_charsets("20-7e 7f-ff\n30 41-5a\n400")
    assert (fonts.starts, fonts.stops) == ((0x20, 0x400), (0xFF, 0x400))


def test_only_what_no_font_has_is_missing_once_and_in_order() -> None:
    fonts = read_charsets(LISTING)
    assert missing_characters("派发 α–β … 𠮷㐂㐂 ok", fonts) == ("㐂", "𠮷")


def test_blanks_joiners_and_controls_need_no_glyph() -> None:
    assert missing_characters("a\u00a0\u2009\u200b\ufeff\n\tb", read_charsets("61-62")) == ()


def test_a_latin_font_alone_is_not_chinese() -> None:
    assert has_cjk(read_charsets(LISTING))
    assert not has_cjk(read_charsets("20-7e\n4e00-4e10"))
    assert not has_cjk(read_charsets(""))


def test_the_message_names_the_characters_and_counts_the_rest() -> None:
    assert missing_message(()) == ""
    assert missing_message(("㐂", "𠮷")).startswith("no installed font has 㐂 (U+3402), 𠮷 (U+20BB7); ")
    assert " and 5 more; " in missing_message([chr(0x3400 + k) for k in range(25)])


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=20), st.integers(0, 300))
def test_a_character_is_covered_exactly_when_some_range_holds_it(pairs: list[tuple[int, int]], point: int) -> None:
    assert (chr(point) in coverage(pairs)) == any(first <= point <= last for first, last in pairs)
