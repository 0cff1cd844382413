"""Times of a machine by its wires against sums by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.judge.diagnosis.setups.wires import Wires

N = np.array([0.0, 8e9])
WIRES = Wires(4, (2e-6, 10e-6), (100e9, 20e9), 5e-6)


def test_a_ring_inside_a_node() -> None:
    # 5 us + 6 * 2 us, and 6/4 of 8 GB at 100 GB/s.
    assert WIRES.times("all_reduce/ring", 1, 4, N) == pytest.approx([17e-6, 17e-6 + 0.12])


def test_a_ring_over_two_nodes_waits_for_the_path_across() -> None:
    # 5 us + 7 * 10 us, and 7/8 of 8 GB at 20 GB/s.
    assert WIRES.times("all_gather/ring", 2, 4, N) == pytest.approx([75e-6, 75e-6 + 0.35])


def test_an_exchange_of_eight_ranks_on_two_nodes() -> None:
    # Each of seven rounds has a message across: 5 us + 7 * 10 us, and 7 * 1 GB at 20 GB/s.
    assert WIRES.times("all_to_all/pairwise", 2, 4, N) == pytest.approx([75e-6, 75e-6 + 0.35])


def test_the_border_of_a_node_counts_all_its_ranks() -> None:
    # 40 GB/s for four ranks that each have 20: of an exchange, the round to the node opposite takes twice as long.
    narrow = Wires(4, (2e-6, 10e-6), (100e9, 20e9), 0.0, node=40e9)
    # Rounds 1 .. 7 send 1, 2, 3, 4, 3, 2, 1 messages of 1 GB across: 50 ms a port, or 25 ms a message over the border.
    assert narrow.times("all_to_all/pairwise", 2, 4, N)[1] == pytest.approx(70e-6 + 4 * 0.05 + 2 * 0.075 + 0.1)


def test_a_pair_inside_an_island_does_not_feel_its_border() -> None:
    island = Wires(4, (2e-6, 10e-6), (100e9, 20e9), 0.0, island=(2, 25e9))
    assert island.times("p2p/direct", 1, 2, N)[1] == pytest.approx(2e-6 + 0.08)
    # A ring has one message over it: a quarter of the rate.
    assert island.times("all_gather/ring", 1, 4, N)[1] == pytest.approx(6e-6 + 0.24)


def test_two_of_four_nodes_behind_a_border() -> None:
    pods = Wires(1, (2e-6, 10e-6), (100e9, 20e9), 0.0, pod=(2, 5e9))
    assert pods.times("all_gather/ring", 2, 1, N)[1] == pytest.approx(10e-6 + 0.2)
    assert pods.times("all_gather/ring", 4, 1, N)[1] == pytest.approx(30e-6 + 3 * 2 / 5)
