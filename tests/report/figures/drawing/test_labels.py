"""Labels keep apart: the rules that place them, under random inputs."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.report.figures.drawing.labels import Box, best_place, fit, spread, text_box, text_width

SIDES = st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(1, 12), st.integers(1, 12))
BOXES = SIDES.map(lambda one: Box(one[0], one[1], one[0] + one[2], one[1] + one[3]))


@given(st.lists(st.floats(-50.0, 450.0), min_size=1, max_size=12))
def test_spread_labels_keep_the_gap_stay_inside_and_keep_their_order(wanted: list[float]) -> None:
    placed = spread(wanted, 19.0, 0.0, 400.0)
    assert all(-1e-9 <= at <= 400.0 + 1e-9 for at in placed)
    by_wish = [at for _, at in sorted(zip(wanted, placed, strict=True), key=lambda pair: pair[0])]
    assert sorted(placed) == pytest.approx(sorted(by_wish))
    assert all(b - a >= 19.0 - 1e-6 for a, b in pairwise(sorted(placed)))


@given(st.lists(st.floats(0.0, 400.0), min_size=1, max_size=8))
def test_labels_that_are_far_enough_apart_stay_where_they_want_to_be(wanted: list[float]) -> None:
    if all(abs(a - b) >= 19.0 for a, b in combinations(wanted, 2)):
        assert spread(wanted, 19.0, 0.0, 400.0) == pytest.approx(wanted)


def test_two_labels_that_collide_share_the_way() -> None:
    assert spread([10.0, 12.0], 10.0, 0.0, 100.0) == pytest.approx([6.0, 16.0])


def test_labels_without_room_for_the_gap_divide_the_range_evenly() -> None:
    assert spread([5.0, 5.0, 5.0], 20.0, 0.0, 10.0) == pytest.approx([0.0, 5.0, 10.0])
    assert spread([], 20.0, 0.0, 10.0) == []


@given(st.text("abcWi 派发保守（，", max_size=60), st.floats(12.0, 300.0))
def test_a_fitted_text_is_no_wider_than_its_room(text: str, width: float) -> None:
    shown = fit(text, 12.0, width)
    assert text_width(shown, 12.0) <= width + 1e-9 or shown == "…"
    assert shown == text or shown.endswith("…")


def test_a_chinese_character_takes_one_em() -> None:
    assert text_width("派发（保守）", 13.0) == pytest.approx(6 * 13.0)


def test_the_first_free_place_is_taken() -> None:
    spots = [Box(0, 0, 10, 10), Box(20, 0, 30, 10), Box(40, 0, 50, 10)]
    frame = Box(0, 0, 100, 100)
    assert best_place(spots, [], frame) == 0
    assert best_place(spots, [Box(5, 5, 8, 8)], frame) == 1
    assert best_place(spots, [Box(5, 5, 8, 8)], frame, dots=[(25.0, 5.0)]) == 2
    assert best_place(spots, [], Box(35, 0, 100, 100)) == 2


def test_an_anchored_box_lies_on_its_side() -> None:
    left, _, right, _ = text_box(100.0, 20.0, "派发", 10.0, "end")
    assert (left, right) == (80.0, 100.0)
    left, _, right, _ = text_box(100.0, 20.0, "派发", 10.0, "middle")
    assert (left, right) == (90.0, 110.0)


@given(
    st.lists(BOXES, min_size=1, max_size=12),
    st.lists(BOXES, max_size=6),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=30),
)
def test_the_best_place_costs_no_more_than_any_and_less_than_those_before_it(
    spots: list[Box], taken: list[Box], dots: list[tuple[float, float]]
) -> None:
    frame = Box(0, 0, 35, 35)

    def cost(box: Box) -> float:
        covered = sum(box.left < x < box.right and box.top < y < box.bottom for x, y in dots)
        return 10 * sum(box.overlap(other) for other in taken) + 10 * box.outside(frame) + 40 * covered

    costs = [cost(box) for box in spots]
    assert best_place(spots, taken, frame, dots) == costs.index(min(costs))
