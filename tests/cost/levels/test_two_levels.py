"""Forms for two levels, as they are worked by hand."""

from __future__ import annotations

import pytest

from estimator.cost.levels.two_levels import (
    flat_broadcast,
    flat_gather,
    leader_all_to_all,
    needs_two_levels,
    pairwise_lesson_all_to_all,
    pipeline_mesh_all_gather,
    pipeline_mesh_all_reduce,
    refuses_more_levels,
    refuses_rings,
)
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from tests.cost.entries.samples import LEVELS, on_nodes

MESH = (Level("node", "mesh", units=8), Level("fabric", unit=True))


def test_a_leader_gathers_exchanges_and_scatters_for_its_node() -> None:
    plan = leader_all_to_all(on_nodes(16, 8))
    assert [(s.level, s.rounds, s.volume) for (s,) in plan] == [
        ("node", 7, 3.5),
        ("node", 7, 7 / 16),
        ("fabric", 1, 4),
        ("node", 7, 3.5),
    ]
    assert plan[2][0].egress == 4
    # On one level it is the exchange itself.
    assert [(s.rounds, s.volume) for (s,) in leader_all_to_all(on_nodes(8)) if s.volume] == [(7, 7 / 8)]


def test_a_ring_across_hides_the_meshes_inside_but_for_one_round() -> None:
    both, last = pipeline_mesh_all_gather(Group.on(MESH, (8, 2)))
    assert [(s.level, s.rounds, s.volume, s.link) for s in (*both, *last)] == [
        ("fabric", 1, 1 / 16, 0),
        ("node", 1, 7 / 16, 1 / 16),
        ("node", 1, 7 / 16, 1 / 16),
    ]
    assert sum(max(s.rounds for s in phase) for phase in pipeline_mesh_all_reduce(Group.on(MESH, (8, 2)))) == 4


def test_what_runs_at_once_shares_the_port_that_both_pass() -> None:
    behind = (MESH[0], Level("fabric", through="node"))
    both, _ = pipeline_mesh_all_gather(Group.on(behind, (8, 2)))
    assert {(s.level, s.starts): s.volume for s in both}[("node", "fabric")] == pytest.approx(1 / 16 + 7 / 16)


def test_a_root_deals_with_the_others_in_turn_at_the_pace_of_the_slowest_level() -> None:
    (phase,) = flat_broadcast(on_nodes(16, 8))
    assert [(s.level, s.rounds, s.volume) for s in phase] == [("node", 15, 15), ("fabric", 15, 15)]
    assert phase[1].egress == 8
    ((stage,),) = flat_gather(on_nodes(8))
    assert (stage.rounds, stage.volume, stage.messages) == (7, 7 / 8, 1)


def test_the_lesson_counts_the_own_block() -> None:
    plan = pairwise_lesson_all_to_all(on_nodes(8))
    assert sum(stage.volume for (stage,) in plan) == pytest.approx(1)


def test_more_levels_and_rings_are_refused_by_name() -> None:
    three = Group.on(LEVELS, (2, 2, 2))
    assert refuses_more_levels(three) == "it is written for two levels, and the group uses die, node, fabric"
    assert refuses_more_levels(Group.on(LEVELS, (2, 1, 2))) is None
    assert needs_two_levels(Group.on(LEVELS, (2, 1, 2))) is None
    assert "one rank" in str(needs_two_levels(on_nodes(1)))
    assert "written for switches and meshes" in str(refuses_rings(Group.on((Level("x", "ring"),), (4,))))
