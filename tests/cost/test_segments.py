"""The best number of segments against trying every number."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.cost.entries.catalogue import find
from estimator.cost.options import Options
from estimator.cost.segments import best_segments, most_segments
from tests.cost.entries.samples import on_nodes


def _chain(ranks: int, alpha: float, transfer: float) -> list[float]:
    """Seconds of 1 ... 4000 segments, written out: (p - 2 + k)(alpha + transfer / k)."""
    return [(ranks - 2 + k) * (alpha + transfer / k) for k in range(1, 4001)]


def test_four_ranks_and_64_mib_are_best_cut_into_23() -> None:
    every = _chain(4, 5e-6, 2**26 * 2e-11)
    assert best_segments(lambda k: every[k - 1], 4000) == 23
    assert min(every) == every[22]


@given(
    ranks=st.integers(2, 64),
    alpha=st.floats(1e-7, 1e-3),
    transfer=st.floats(0, 1e-2),
    knee=st.floats(0, 2),
    cut=st.floats(0, 1e-2),
    most=st.integers(1, 4000),
    guess=st.floats(0, 1),
)
def test_no_number_of_segments_is_better_than_the_best_wherever_the_search_begins(
    ranks: int, alpha: float, transfer: float, knee: float, cut: float, most: int, guess: float
) -> None:
    """With a cut beside the path and a knee on top, as an estimate has them."""

    def time(k: int) -> float:
        rounds = ranks - 2 + k
        bent = knee * sqrt(rounds * alpha * rounds * transfer / k)
        return rounds * alpha + max(rounds * transfer / k, cut) + bent

    best = best_segments(time, most, near=1 + int(guess * (most - 1)))
    assert 1 <= best <= most
    assert time(best) <= min(time(k) for k in range(1, most + 1)) * (1 + 1e-12)


def test_two_ranks_send_the_message_whole() -> None:
    assert best_segments(lambda k: k * (1e-6 + 1e-3 / k), 10**6) == 1


def test_of_numbers_of_segments_that_are_equally_good_the_smallest_is_the_best() -> None:
    assert best_segments(lambda k: 1.0, 64) == 1
    assert [best_segments(lambda k: max(5.0 - k, 2.0), 64, near) for near in (1, 2, 3, 4, 9, 64)] == [3] * 6


def test_a_search_that_begins_at_the_best_asks_for_its_neighbours_only() -> None:
    asked: list[int] = []

    def time(k: int) -> float:
        asked.append(k)
        return k + 1e12 / k

    assert best_segments(time, 10**12, near=10**6) == 10**6
    assert set(asked) == {10**6 - 1, 10**6, 10**6 + 1}


def test_without_a_start_up_every_byte_is_a_segment() -> None:
    assert best_segments(lambda k: (6 + k) * (1e-3 / k), most_segments(1000.0)) == 1000
    assert (most_segments(0.0), most_segments(2.5)) == (1, 3)


def test_a_plan_for_each_number_of_segments_comes_with_the_word_optimal() -> None:
    chain, ring = find("broadcast", "chain_pipelined"), find("all_reduce", "ring")
    assert chain is not None
    assert ring is not None
    group, best = on_nodes(6, 2), Options(segments="optimal")
    schedule = chain.scheduled(group, best)
    assert schedule is not None
    assert schedule(7) == chain.on(group, Options(segments=7))
    assert chain.scheduled(group, Options(segments=7)) is None
    assert ring.scheduled(group, best) is None
    # Three hops inside nodes and two between, then six segments more at the pace of the slower: 1/7 n each.
    alpha, beta = {"node": 1e-6, "fabric": 2e-6}, {"node": 1e-11, "fabric": 4e-11}
    times = [max(s.rounds * alpha[s.starts] + s.volume * 1e6 * beta[s.level] for s in p) for p in schedule(7)]
    inside, across = 1e-6 + 1e6 / 7 * 1e-11, 2e-6 + 1e6 / 7 * 4e-11
    assert sum(times) == pytest.approx(3 * inside + 2 * across + 6 * across, rel=1e-12)
