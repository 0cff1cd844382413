"""Groups on nested units, against sums by hand and against counting group by group."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.layout.grid import RankLayout, rank_layout
from estimator.layout.groups import ranks_of
from estimator.layout.nesting import crossing, indexes, most_uneven, on_one_link
from estimator.layout.placement import placement
from tests.layout.test_groups import layouts

EXPERTS = rank_layout(64, tp=1, pp=1, ep=16)


def test_rank_19_is_the_fourth_of_the_third_box_of_its_rack() -> None:
    """19 = 2 * 8 + 3; racks of 32 hold four boxes."""
    assert indexes(np.array([19, 40]), (8, 32, 64)).tolist() == [[3, 0], [2, 1], [0, 1]]


def test_sixteen_experts_on_boxes_of_eight_and_racks_of_32() -> None:
    """A group fills two boxes, so one crosses each box; two groups fill a rack, so none crosses one."""
    ranks = ranks_of(EXPERTS, "ep")
    assert (crossing(ranks, 8), crossing(ranks, 32)) == (1, 0)


def test_their_copies_cross_every_border() -> None:
    """Copies are 16 ranks apart: every rank of a box has a group of its own, a rack holds two ranks of each."""
    ranks = ranks_of(EXPERTS, "edp")
    assert (crossing(ranks, 8), crossing(ranks, 32)) == (8, 16)


@given(layouts(), st.sampled_from(["tp", "dp", "ep", "edp", "pp", "dp_cp"]), st.integers(1, 9))
def test_who_crosses_a_border_is_what_counting_gives(layout: RankLayout, kind: str, unit: int) -> None:
    ranks = ranks_of(layout, kind)
    held: Counter[int] = Counter()
    for group in ranks.tolist():
        units = {rank // unit for rank in group}
        held.update(units if len(units) > 1 else ())
    assert crossing(ranks, unit) == max(held.values(), default=0)
    assert crossing(ranks, unit) == placement(layout, kind, unit).crossing


def test_stages_that_hand_over_count_where_they_send_from() -> None:
    ranks = np.array([[0, 2], [1, 3], [2, 4], [3, 5]])
    assert (crossing(ranks, 2), crossing(ranks, 2, sends_only=True)) == (4, 2)


@pytest.mark.parametrize(
    ("ranks", "inner", "outer", "shared"),
    [
        ([[0, 2, 4, 6], [1, 3, 5, 7]], 1, 8, 2),  # interleaved on one line
        ([[0, 1, 2, 3], [4, 5, 6, 7]], 1, 8, 1),  # side by side
        ([[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]], 1, 16, 4),
        (
            [[0, 4], [1, 5], [2, 6], [3, 7]],
            2,
            8,
            2,
        ),  # links join equal indexes: (0, 4) and (2, 6) meet, (1, 5) not
        ([[0, 1], [2, 3]], 2, 4, 1),  # nothing passes the line
    ],
)
def test_groups_on_one_link_of_a_line(ranks: list[list[int]], inner: int, outer: int, shared: int) -> None:
    assert on_one_link(np.array(ranks), inner, outer) == shared


def test_the_least_even_group_stands_for_its_kind() -> None:
    """Ranks 0 .. 3 on units of 4 are even, 4 .. 9 lie on two units as 4 and 2."""
    ranks = np.array([[0, 1, 2, 3], [5, 6, 7, 8], [10, 11, 12, 13]])
    assert most_uneven(ranks, (4, 16)) == 1
    assert most_uneven(ranks[:1], (4, 16)) == 0
