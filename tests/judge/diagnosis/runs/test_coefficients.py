"""Factors of start-up and transfer against a hand-written reference."""

from __future__ import annotations

import numpy as np
import pytest

from estimator.judge.diagnosis.runs.coefficients import Coefficients, coefficients
from estimator.judge.diagnosis.runs.promise import Expected
from estimator.judge.diagnosis.runs.run import Sample

SIZES = np.array([2.0**k for k in range(6, 31, 2)])


def reference(start: float = 10e-6, rate: float = 100e9, wide: float = 1.0) -> Expected:
    """10 us + n / (100 GB/s), and ``wide`` times as much at the conservative end."""
    low = start + SIZES / rate
    return Expected(low, low * wide, (start, start * wide))


def found(start: float, rate: float, wide: float = 1.0) -> Coefficients:
    return coefficients([Sample(n, start + n / rate) for n in SIZES], reference(wide=wide))


def test_five_times_the_start_up_is_five() -> None:
    one = found(50e-6, 100e9)
    assert one.startup.slow == pytest.approx(5.0)
    assert one.transfer.slow == pytest.approx(1.0)
    assert (one.startup.off, one.transfer.off) == (True, False)
    assert one.scatter == pytest.approx(0.0, abs=1e-9)


def test_a_third_of_the_bandwidth_is_three() -> None:
    one = found(10e-6, 100e9 / 3)
    assert (one.startup.slow, one.transfer.slow) == pytest.approx((1.0, 3.0))
    assert (one.startup.off, one.transfer.off) == (False, True)


def test_within_the_interval_nothing_is_off() -> None:
    one = found(15e-6, 70e9, wide=2.0)
    assert not one.startup.off
    assert not one.transfer.off
    assert np.abs(one.outside).max() == 0.0


def test_what_is_outside_counts_from_the_nearer_end() -> None:
    one = found(40e-6, 100e9, wide=2.0)
    assert one.outside[0] == pytest.approx(np.log(2.0), rel=1e-3)


def test_times_in_flight_tell_of_no_start_up() -> None:
    one = coefficients([Sample(n, 1e-3 + n / 1e11) for n in SIZES], reference(), paced=True)
    assert not one.startup.off


def test_small_sizes_alone_tell_of_no_transfer() -> None:
    few = [Sample(n, 10e-6 + n / 1e9) for n in SIZES[:4]]
    expected = reference()
    one = coefficients(few, Expected(expected.low[:4], expected.high[:4], expected.floor))
    assert one.startup.known
    assert not one.transfer.known
