"""One rank whose times stand apart: by the times of every rank, or by the mean between the fastest and the slowest."""

from __future__ import annotations

import pytest

from estimator.judge.diagnosis.causes.odd import odd_one
from estimator.tools.records import Record, Table

TABLE = Table("log", 1, 1, "osu", collective="all_reduce", ranks=8)


def by_rank(*times: float) -> Record:
    return Record(TABLE, 1, 1, 8, 8, max(times), times=tuple((time, time * 1.02) for time in times))


def by_mean(low: float, mean: float, high: float) -> Record:
    return Record(TABLE, 1, 1, 8, 8, mean, low=low, high=high)


def test_a_rank_three_times_as_slow_as_the_others_is_named() -> None:
    rank, apart = odd_one(by_rank(1.0, 1.1, 3.0, 1.0))
    assert (rank, round(apart, 6)) == (2, 3.0)


def test_a_rank_that_the_others_wait_for_is_named() -> None:
    rank, apart = odd_one(by_rank(1.0, 1.1, 0.2, 1.0))
    assert (rank, round(apart, 6)) == (2, 0.2)


@pytest.mark.parametrize("times", [(1.0, 1.1, 1.2, 1.0), (1.0, 3.0, 3.1, 1.0), (3.0, 1.0), (1.0, 1.5, 2.0, 2.5)])
def test_ranks_that_differ_in_no_single_one_are_not(times: tuple[float, ...]) -> None:
    assert odd_one(by_rank(*times)) == (-1, 1.0)


def test_the_mean_of_eight_ranks_tells_that_one_is_slow_or_late() -> None:
    # Seven of 10 us and one of 30 us: 12.5 us; seven of 30 us and one of 10 us: 27.5 us.
    for mean, expected in ((12.5e-6, 3.0), (27.5e-6, 0.333333)):
        rank, apart = odd_one(by_mean(10e-6, mean, 30e-6))
        assert (rank, round(apart, 6)) == (-2, expected)


@pytest.mark.parametrize("mean", [10.1e-6, 15e-6, 20e-6, 24e-6, 29.9e-6])
def test_a_mean_elsewhere_tells_of_no_single_rank(mean: float) -> None:
    assert odd_one(by_mean(10e-6, mean, 30e-6)) == (-1, 1.0)
