"""Start-up, breaks and scatter of hand-written times."""

from __future__ import annotations

from math import inf

import pytest

from estimator.judge.diagnosis.runs.run import Sample
from estimator.judge.diagnosis.runs.shape import merged, shape_of


def samples(*points: tuple[float, float]) -> list[Sample]:
    return [Sample(n, seconds) for n, seconds in points]


def test_times_of_one_law_have_start_up_and_no_break() -> None:
    # 10 us + n / (10 GB/s): 8 B and 1 KiB take 10.0008 and 10.1024 us, 100 MB takes 10.01 ms.
    law = [(n, 10e-6 + n / 10e9) for n in (8.0, 1024.0, 16384.0, 1e6, 1e8)]
    found = shape_of(samples(*law))
    assert found.startup == pytest.approx(10.0516e-6)
    assert found.breaks == ()
    assert found.transfer
    assert found.rate == pytest.approx(1e8 / 10.01e-3)


def test_twice_the_bytes_in_three_and_a_half_times_the_time_is_a_break() -> None:
    found = shape_of(samples((32e6, 2e-3), (64e6, 7e-3), (128e6, 8e-3)))
    (one,) = found.breaks
    assert (one.before, one.after, one.falls) == (32e6, 64e6, False)
    assert one.factor == pytest.approx(1.75)


def test_more_bytes_in_less_time_are_a_break() -> None:
    (one,) = shape_of(samples((1e6, 2e-3), (2e6, 1e-3), (4e6, 2e-3))).breaks
    assert one.falls
    assert one.factor == pytest.approx(2.0)


def test_one_size_alone_that_stands_out_is_one_break() -> None:
    assert len(shape_of(samples((1e6, 1e-3), (2e6, 9e-3), (4e6, 4e-3), (8e6, 8e-3))).breaks) == 1


def test_scatter_is_of_sizes_that_start_up_rules() -> None:
    found = shape_of(samples((8, 10e-6), (16, 40e-6), (32, 12e-6), (1e8, 10e-3)))
    assert found.scatter == pytest.approx(4.0)
    assert found.small == 3


def test_several_times_of_one_size_are_one_by_their_median() -> None:
    assert merged(samples((8, 1e-6), (8, 9e-6), (8, 2e-6))) == [Sample(8, 2e-6)]


def test_a_single_size_has_no_transfer() -> None:
    found = shape_of(samples((1e6, 1e-3)))
    assert (found.transfer, found.breaks, found.startup) == (False, (), None)
    assert found.best < inf
