"""The lesson's own cases and one plain question; seconds and units are hand sums."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from estimator.errors import UserError
from estimator.estimate.asked.question import Question
from estimator.estimate.asked.single import answer
from tests.estimate.worked import CASES

EIGHT = Question("all_reduce", "ring", 8, 256e6, 5e-6, 200e9)
SIXTEEN = replace(EIGHT, ranks=16, ranks_per_node=8, inter_alpha=10e-6, inter_bandwidth=50e9)
HIERARCHICAL = replace(SIXTEEN, algorithm="hierarchical_rs_ar_ag")
UNIT = 256e6 / 200e9


def test_eight_ranks_on_a_ring_take_two_times_seven_rounds() -> None:
    found = answer(EIGHT)
    assert found.conservative_s == pytest.approx(CASES["lesson_8_ring"]["seconds"], rel=1e-12)
    assert found.transfer_s == pytest.approx(1.75 * UNIT, rel=1e-12)
    assert (found.rounds, found.bound_s) == (14.0, None)


def test_reduce_scatter_and_all_gather_together_are_an_all_reduce() -> None:
    half = [answer(replace(EIGHT, collective=name)).conservative_s for name in ("reduce_scatter", "all_gather")]
    assert half == pytest.approx([CASES["lesson_8_ring"]["half_s"]] * 2, rel=1e-12)
    assert sum(half) == pytest.approx(answer(EIGHT).conservative_s, rel=1e-15)


def test_a_flat_ring_over_two_machines_pays_thirty_sevenths_of_the_transfer() -> None:
    flat = answer(replace(SIXTEEN, algorithm="ring"))
    assert flat.conservative_s == pytest.approx(CASES["lesson_16_flat_ring"]["seconds"], rel=1e-12)
    assert flat.transfer_s / answer(EIGHT).transfer_s == pytest.approx(30 / 7, rel=1e-12)


def test_eight_rails_take_two_and_a_quarter_units_in_sequence_and_one_and_three_quarters_overlapped() -> None:
    found, figures = answer(HIERARCHICAL), CASES["lesson_16_hierarchical"]
    assert found.transfer_s == pytest.approx(2.25 * UNIT, rel=1e-12)
    assert found.optimistic_s - found.startup_s == pytest.approx(1.75 * UNIT, rel=1e-12)
    assert (found.conservative_s, found.optimistic_s) == pytest.approx(
        (figures["sequence_s"], figures["overlapped_s"]), rel=1e-12
    )


@pytest.mark.parametrize("how", [{"inter_per": "node"}, {"cut_bandwidth": 50e9}])
def test_a_shared_nic_slows_the_phase_that_crosses_it(how: dict[str, Any]) -> None:
    found, figures = answer(replace(HIERARCHICAL, **how)), CASES["lesson_16_hierarchical_node_nic"]
    assert found.transfer_s == pytest.approx(5.75 * UNIT, rel=1e-12)
    assert (found.conservative_s, found.optimistic_s) == pytest.approx(
        (figures["sequence_s"], figures["overlapped_s"]), rel=1e-12
    )


def test_sixty_four_ranks_start_sixty_three_times_on_a_ring_and_six_times_by_doubling() -> None:
    small = Question("all_gather", "ring", 64, 8e3, 5e-6, 200e9)
    ring, doubling = answer(small), answer(replace(small, algorithm="recursive_doubling"))
    assert (ring.rounds, doubling.rounds) == (63.0, 6.0)
    figures = CASES["lesson_64_small"]
    assert ring.conservative_s == pytest.approx(figures["ring_s"], rel=1e-12)
    assert doubling.conservative_s == pytest.approx(figures["recursive_doubling_s"], rel=1e-12)


def test_a_node_cut_bounds_the_all_to_all() -> None:
    found = answer(
        Question("all_to_all", "hierarchical_rail", 64, 276824064.0, 1e-6, 1e12, 8, 1e-6, 1e12, cut_bandwidth=400e9)
    )
    assert found.bound_s == pytest.approx(4.84442112e-3, rel=1e-12)
    assert found.optimistic_s >= 4.84442112e-3


def test_launch_and_knee_come_on_top_of_both_ends() -> None:
    found = answer(replace(EIGHT, launch=3e-6, knee=1.0))
    knee = (70e-6 * 1.75 * UNIT) ** 0.5
    assert found.conservative_s == pytest.approx(2.31e-3 + 3e-6 + knee, rel=1e-12)
    assert found.optimistic_s == found.conservative_s


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (replace(EIGHT, collective="all_redcue"), "no collective"),
        (replace(EIGHT, algorithm="rign"), "did you mean ring"),
        (replace(EIGHT, algorithm="rabenseifer"), "did you mean rabenseifner"),
        (replace(EIGHT, collective="allreduce"), "did you mean all_reduce"),
        (replace(EIGHT, ranks_per_node=3), "--ranks-per-node"),
        (replace(SIXTEEN, inter_alpha=None), "--inter-alpha"),
        (replace(EIGHT, inter_alpha=1e-5), "--ranks-per-node"),
        (replace(SIXTEEN, inter_bandwidth=None), "--inter-bandwidth"),
        (Question("all_gather", "recursive_doubling", 12, 1e6, 1e-6, 1e9), "2^k"),
    ],
)
def test_a_question_that_cannot_be_answered_says_what_to_give(question: Question, words: str) -> None:
    with pytest.raises(UserError, match=words.replace("^", r"\^")):
        answer(question)
