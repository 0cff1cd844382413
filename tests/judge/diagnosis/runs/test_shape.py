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


def test_a_log_of_large_sizes_alone_has_a_floor_where_the_first_ones_take_the_same() -> None:
    # nccl-eBPF, AllGather over sockets: 2.2 ms from 1 to 8 MiB, then 2.5 GB/s.
    times = (2197.4, 2200.26, 2227.33, 2277.03, 5415.08, 6776.4, 13425.9)
    found = shape_of(samples(*((2.0 ** (20 + k), 1e-6 * time) for k, time in enumerate(times))))
    assert found.startup == pytest.approx(2213.795e-6)
    assert found.small == 4


def test_times_that_grow_with_large_sizes_have_no_floor() -> None:
    found = shape_of(samples(*((2.0**k, 2.0**k / 1e10) for k in range(20, 28))))
    assert (found.startup, found.small) == (None, 0)


def test_few_sizes_show_a_transfer_where_times_grow_as_they_do() -> None:
    assert shape_of(samples((2.0**29, 24.9e-3), (2.0**30, 49.5e-3), (2.0**31, 97.3e-3))).transfer
    assert not shape_of(samples((8.0, 10e-6), (16.0, 16e-6))).transfer


def test_a_slow_first_size_is_no_break() -> None:
    # nccl issue of an HPC-X plug-in: 151 us at 16 B, 79 us from 64 B on.
    assert shape_of(samples((16.0, 151.3e-6), (64.0, 79.14e-6), (256.0, 80.5e-6), (1024.0, 81.29e-6))).breaks == ()
