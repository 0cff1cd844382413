"""Must-move bytes by hand sums and by enumeration of groups and units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.collectives import NAMES
from estimator.cost.cuts import cut_load, single_cut, uneven_bound, uneven_crossed
from estimator.cost.shape import Shape

EP64 = Shape(64, 8)


@pytest.mark.parametrize(
    ("n", "moved", "milliseconds"), [(276_824_064, 1_937_768_448, 4.84442112), (536_870_912, 3_758_096_384, 9.39524096)]
)
def test_dispatch_and_combine_of_the_5t_model_leave_a_node(n: int, moved: int, milliseconds: float) -> None:
    load = cut_load("all_to_all_v", EP64) * n
    assert load == moved
    assert load / 400e9 * 1e3 == pytest.approx(milliseconds, rel=1e-12)


@pytest.mark.parametrize(
    ("collective", "units_of_n"),
    [
        ("p2p", 1),
        ("all_reduce", 1.5),
        ("all_gather", 0.75),
        ("reduce_scatter", 0.75),
        ("all_to_all", 6),
        ("all_to_all_v", 6),
        ("broadcast", 1),
        ("reduce", 1),
        ("scatter", 0.75),
        ("gather", 0.75),
    ],
)
def test_four_nodes_of_eight_cut_load(collective: str, units_of_n: float) -> None:
    assert cut_load(collective, Shape(32, 8)) == units_of_n
    assert cut_load(collective, Shape(8)) == 0


def test_a_network_that_reduces_halves_nothing_but_the_all_reduce() -> None:
    assert cut_load("all_reduce", Shape(32, 8), in_network=True) == 1
    assert cut_load("all_gather", Shape(32, 8), in_network=True) == 0.75


def test_a_group_inside_a_unit_does_not_cross_it() -> None:
    for collective in NAMES:
        assert cut_load(collective, EP64, boundary_nodes=8, at_once_per_node=3) == 0
        assert cut_load(collective, EP64, boundary_nodes=32) == 0


def test_a_packed_group_of_whole_units_counts_its_units() -> None:
    # 64 nodes of 8 in units of 32: two units of 256 ranks, half of every rank's buffer goes across.
    assert cut_load("all_to_all", Shape(512, 8), boundary_nodes=32) == 256 * 256 / 512
    assert cut_load("all_gather", Shape(512, 8), boundary_nodes=32, at_once_per_node=1) == 0.5
    assert cut_load("all_reduce", Shape(256, 4), boundary_nodes=16, at_once_per_node=2) == 2 * 1.5


def test_strided_groups_multiply_by_their_stride() -> None:
    # Eight nodes, eight apart, one rank each, eight groups a node, units of 32 nodes: four of a group's nodes in
    # each of two units, 8 x 8 groups in a unit.
    assert cut_load("all_gather", Shape(8, 1), 32, at_once_per_node=8, stride_nodes=8) == 64 * 0.5
    assert cut_load("all_gather", Shape(8, 1), 4, at_once_per_node=1, stride_nodes=8) == 4 * 7 / 8


def test_groups_that_straddle_units_are_summed_at_the_worst_unit() -> None:
    # Groups of two nodes in units of three: one group in two crosses, with one of its two nodes in each unit.
    assert cut_load("all_gather", Shape(8, 4), boundary_nodes=3) == 0.5
    assert cut_load("all_to_all", Shape(8, 4), boundary_nodes=3) == 4 * 0.5
    # Eight nodes in units of three: unit 3 holds nodes 6 and 7 of one group and the first of the next: 6/8 + 7/8.
    assert cut_load("all_gather", EP64, boundary_nodes=3) == 6 / 8 + 7 / 8
    assert cut_load("all_reduce", EP64, boundary_nodes=3, at_once_per_node=2) == 4


def _enumerated(collective: str, shape: Shape, unit: int, at_once: int, stride: int) -> float:
    """Every group of a long row of nodes, every unit, single cuts."""
    block = shape.nodes * stride
    groups = [
        [start + offset + step * stride for step in range(shape.nodes)]
        for start in range(0, block * unit, block)
        for offset in range(stride)
    ]
    worst = 0.0
    for first in range(0, block * unit, unit):
        inside = [sum(first <= node < first + unit for node in group) for group in groups]
        worst = max(worst, sum(single_cut(collective, held * shape.per_node, shape.ranks) for held in inside))
    return at_once * worst


@given(
    collective=st.sampled_from([name for name in NAMES if name != "all_reduce"]),
    nodes=st.integers(1, 9),
    per_node=st.integers(1, 4),
    unit=st.integers(1, 9),
    at_once=st.integers(1, 3),
    stride=st.integers(1, 5),
)
def test_the_load_of_a_unit_equals_an_enumeration(
    collective: str, nodes: int, per_node: int, unit: int, at_once: int, stride: int
) -> None:
    shape = Shape(nodes * per_node, per_node)
    expected = _enumerated(collective, shape, unit, at_once, stride)
    assert cut_load(collective, shape, unit, at_once, stride) == pytest.approx(expected, rel=1e-12)


def test_a_unit_of_any_size_is_weighed_without_walking_its_nodes() -> None:
    # Groups of two nodes in units of 10^9 + 1: one in two units starts in the middle of a group, one ends there.
    assert cut_load("all_gather", Shape(8, 4), boundary_nodes=10**9 + 1) == 0.5
    # A prime stride over 499,979 nodes and units of 3: no node shares a unit with another of its group.
    assert cut_load("all_to_all", Shape(8, 4), boundary_nodes=3, stride_nodes=499_979) == 3 * 4 * 0.5


def test_unequal_nodes_take_the_worse_of_single_cuts_and_the_sum() -> None:
    # Nodes of 8 and 4 ranks at 400 and 100 GB/s.
    assert uneven_bound("all_gather", [8, 4], [400e9, 100e9]) == pytest.approx(8 / 12 / 100e9)
    assert uneven_bound("all_to_all", [8, 4], [400e9, 100e9]) == pytest.approx(4 * 8 / 12 / 100e9)
    assert uneven_bound("all_reduce", [8, 4], [400e9, 100e9]) == pytest.approx(1 / 100e9)
    # Four equal nodes: the sum form is the equal form 2(m-1)/m.
    assert uneven_bound("all_reduce", [8] * 4, [200e9] * 4) == pytest.approx(1.5 / 200e9)
    assert uneven_bound("all_reduce", [8] * 4, [200e9] * 4, in_network=True) == pytest.approx(1 / 200e9)
    assert uneven_bound("all_reduce", [8], [200e9]) == 0


def test_unequal_nodes_need_a_bandwidth_each() -> None:
    with pytest.raises(ValueError, match="argument 2"):
        uneven_bound("all_gather", [8, 4], [400e9])


def test_what_crosses_slowest_is_told_with_the_rate_it_has() -> None:
    """Nodes of 8 and 4 ranks, 400 and 100 GB/s, AllGather: the fewer take in 8/12 of n at 100 GB/s."""
    found = uneven_crossed("all_gather", [8, 4], [400e9, 100e9])
    assert found == pytest.approx((8 / 12, 100e9))
    # With equal nodes an AllReduce is bound by all borders together: 2 * 3 n over 800 GB/s.
    assert uneven_crossed("all_reduce", [8] * 4, [200e9] * 4) == pytest.approx((6, 800e9))
