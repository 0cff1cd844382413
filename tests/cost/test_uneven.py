"""Groups whose nodes hold different numbers of ranks: what must leave the busiest node."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.cuts import cut_load, held_by_units, placed_load, single_cut, uneven_bound, uneven_load
from estimator.cost.shape import Shape


def test_a_shape_of_equal_nodes_is_even() -> None:
    assert Shape.on((8, 8)) == Shape(16, 8)
    uneven = Shape.on((6, 2))
    assert (uneven.ranks, uneven.per_node, uneven.nodes) == (8, 6, 2)
    assert uneven.two_level
    with pytest.raises(ValueError, match="cannot sit"):
        Shape(9, 6, (6, 2))


def test_uneven_nodes_take_the_larger_of_single_cuts_and_the_sum() -> None:
    # Six ranks and two: All-to-All 6 * 2 / 8, AllGather 6/8 into the node of two, AllReduce 2 * 1 / 2 by the sum.
    assert uneven_load("all_to_all", (6, 2)) == 1.5
    assert uneven_load("all_gather", (6, 2)) == 0.75
    assert uneven_load("all_reduce", (6, 2)) == 1.0
    # Three nodes of 6, 1 and 1: single cut 1, the sum 2 * 2 / 3.
    assert uneven_load("all_reduce", (6, 1, 1)) == pytest.approx(4 / 3)
    assert uneven_load("all_reduce", (6, 1, 1), in_network=True) == 1.0
    assert uneven_load("all_gather", (8,)) == 0.0
    # The root of a Scatter may sit on the node of six: two blocks of eight leave it.
    assert uneven_load("scatter", (6, 2)) == 0.25
    # With the root there 2/8 n over 100 GB/s; on the other node 6/8 n would cross the same 100 GB/s.
    assert uneven_bound("gather", (6, 2), (100e9, 400e9)) == pytest.approx(2 / 8 / 100e9)
    assert uneven_bound("scatter", (4, 4, 4), (1e9, 1e9, 1e9)) == pytest.approx(2 / 3 / 1e9)


def test_groups_at_once_add_what_each_must_move_at_least() -> None:
    # AllGather on nodes of 6 and 2: 6/8 into the node of two, 2/8 into the other; three groups: 6/8 + 2 * 2/8.
    assert uneven_load("all_gather", (6, 2), groups=3) == 1.25
    assert uneven_load("broadcast", (6, 2), groups=3) == 1.0


def test_units_of_nodes_hold_the_sum_of_their_ranks() -> None:
    assert held_by_units((4, 2, 2), 2) == (6, 2)
    assert held_by_units((4, 2, 2), 2, stride_nodes=2) == (4, 2, 2)
    assert cut_load("all_to_all", Shape.on((4, 2, 2)), boundary_nodes=2) == 6 * 2 / 8


def test_groups_of_a_layout_are_summed_where_they_lie() -> None:
    # Two groups of four on two units: three and one, two and two. 3 * 1 / 4 + 2 * 2 / 4.
    placed = np.array([[0, 0, 0, 1], [1, 1, 0, 0]])
    assert placed_load("all_to_all", placed) == 1.75
    # AllGather: unit 0 lacks 1/4 and 1/2, unit 1 lacks 3/4 and 1/2.
    assert placed_load("all_gather", placed) == 1.25
    assert placed_load("broadcast", placed) == 0.0


@given(st.lists(st.integers(1, 6), min_size=2, max_size=6), st.integers(1, 4), st.integers(1, 3))
def test_the_load_of_uneven_units_is_the_worst_of_their_single_cuts_and_the_sum(
    held: list[int], unit: int, stride: int
) -> None:
    parts = held_by_units(held, unit, stride)
    assert sum(parts) == sum(held)
    singles = [single_cut("all_to_all", part, sum(held)) for part in parts]
    assert uneven_load("all_to_all", parts) == pytest.approx(max(singles))


def test_a_platform_of_five_nodes_has_one_unit_of_three_and_one_of_two() -> None:
    # The bisection of five nodes of two ranks, All-to-All of all ten: 6 * 4 / 10, not the 2.8 of two groups cut.
    whole = Shape(10, 2)
    assert cut_load("all_to_all", whole, boundary_nodes=3, platform_nodes=5) == pytest.approx(2.4)
    # Half of the platform of four nodes of two ranks: p n / 4.
    assert cut_load("all_to_all", Shape(8, 2), boundary_nodes=2, platform_nodes=4) == 2.0
