"""Models of trees and of networks that reduce, against their papers and by hand."""

from __future__ import annotations

import pytest

from estimator.cost.levels.modelled import (
    double_binary_tree_all_reduce,
    hierarchical_in_network_all_reduce,
    in_network_all_gather,
    in_network_all_reduce,
    in_network_reduce_scatter,
)
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import Phase, Stage
from tests.cost.entries.samples import on_nodes


def _by_level(phase: Phase) -> dict[str, Stage]:
    return {stage.level: stage for stage in phase}


def test_two_trees_on_one_switch_start_up_2_log_p_times_and_pass_on_2_n() -> None:
    ((stage,),) = double_binary_tree_all_reduce(on_nodes(8), efficiency=1.0)
    assert (stage.rounds, stage.volume, stage.reduced) == (6, 2, 1)
    ((stage,),) = double_binary_tree_all_reduce(on_nodes(8), efficiency=0.5)
    assert stage.volume == 4


def test_channels_of_two_trees_spread_over_the_ports_of_a_node_and_not_over_its_chain() -> None:
    # Two nodes of eight, eight channels: n/8 up and n/8 down each port across; 2 (8 - 1) start-ups of the chain.
    (phase,) = double_binary_tree_all_reduce(on_nodes(16, 8), channels=8, efficiency=1.0)
    found = _by_level(phase)
    assert (found["fabric"].rounds, found["fabric"].volume, found["fabric"].egress) == (2, 2 / 8, 2)
    assert (found["node"].rounds, found["node"].volume) == (14, 2)
    # Five channels over eight ranks: one a port; nine: two on some.
    for channels, most in ((5, 2 / 5), (9, 2 * 2 / 9)):
        (phase,) = double_binary_tree_all_reduce(on_nodes(16, 8), channels, 1.0)
        assert _by_level(phase)["fabric"].volume == pytest.approx(most)


def test_switches_that_reduce_take_the_tensor_once() -> None:
    ((stage,),) = in_network_all_reduce(on_nodes(8), efficiency=0.5)
    assert (stage.rounds, stage.volume, stage.reduced) == (2, 2, 0)
    (phase,) = in_network_all_reduce(on_nodes(32, 8), efficiency=1.0)
    found = _by_level(phase)
    assert (found["node"].volume, found["fabric"].volume) == (1, 1)
    assert found["fabric"].egress == 8


@pytest.mark.parametrize("build", [in_network_all_gather, in_network_reduce_scatter])
def test_switches_that_copy_or_scatter_start_up_once_and_leave_the_own_part_out(build) -> None:  # type: ignore[no-untyped-def]
    ((stage,),) = build(on_nodes(8), efficiency=1.0)
    assert (stage.rounds, stage.volume) == (1, 7 / 8)
    assert build(on_nodes(1)) == ()


def test_a_network_between_nodes_reduces_what_they_have_reduced_inside() -> None:
    rising, across, falling = hierarchical_in_network_all_reduce(on_nodes(16, 8), efficiency=0.5)
    assert [stage.volume for (stage,) in (rising, across, falling)] == [7 / 8, 1 / 8 / 0.5, 7 / 8]
    assert [stage.rounds for (stage,) in (rising, across, falling)] == [7, 2, 7]
    assert across[0].egress == 1
    assert rising[0].reduced == 7 / 8


def test_levels_that_work_at_once_share_what_both_pass() -> None:
    levels = (Level("pcie"), Level("nic", through="pcie"))
    (phase,) = in_network_all_reduce(Group.on(levels, (4, 2)), efficiency=1.0)
    assert {(stage.level, stage.starts): stage.volume for stage in phase} == {
        ("pcie", "pcie"): 2,
        ("pcie", "nic"): 2,
        ("nic", "nic"): 1,
    }
