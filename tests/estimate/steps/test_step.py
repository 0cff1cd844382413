"""What an operation costs in a training step, worked out by hand."""

from __future__ import annotations

import pytest

from tests.estimate.worked import GRADIENT, gradient

SHARE = 7 / 8 * GRADIENT


def test_what_is_hidden_in_part_runs_under_compute_at_both_ends() -> None:
    step = gradient({}, per_step="2", overlap=["0.5", "0.25"]).step
    low = 7 * 10e-6 + SHARE / 45e9 + SHARE / 1.6e12
    high = 12e-6 + 7 * 30e-6 + SHARE / 35e9 + SHARE / 800e9
    assert step.total == pytest.approx((2 * low, 2 * high), rel=1e-12)
    assert step.exposed == pytest.approx((0.5 * 2 * low, 0.75 * 2 * high), rel=1e-12)


def test_what_is_not_hidden_runs_under_its_own_conditions() -> None:
    step = gradient({}, per_step="2").step
    low = 7 * 8e-6 + SHARE / 48e9 + SHARE / 1.6e12
    high = 12e-6 + 7 * 10e-6 + SHARE / 43e9 + SHARE / 800e9
    assert step.total == pytest.approx((2 * low, 2 * high), rel=1e-12)
    assert step.exposed == step.total
