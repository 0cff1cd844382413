"""Barriers against a simulation of who knows of whom."""

from __future__ import annotations

import numpy as np
import pytest

from estimator.cost.barrier import dissemination_barrier, tree_barrier
from estimator.cost.cuts import cut_load, must_move, placed_load
from estimator.cost.plan import Stage
from estimator.cost.shape import Shape


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
    ((stage,),) = dissemination_barrier(Shape(ranks))
    assert stage.rounds == _rounds_until_all_know(ranks)
    ((up_and_down,),) = tree_barrier(Shape(ranks))
    assert up_and_down.rounds == 2 * stage.rounds
    for one in (stage, up_and_down):
        assert (one.volume, one.reduced, one.egress) == (0.0, 0.0, 0.0)


def test_a_barrier_over_nodes_pays_the_start_ups_between_them() -> None:
    assert dissemination_barrier(Shape(16, 8)) == ((Stage("inter", 4, 0.0, messages=4, senders=8),),)
    assert dissemination_barrier(Shape(2, 1)) == ((Stage("inter", 1, 0.0, messages=1, on_rail=True),),)


def test_no_byte_of_a_barrier_must_cross_a_boundary() -> None:
    assert must_move("barrier", Shape(64, 8)) == 0.0
    assert cut_load("barrier", Shape(24, 4), 4, 2, 3) == 0.0
    assert cut_load("barrier", Shape.on((6, 2))) == 0.0
    assert placed_load("barrier", np.array([[0, 0, 1], [1, 0, 0]])) == 0.0
