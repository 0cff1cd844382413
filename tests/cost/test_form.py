"""The compiled form against sums done by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.attribution import because_of, in_force
from estimator.cost.compiling import compile_form
from estimator.cost.evaluate import BLOCK, at, contract, evaluate
from estimator.cost.form import Row, compile_rows
from estimator.cost.key import Family, Key
from estimator.cost.levels.overlap import overlapped
from estimator.cost.plan import Plan, Stage, scaled_on
from estimator.cost.rows import MessageGap


def rail(groups: float) -> Plan:
    """Seven rounds inside and seven between nodes, where ``groups`` share a cut round the node."""
    across = Stage("inter", rounds=7, volume=0.875, messages=7.0, posted=56.0)
    return (
        (Stage("intra", rounds=7, volume=0.875),),
        (across._replace(cuts=(("nic", 7.0 * groups),) if groups else ()),),
    )


RAIL = rail(0.0)
VALUES = {
    Key("alpha", "intra"): 2e-6,
    Key("alpha", "inter"): 10e-6,
    Key("beta", "intra"): 1 / 200e9,
    Key("beta", "inter"): 1 / 50e9,
    Key("cut", "nic"): 1 / 200e9,
    Key("gamma"): 1 / 1e12,
    Key("T0"): 3e-6,
    Key("knee"): 1e-9,
    Key("gap", "inter"): 20e-6,
}


def test_a_phase_that_leaves_the_node_takes_the_slower_of_path_and_cut() -> None:
    form = compile_form(rail(2.0))
    theta = form.theta(VALUES)
    # 7 * 2 us + 0.875 * 1 GB / 200 GB/s, then 7 * 10 us + max(0.875 GB / 50 GB/s, 7 GB * 2 / 200 GB/s)
    by_hand = 14e-6 + 4.375e-3 + 70e-6 + max(17.5e-3, 70e-3)
    assert at(form, theta, 1e9) == pytest.approx(by_hand, rel=1e-14)
    assert in_force(form, theta, 1e9).resources == (Key("beta", "intra"), Key("cut", "nic"))


def test_overlapped_stages_add_their_start_ups_and_share_one_resource() -> None:
    form = compile_form(overlapped([rail(1.0)]))
    # 84 us of start-ups, then the slowest of 4.375 ms inside, 17.5 ms across, 35 ms through the cut
    assert at(form, form.theta(VALUES), 1e9) == pytest.approx(84e-6 + 35e-3, rel=1e-14)


def test_groups_at_once_share_a_cut_under_overlap_too() -> None:
    form = compile_form(overlapped([rail(2.0)]))
    # twice the 35 ms of one group through the cut
    assert at(form, form.theta(VALUES), 1e9) == pytest.approx(84e-6 + 70e-3, rel=1e-14)


def test_a_cut_of_several_nodes_is_one_alternative_to_the_whole_call() -> None:
    form = compile_form(RAIL, whole={"nic": 100.0}, extra={Key("T0"): 1.0})
    assert at(form, form.theta(VALUES), 1e9) == pytest.approx(0.5 + 3e-6, rel=1e-14)
    assert at(form, form.theta(VALUES), 1.0) == pytest.approx(84e-6 + 0.875 / 200e9 + 0.875 / 50e9 + 3e-6, rel=1e-14)


def test_a_message_rate_limits_the_level_it_is_given_for() -> None:
    form = compile_form(RAIL, gaps={"inter": MessageGap()})
    assert at(form, form.theta(VALUES), 1.0) == pytest.approx(14e-6 + 0.875 / 200e9 + 70e-6 + 140e-6, rel=1e-12)


def test_the_knee_grows_with_the_root_of_the_size() -> None:
    form = compile_form(RAIL, extra={Key("knee"): 1.0})
    plain = compile_form(RAIL)
    theta, bare = form.theta(VALUES), plain.theta(VALUES)
    assert at(form, theta, 4e6) - at(plain, bare, 4e6) == pytest.approx(1e-9 * 2e3, rel=1e-9)


def test_an_array_of_sizes_gives_what_single_sizes_give() -> None:
    form = compile_form(rail(2.0), whole={"nic": 3.0}, extra={Key("T0"): 1.0, Key("knee"): 1.0})
    theta = form.theta(VALUES)
    sizes = np.geomspace(1.0, 1e10, 3 * (BLOCK + 17)).reshape(3, -1)
    found = evaluate(contract(form, theta), sizes)
    assert found.shape == sizes.shape
    for place in ((0, 0), (1, 500), (2, -1)):
        assert found[place] == pytest.approx(at(form, theta, float(sizes[place])), rel=1e-13)
    room = np.empty_like(sizes)
    assert np.shares_memory(evaluate(contract(form, theta), sizes, room), room)
    assert (room == found).all()


def test_rows_that_never_count_are_dropped_before_the_sizes_are_touched() -> None:
    form = compile_form(rail(0.01))
    # One row is left of each phase, and phases of one row are one.
    assert [len(phase) for phase in contract(form, form.theta(VALUES)).phases] == [1]


def test_a_plan_without_stages_takes_no_time() -> None:
    form = compile_form(())
    assert at(form, form.theta({}), 1e6) == 0.0
    assert evaluate(contract(form, form.theta({})), np.array([1.0, 2.0])).tolist() == [0.0, 0.0]


def test_a_message_rate_of_a_node_is_shared_by_the_ranks_that_send_at_once() -> None:
    form = compile_form(RAIL, gaps={"inter": MessageGap(of_unit=True)})
    # eight ranks send seven messages each: 56 * 20 us
    assert at(form, form.theta(VALUES), 0.0) == pytest.approx(14e-6 + 70e-6 + 1120e-6, rel=1e-12)


def test_start_ups_that_nothing_runs_beside_are_part_of_the_first_phase() -> None:
    form = compile_form(overlapped([rail(1.0)]))
    assert (form.start, len(form.rows)) == ((0,), 3)
    barrier = compile_form(((Stage("inter", 3),), (Stage("intra", 2),)))
    assert barrier.start == (0,)
    assert at(barrier, barrier.theta(VALUES), 0.0) == pytest.approx(34e-6)


def test_a_factor_on_a_family_of_parameters_stands_in_all_its_columns() -> None:
    form = compile_form(rail(2.0), whole={"nic": 3.0}, extra={Key("T0"): 1.0})
    doubled = form.times({"cut": 2.0, "T0": 0.5, "beta": 1.0})
    # twice the 14 n of the phase and the 3 n of the whole call through the cut, half of T0
    assert doubled.rows[:, form.keys.index(Key("cut", "nic"))].max() == 28.0
    assert doubled.whole[:, form.keys.index(Key("cut", "nic"))].tolist() == [6.0]
    assert doubled.extra[form.keys.index(Key("T0"))] == 0.5
    assert form.times({"beta": 1.0}) is form


def test_phases_of_one_kind_are_looked_at_at_once_and_named_each_by_its_own_limit() -> None:
    across = Stage("inter", rounds=1, volume=1.0, cuts=(("nic", 4.0),))
    plan = ((across,), (Stage("intra", 1, 1.0), Stage("inter", 0, 0.125)), (across._replace(cuts=(("nic", 1.0),)),))
    form = compile_form(plan)
    # 1 GB: 10 us + max(20, 4 * 5 ms), then the slower of 2 us + 5 ms and 2.5 ms, then 10 us + max(20, 5 ms)
    found = in_force(form, form.theta(VALUES), 1e9)
    assert found.resources == (Key("cut", "nic"), Key("beta", "intra"), Key("beta", "inter"))
    assert at(form, form.theta(VALUES), 1e9) == pytest.approx(10e-6 + 20e-3 + 2e-6 + 5e-3 + 10e-6 + 20e-3, rel=1e-14)
    made = found.coefficients * form.theta(VALUES) * 1e9**form.power
    assert made.sum() == pytest.approx(at(form, form.theta(VALUES), 1e9))


def test_fewer_copies_scale_only_the_levels_they_are_sent_over() -> None:
    inside, across = (phase[0] for phase in scaled_on(rail(1.0), frozenset({"inter"}), 0.5))
    assert (inside.volume, across.volume, across.cuts) == (0.875, 0.4375, (("nic", 3.5),))


def test_the_parts_of_a_time_sum_to_it() -> None:
    form = compile_form(rail(1.0), extra={Key("T0"): 1.0, Key("knee"): 1.0})
    theta = form.theta(VALUES)
    made = in_force(form, theta, 1e7).coefficients * theta * 1e7**form.power
    assert made.sum() == pytest.approx(at(form, theta, 1e7), rel=1e-14)


def test_on_a_tie_the_cut_is_named() -> None:
    form = compile_form(((Stage("inter", 1, 1.0, cuts=(("nic", 8.0),)),),))
    theta = form.theta({Key("alpha", "inter"): 0.0, Key("beta", "inter"): 1 / 50e9, Key("cut", "nic"): 1 / 400e9})
    assert in_force(form, theta, 1e6).resources == (Key("cut", "nic"),)


def test_a_change_is_shared_out_exactly_where_rows_cross() -> None:
    form = compile_form(((Stage("inter", 0, 1.0, cuts=(("nic", 1.0),)),),))
    old = form.theta({Key("beta", "inter"): 1.0, Key("cut", "nic"): 3.0})
    new = form.theta({Key("beta", "inter"): 5.0, Key("cut", "nic"): 3.0})
    moved = because_of(form, old, new, 2.0)
    # max(1 + 4t, 3) turns at t = 1/2; only the second half of the way moves the time: 4 * 1/2 * n = 4
    assert moved[Key("beta", "inter")] == pytest.approx(4.0, rel=1e-14)
    assert moved[Key("cut", "nic")] == 0.0


def test_a_change_through_a_whole_call_row_sums_to_the_difference() -> None:
    form = compile_form(rail(1.0), whole={"uplink": 9.0}, extra={Key("T0"): 1.0})
    old = form.theta(VALUES | {Key("cut", "uplink"): 1 / 900e9})
    new = form.theta({key: 1.7 * value for key, value in VALUES.items()} | {Key("cut", "uplink"): 1 / 90e9})
    moved = because_of(form, old, new, 1e9)
    assert sum(moved.values()) == pytest.approx(at(form, new, 1e9) - at(form, old, 1e9), rel=1e-12)


PORT_OR_CUT: tuple[Family, ...] = ("beta", "cut")
RESOURCES = [Key(family, name) for name in "abcd" for family in PORT_OR_CUT]


@given(
    st.lists(st.lists(st.sampled_from(RESOURCES), min_size=1, max_size=4), min_size=1, max_size=6),
    st.lists(st.sampled_from([1.0, 1.0 + 1e-10, 2.0, 3.0]), min_size=8, max_size=8),
)
def test_phases_one_by_one_are_those_taken_all_at_once(phases: list[list[Key]], values: list[float]) -> None:
    form = compile_rows([[Row({key: 1.0}, key) for key in phase] for phase in phases])
    theta = form.theta(dict(zip(RESOURCES, values, strict=True)))
    one, other = (in_force(each, theta, 1.0) for each in (form, replace(form, few=())))
    assert form.few
    assert one.resources == other.resources
    assert (one.coefficients == other.coefficients).all()
    assert (one.named == other.named).all()
