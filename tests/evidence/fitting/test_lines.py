"""Lines come back to what made them; stray times move little, and nothing falls below 0."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator.evidence.fitting.lines import lines, trust

X = np.array([2.0**k for k in range(3, 31)], dtype=np.float64)
ALL = np.ones((1, len(X)))


@settings(max_examples=50)
@given(st.floats(1e-6, 1e-3), st.floats(1e9, 1e12))
def test_times_without_noise_give_back_what_made_them(start: float, rate: float) -> None:
    found = lines(X, start + X / rate, ALL)
    assert found.start[0] == pytest.approx(start, rel=1e-6)
    assert found.slope[0] == pytest.approx(1 / rate, rel=1e-6)


def test_each_subset_has_a_line_of_its_own() -> None:
    times = np.where(X < 1e5, 10e-6, 20e-6 + X / 1e11)
    found = lines(X, times, np.stack([X < 1e5, X >= 1e5]).astype(float))
    assert found.start == pytest.approx([10e-6, 20e-6], rel=1e-6)
    assert found.slope == pytest.approx([0.0, 1e-11], rel=1e-6, abs=1e-17)
    assert np.abs(found.residual).max() < 1e-6


def test_a_few_stray_times_move_little() -> None:
    times = 10e-6 + X / 1e11
    times[[2, 9, 20]] *= 2.5
    found = lines(X, times, ALL)
    assert found.start[0] == pytest.approx(10e-6, rel=0.02)
    assert found.slope[0] == pytest.approx(1e-11, rel=0.02)


def test_nothing_below_zero_is_fitted() -> None:
    falling = lines(X, 10e-6 - 5e-6 * X / X.max(), ALL)
    assert falling.slope[0] == 0.0
    steep = lines(X[-6:], X[-6:] ** 1.2 / 1e12, np.ones((1, 6)))
    assert steep.start[0] == 0.0
    assert steep.slope[0] > 0.0


def test_a_residual_of_three_spreads_counts_two_thirds() -> None:
    # 1.4826 * the median 0.1 is one spread; 0.444 is three, and 2 / 3 are left.
    assert trust(np.array([0.1, -0.1, 0.1, 3 * 0.14826])) == pytest.approx([1, 1, 1, 2 / 3], rel=1e-3)
