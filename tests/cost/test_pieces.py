"""Pieces of a time and where two meet, by hand and against evaluation."""

from __future__ import annotations

import itertools
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.evaluate import Line, Lines, evaluate
from estimator.cost.pieces import Lowest, Meeting, Piece, lowest, meet, pieces, value

NOTHING = Line(0.0, 0.0, 0.0)
FAST, NEAR = Line(5e-6, 0.0, 1e-11), Line(2e-6, 0.0, 2e-11)

seconds = st.floats(0.0, 1e-4)
inverse = st.floats(0.0, 1e-9)
line = st.builds(Line, seconds, st.just(0.0), inverse)
lines = st.builds(
    Lines,
    st.lists(st.lists(line, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple),
    st.lists(line, max_size=2).map(tuple),
    st.builds(Line, seconds, st.floats(0.0, 1e-7), inverse),
)


def curve(*rows: Line) -> tuple[Piece, ...]:
    return pieces(Lines(((rows),), (), NOTHING), 1.0, 1e9)


def test_two_rows_of_a_phase_meet_at_300_kb() -> None:
    found = curve(FAST, NEAR)
    assert [piece.line for piece in found] == [FAST, NEAR]
    assert found[0].high == pytest.approx(3e5, rel=1e-12)


def test_the_faster_of_two_curves_changes_where_they_are_equal() -> None:
    (found,) = meet(curve(FAST), curve(NEAR))
    assert found.size == pytest.approx(3e5, rel=1e-12)
    assert not found.first_below
    assert meet(curve(NEAR), curve(FAST)) == (Meeting(found.size, True),)


def test_a_root_term_can_make_two_crossings() -> None:
    # 2 + n = 3 sqrt(n) at sqrt(n) = 1 and 2, so at n = 1 and 4; between them the root is larger.
    sum_, root = Line(2.0, 0.0, 1.0), Line(0.0, 3.0, 0.0)
    low, high = 0.25, 100.0
    found = meet((Piece(low, high, sum_),), (Piece(low, high, root),))
    assert [meeting.size for meeting in found] == pytest.approx([1.0, 4.0])
    assert [meeting.first_below for meeting in found] == [False, True]


def test_curves_that_touch_or_are_equal_do_not_cross() -> None:
    # 1 + n = 2 sqrt(n) at n = 1 alone.
    low, high = 0.25, 100.0
    touching = (Piece(low, high, Line(1.0, 0.0, 1.0)),), (Piece(low, high, Line(0.0, 2.0, 0.0)),)
    assert meet(*touching) == ()
    assert meet(curve(FAST), curve(FAST)) == ()


def test_the_fastest_is_named_by_range_and_equals_together() -> None:
    found = lowest([curve(FAST), curve(NEAR), curve(FAST)])
    assert [one.curves for one in found] == [(1,), (0, 2)]
    assert found[0] == Lowest(1.0, found[1].low, (1,))
    assert found[1].low == pytest.approx(3e5, rel=1e-12)


@given(lines, st.floats(0.0, 1.0))
def test_the_pieces_have_the_times_of_the_form(found: Lines, where: float) -> None:
    low, high = 1.0, 1e9
    n = low * (high / low) ** where
    parts = pieces(found, low, high)
    assert (parts[0].low, parts[-1].high) == (low, high)
    assert all(one.high == other.low for one, other in itertools.pairwise(parts))
    part = next(part for part in parts if n <= part.high)
    expected = float(evaluate(found, np.array([n]))[0])
    assert value(part.line, n) == pytest.approx(expected, rel=1e-9, abs=1e-30)


@given(lines, lines, st.floats(0.0, 1.0))
def test_between_two_crossings_nothing_changes_sides(first: Lines, second: Lines, where: float) -> None:
    low, high = 1.0, 1e9
    one, other = pieces(first, low, high), pieces(second, low, high)
    found = meet(one, other)
    n = sqrt(low * high) ** (2.0 * where)
    times = [float(evaluate(form, np.array([n]))[0]) for form in (first, second)]
    if abs(times[0] - times[1]) <= 1e-6 * max(times):
        return
    before = [meeting for meeting in found if meeting.size <= n]
    after = [meeting for meeting in found if meeting.size > n]
    if before:
        assert (times[0] > times[1]) == before[-1].first_below
    if after:
        assert (times[0] < times[1]) == after[0].first_below
