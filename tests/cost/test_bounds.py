"""The least time that any algorithm needs, against the oracle's floors and by hand."""

from __future__ import annotations

import pytest

from estimator.cost.bounds.bound import bound_of
from estimator.cost.bounds.load import cut_load
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.rates import Rates
from tests.cost.level_vectors import VECTORS, Vector, group_of, rates_by_level

FLOORS = [vector for vector in VECTORS if "floor_seconds" in vector]


def _bound(vector: Vector) -> float:
    group = group_of(vector)
    per_byte = bound_of(group, vector["collective"], rates_by_level(vector, group)).per_byte
    return float(per_byte * vector["n_bytes"])


@pytest.mark.parametrize("vector", FLOORS, ids=lambda v: v["id"])
def test_the_bound_is_the_floor_of_the_oracle_and_no_plan_is_faster(vector: Vector) -> None:
    bound = _bound(vector)
    assert bound <= vector["expected_seconds"] * (1 + 1e-9)
    if vector["collective"] == "all_reduce":  # all units together send 2(m-1) n, which the oracle does not count
        assert bound >= vector["floor_seconds"] * (1 - 1e-9)
    else:
        assert bound == pytest.approx(vector["floor_seconds"], rel=1e-9)


def test_there_are_as_many_floors_as_the_oracle_has() -> None:
    assert len(FLOORS) == 295


def _gigabytes(**rates: float) -> Rates:
    return Rates(**{kind: 1e-9 / rate for kind, rate in rates.items()})


def test_a_rank_on_a_switch_is_bound_by_its_port_and_a_node_by_its_border() -> None:
    levels = (Level("node", units=8), Level("fabric", units=4, unit=True))
    rates = {"node": _gigabytes(port=400), "fabric": _gigabytes(port=50, unit=200)}
    bound = bound_of(Group.on(levels, (8, 4)), "all_reduce", rates)
    # 2 * 3/4 n over 200 GB/s; a rank has 450 GB/s for 2 * 31/32 n.
    assert (bound.level, bound.arc) == ("fabric", 0)
    assert bound.per_byte == pytest.approx(1.5 / 200e9)
    helped = bound_of(Group.on(levels, (8, 4)), "all_reduce", rates, in_network=True)
    assert helped.per_byte == pytest.approx(1 / 200e9)


def test_groups_at_once_have_their_share_of_a_border() -> None:
    levels = (Level("node", units=8), Level("fabric", units=4, unit=True))
    rates = {"node": _gigabytes(port=400), "fabric": _gigabytes(unit=200)}
    group = Group.on(levels, (2, 4), at_once={"node": 4})
    assert bound_of(group, "all_gather", rates).per_byte == pytest.approx(0.75 / 50e9)


def test_half_of_a_torus_is_cut_by_the_links_of_its_longest_axis() -> None:
    levels = (Level("x", "ring"), Level("y", "ring"))
    rates = {"x": _gigabytes(port=90, link=45), "y": _gigabytes(port=90, link=45)}
    bound = bound_of(Group.on(levels, (4, 8)), "all_to_all", rates)
    # 16 ranks on each side exchange 16 * 16 / 32 n over four rings with two links each.
    assert (bound.level, bound.arc) == ("y", 4)
    assert bound.per_byte == pytest.approx(8 / (4 * 2 * 45e9))


def test_nothing_bounds_a_group_whose_levels_have_no_rate() -> None:
    assert bound_of(Group.on((Level("node"),), (8,)), "all_gather", {"node": Rates()}).per_byte == 0.0


BOXES = (Level("box", units=8), Level("cluster", units=64))


@pytest.mark.parametrize(
    ("collective", "shape", "unit", "load"),
    [
        ("all_to_all", (8, 8), 8, 7.0),
        ("all_to_all", (8,), 4, 2.0),
        ("all_gather", (8, 4), 16, 0.5),
        ("all_reduce", (8, 4), 16, 1.0),
        ("all_to_all", (8, 8), 64, 0.0),
    ],
)
def test_a_cut_may_run_round_a_part_of_a_unit_or_several(
    collective: str, shape: tuple[int, ...], unit: int, load: float
) -> None:
    assert cut_load(collective, Group.on(BOXES, shape), unit) == pytest.approx(load)


def test_siblings_count_at_the_border_of_their_unit() -> None:
    # Eight groups of one rank a box, over four boxes: each moves 3/4 n through the border of a box, 1/2 n of two.
    group = Group.on(BOXES, (1, 4), at_once={"box": 8})
    assert cut_load("all_gather", group, 8) == pytest.approx(8 * 0.75)
    assert cut_load("all_gather", group, 16) == pytest.approx(8 * 0.5)
    # Every second box: in two boxes lies one of a group, and another group beside it.
    apart = Group.on(BOXES, (1, 4), stride={"cluster": 2}, at_once={"box": 8})
    assert cut_load("all_gather", apart, 16) == pytest.approx(16 * 0.75)


def test_unequal_parts_take_the_worse_cut() -> None:
    uneven = Group.tree(BOXES, (6, 2))
    assert cut_load("all_to_all", uneven, 8) == pytest.approx(6 * 2 / 8)
    assert cut_load("all_gather", uneven, 4) == pytest.approx(6 / 8)
