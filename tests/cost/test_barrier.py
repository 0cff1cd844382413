"""Barriers against a simulation of who knows of whom."""

from __future__ import annotations

import numpy as np
import pytest

from estimator.cost.cuts import cut_load, placed_load
from estimator.cost.plan import stages
from estimator.cost.schedules.barrier import dissemination_barrier, tree_barrier
from estimator.cost.shape import Shape
from tests.cost.entries.samples import on_nodes


def _rounds_until_all_know(ranks: int) -> int:
    """Rounds of a dissemination barrier until every rank has heard of every other, counted message by message."""
    heard = [{rank} for rank in range(ranks)]
    rounds = 0
    while any(len(known) < ranks for known in heard):
        heard = [heard[rank] | heard[(rank - (1 << rounds)) % ranks] for rank in range(ranks)]
        rounds += 1
    return rounds


@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 33, 100])
def test_a_barrier_takes_the_start_ups_of_its_rounds_and_nothing_else(ranks: int) -> None:
    plan, up_and_down = dissemination_barrier(on_nodes(ranks)), tree_barrier(on_nodes(ranks))
    rounds = sum(stage.rounds for stage in stages(plan))
    assert rounds == _rounds_until_all_know(ranks)
    assert sum(stage.rounds for stage in stages(up_and_down)) == 2 * rounds
    for stage in (*stages(plan), *stages(up_and_down)):
        assert (stage.volume, stage.reduced, stage.egress) == (0.0, 0.0, 0.0)


def test_a_barrier_over_nodes_pays_the_start_ups_of_the_levels_its_rounds_cross() -> None:
    # Signals to 1, 2, 4, 8 ahead all cross; a tree of 8 inside each node first, then one signal between them.
    found = {stage.starts for stage in stages(dissemination_barrier(on_nodes(16, 8)))}
    assert found == {"node", "fabric"}
    starts = [[(stage.starts, stage.rounds) for stage in phase] for phase in tree_barrier(on_nodes(16, 8))]
    assert starts == [[("node", 3)], [("fabric", 1)], [("fabric", 1)], [("node", 3)]]


def test_no_byte_of_a_barrier_must_cross_a_boundary() -> None:
    assert cut_load("barrier", Shape(64, 8)) == 0.0
    assert cut_load("barrier", Shape(24, 4), 4, 2, 3) == 0.0
    assert cut_load("barrier", Shape.on((6, 2))) == 0.0
    assert placed_load("barrier", np.array([[0, 0, 1], [1, 0, 0]])) == 0.0
