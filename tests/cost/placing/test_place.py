"""Rounds on levels, each worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Border, Level
from estimator.cost.placing.place import place
from estimator.cost.placing.places import places_of
from estimator.cost.placing.rounds import Messages, Rotation
from estimator.cost.plan import Plan, Stage
from estimator.cost.rates import Stated, level_with, rates_of


def _one(group: Group, sender: int, receiver: int) -> tuple[Stage, ...]:
    (phase,) = place(group, [Messages(np.array([sender]), np.array([receiver]), 1.0)])
    return phase


def _by_level(phase: tuple[Stage, ...]) -> dict[str, Stage]:
    found = {stage.level: stage for stage in phase}
    assert len(found) == len(phase)
    return found


def test_one_peer_of_a_mesh_of_eight_takes_one_link_of_seven() -> None:
    stated = Stated(bandwidth=392e9)
    level = level_with("box", [stated], wiring="mesh", units=8)
    (stage,) = _one(Group.on((level,), (8,)), 0, 1)
    rates = rates_of(stated, level, 1)
    assert (stage.volume, stage.link) == (1, 1)
    # 56 GB/s, not 392: 1 GB takes 17.857 ms
    assert max(stage.volume * rates.port, stage.link * rates.link) * 1e9 == pytest.approx(1e9 / 56e9)
    assert rates.port == 1 / 392e9


def test_a_round_costs_only_the_levels_that_its_messages_cross() -> None:
    group = Group.on((Level("node"), Level("rail", unit=True)), (4, 2))
    (near,) = place(group, [Messages(np.arange(8), np.arange(8) ^ 1, 1.0)])
    (far,) = place(group, [Messages(np.arange(8), np.arange(8) ^ 4, 1.0)])
    assert [stage.level for stage in near] == ["node"]
    (across,) = far
    assert (across.level, across.volume, across.egress, across.on_rail) == ("rail", 1, 4, True)


def test_on_rails_a_message_to_another_index_goes_inside_its_unit_first() -> None:
    group = Group.on((Level("node"), Level("rail", "rails")), (4, 2))
    found = _by_level(_one(group, 0, 5))
    assert (found["rail"].volume, found["rail"].starts, found["rail"].on_rail) == (1, "rail", False)
    assert (found["node"].volume, found["node"].starts) == (1, "rail")
    straight = _by_level(_one(group, 0, 4))
    assert list(straight) == ["rail"]
    assert straight["rail"].on_rail


def test_all_that_a_rank_hands_on_to_its_rail_takes_its_port() -> None:
    group = Group.on((Level("node"), Level("rail", "rails")), (4, 2))
    # Ranks 0 and 2 of the first node send to rank 5: both by rank 1's port on the rail.
    (phase,) = place(group, [Messages(np.array([0, 2]), np.array([5, 5]), 1.0)])
    found = _by_level(phase)
    assert (found["rail"].volume, found["node"].volume) == (2, 2)


def test_a_message_half_way_round_a_closed_ring_goes_both_ways() -> None:
    ring = (Level("x", "ring"),)
    (stage,) = _one(Group.on(ring, (4,)), 0, 2)
    assert (stage.link, stage.volume) == (0.5, 0)
    (stage,) = _one(Group.on((Level("x", "ring", of=8),), (4,)), 0, 2)
    assert stage.link == 1


def test_the_way_back_of_a_line_passes_every_link_and_starts_up_at_each() -> None:
    group = Group.on((Level("x", "ring", of=16, hop=True),), (5,))
    ((back,),) = place(group, [Messages(np.array([4]), np.array([0]), 1.0)])
    assert dict(back.hops) == {"x": 3}
    ((round_,),) = place(group, [Rotation(1, 1 / 5)])
    # Every link carries one block forward and the way back of the last rank's: one a direction.
    assert (round_.link, dict(round_.hops)) == (1 / 5, {"x": 3})


def test_a_message_starts_up_at_its_outermost_level_and_at_every_further_link_of_its_way() -> None:
    axes = (Level("x", "ring", hop=True), Level("y", "ring", hop=True))
    phase = _one(Group.on(axes, (5, 4)), 0, 12)
    # Two links of x, and of y, its outermost level, two of which the first is in alpha.
    assert {stage.hops for stage in phase} == {(("x", 2), ("y", 1))}
    assert {stage.starts for stage in phase} == {"y"}


def test_messages_that_start_up_less_are_left_out_where_they_carry_no_more() -> None:
    group = Group.on((Level("x", "ring", hop=True),), (8,))
    (phase,) = place(group, [Messages(np.array([0, 4]), np.array([1, 7]), 1.0)])
    assert [stage.hops for stage in phase] == [(("x", 2),)]


def test_what_passes_through_a_level_takes_its_ports_and_borders() -> None:
    levels = (Level("pcie"), Level("upi", through="pcie", unit=True, port=False), Level("nic", through="pcie"))
    found = _by_level(_one(Group.on(levels, (4, 2, 2)), 0, 8))
    assert (found["pcie"].volume, found["pcie"].starts) == (1, "nic")
    assert "upi" not in found
    across = _by_level(_one(Group.on(levels, (4, 2, 2)), 0, 4))
    assert (across["upi"].volume, across["upi"].egress, across["pcie"].volume) == (0, 1, 1)


def _exchanged(group: Group) -> Plan:
    """The two ranks of a group exchange a message."""
    return place(group, [Messages(np.array([0, 1]), np.array([1, 0]), 1.0)])


def test_two_siblings_on_one_nic_halve_it_and_one_alone_has_it_all() -> None:
    levels = (Level("node", units=4), Level("fabric", units=2, port=False, nics=((0, 1), (2,), (3,))))
    beside = [((index,), (0, 1)) for index in (1, 2, 3)]
    # Where only their number is known they lie beside it, index by index.
    for group in (Group.on(levels, (1, 2), beside=beside), Group.on(levels, (1, 2), at_once={"node": 4})):
        shared, alone = places_of(group, _exchanged)
        assert [place.plan[0][0].nic for place in (shared, alone)] == [2, 1]
        assert [[at[0] for at in place.at] for place in (shared, alone)] == [[(0,), (1,)], [(2,), (3,)]]
    assert len(places_of(Group.on(levels, (1, 2)), _exchanged)) == 1


def test_the_planes_of_a_cut_are_dealt_to_ranks_by_their_index() -> None:
    levels = (Level("node", units=4), Level("fabric", cuts=(Border("nics"), Border("planes", 4))))
    loads = [dict(_exchanged(Group.on(levels, (1, 2), at_once={"node": n}))[0][0].cuts) for n in (1, 4)]
    assert loads == [{"nics": 1, "planes": 1}, {"nics": 4, "planes": 1}]


def test_a_cut_counts_what_leaves_its_units_on_any_level() -> None:
    levels = (Level("node"), Level("leaf", cuts=(Border("nics"),)), Level("fabric"))
    group = Group.on(levels, (2, 2, 2))
    # Every rank sends to the same index of the other leaf: two messages leave each node, on the level fabric.
    (phase,) = place(group, [Messages(np.arange(8), np.arange(8) ^ 4, 1.0)])
    assert {(stage.level, stage.starts): dict(stage.cuts) for stage in phase} == {
        ("leaf", "fabric"): {"nics": 2},
        ("fabric", "fabric"): {},
    }


def test_four_groups_at_once_put_four_times_as_much_on_the_border_and_no_more_on_a_port() -> None:
    levels = (Level("node", units=8), Level("fabric", unit=True))
    (phase,) = place(Group.on(levels, (2, 4), at_once={"node": 4}), [Rotation(1, 1.0)])
    found = _by_level(phase)
    assert (found["fabric"].egress, found["fabric"].volume) == (4, 1)


def test_equal_rounds_are_one_phase() -> None:
    group = Group.on((Level("node"), Level("rail")), (4, 4))
    plan = place(group, [Rotation(distance, 1 / 16, 1 / 16) for distance in range(1, 16)])
    # Distances 1, 2, 3 and 13, 14, 15 keep some messages inside; those of 4, 8, 12 stay on their rail.
    assert sum(phase[-1].rounds for phase in plan) == 15
    assert sorted((len(phase), phase[0].rounds) for phase in plan) == [(1, 3), (1, 6), (2, 6)]


def test_a_rank_reduces_what_all_channels_bring_it() -> None:
    group = Group.on((Level("node"),), (3,))
    ((stage,),) = place(group, [Messages(np.array([0, 1]), np.array([2, 2]), 1.0, 0.5)])
    assert (stage.reduced, stage.messages) == (1.0, 1)
