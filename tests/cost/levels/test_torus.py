"""Rings along axes, one after another and all at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.levels.by_levels import by_levels
from estimator.cost.levels.overlap import overlapped
from estimator.cost.levels.torus import refuses_axes, torus_at_once, torus_ring
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import Plan
from tests.cost.entries.samples import on_nodes
from tests.cost.placing.machines import RATES, Prices, prices

AXES = tuple(Level(f"l{axis}", "ring") for axis in range(3))


def _sums(plan: Plan) -> tuple[float, float]:
    return sum(phase[0].rounds for phase in plan), sum(max(s.volume for s in phase) for phase in plan)


@given(a=st.integers(1, 12), b=st.integers(1, 12))
def test_logical_axes_on_a_switch_take_the_same_either_way_round(a: int, b: int) -> None:
    group = on_nodes(a * b)
    expected = (2 * (a - 1) + 2 * (b - 1), 2 * (a * b - 1) / (a * b))
    for dims in ((a, b), (b, a)):
        assert _sums(torus_ring(group, "all_reduce", dims)) == pytest.approx(expected)


def test_an_axis_that_fills_a_node_is_the_level() -> None:
    group = on_nodes(32, 8)
    by_axes, by_level = torus_ring(group, "all_reduce", (8, 4)), by_levels(group, "all_reduce")
    paid = ("alpha", "volume", "egress")
    costly = Prices({(kind, name): float(kind in paid) for kind in RATES for name in ("node", "fabric")}, 0.5)
    assert costly.seconds(by_axes) == pytest.approx(costly.seconds(by_level))


def test_three_axes_at_once_carry_a_third_each() -> None:
    group = Group.on(AXES, (16, 16, 16))
    plan = torus_at_once(group, "all_reduce", both_ways=True)
    resources = plan[-1]
    # 2 * 4095/4096 n over three axes, half each way round.
    assert [stage.link for stage in resources] == pytest.approx([2 * 4095 / 4096 / 3 / 2] * 3)
    assert sum(phase[0].rounds for phase in plan[:-1]) == 3 * 2 * 15


@given(shape=st.tuples(st.integers(1, 6), st.integers(1, 6)), both=st.booleans(), drawn=prices())
def test_a_torus_takes_the_same_time_turned_round_and_no_longer_with_all_axes_at_once(
    shape: tuple[int, int], both: bool, drawn: Prices
) -> None:
    """Law L7, equal axes."""
    first = {kind: price for (kind, name), price in drawn.of.items() if name == "l0"}
    equal = Prices({(kind, name): price for kind, price in first.items() for name in ("l0", "l1")}, 2.0)
    equal = equal.without("messages", "posted")
    times = []
    for sizes in (shape, shape[::-1]):
        group = Group.on(AXES[:2], sizes)
        sequence = equal.seconds(torus_ring(group, "all_reduce", both_ways=both))
        at_once = equal.seconds(torus_at_once(group, "all_reduce", both_ways=both)) if group.p > 1 else sequence
        assert at_once <= sequence * (1 + 1e-9)
        times.append(sequence)
    if both:  # one way round, two units have two links for one block
        assert times[0] == pytest.approx(times[1])


def test_what_holds_no_torus_says_why() -> None:
    assert refuses_axes(on_nodes(8), (3, 3)) == "3x3 is not a torus of 8 ranks"
    assert "node is no ring" in str(refuses_axes(on_nodes(8), ()))
    assert refuses_axes(Group.on(AXES, (4, 4)), ()) is None
    assert refuses_axes(on_nodes(24), (2, 3, 4)) is None


def test_overlapped_stages_add_their_start_ups_and_share_one_resource() -> None:
    plan = by_levels(on_nodes(16, 8), "all_reduce")
    *starts, resources = overlapped([plan])
    assert [(stage.level, stage.rounds) for (stage,) in starts] == [
        ("node", 7),
        ("fabric", 1),
        ("fabric", 1),
        ("node", 7),
    ]
    assert {(s.level, s.volume, s.egress, s.reduced) for s in resources} == {
        ("node", 1.75, 0, 7 / 8),
        ("fabric", 1 / 8, 0, 1 / 16),
        ("fabric", 0, 1, 0),
    }
