"""One T0, alpha and B for all numbers of ranks: where these explain the times, and only there."""

from __future__ import annotations

import numpy as np
import pytest

from estimator.evidence.fitting.joint import joint
from estimator.evidence.fitting.law import laws
from estimator.evidence.fitting.regimes import fit
from estimator.evidence.fitting.steps import steps
from tests.evidence.made import made, ring


def test_three_numbers_come_back_exactly() -> None:
    p = [2, 2, 4, 4, 8, 8]
    n = np.array([1e3, 1e9] * 3)
    times = np.array([ring(8e-6, 1e-6, 100e9)(ranks, size) for ranks, size in zip(p, n, strict=True)])
    found = joint([steps("all_reduce", ranks) for ranks in p], n, times)
    assert found.parameters == pytest.approx([8e-6, 1e-6, 1e-11], rel=1e-9)
    # 16 ranks: 8 + 30 us, 2 * 15/16 n.
    assert found.line(steps("all_reduce", 16))[:2] == pytest.approx((38e-6, 1.875e-11), rel=1e-9)


def test_nothing_falls_below_0() -> None:
    p, n = [2, 4, 8], np.array([1e3] * 3)
    found = joint([steps("all_reduce", ranks) for ranks in p], n, np.array([30e-6, 20e-6, 10e-6]))
    assert (found.parameters >= 0.0).all()


def test_noisy_times_on_three_numbers_of_ranks_have_one_bandwidth() -> None:
    noise = np.random.default_rng(2)
    found = fit(made(lambda p, n: ring(8e-6, 2e-6, 100e9)(p, n) * noise.lognormal(0.0, 0.05), (2, 4, 8)))
    rates = {value.value for law in laws(found) for value in law.bandwidth.values()}
    assert max(rates) == pytest.approx(min(rates), rel=1e-9)
    assert max(rates) == pytest.approx(100e9, rel=0.03)
    assert set(laws(found)[0].apart) == {2, 4, 8}


def test_bandwidths_that_differ_with_the_ranks_are_told_apart() -> None:
    found = fit(made(lambda p, n: ring(8e-6, 2e-6, {2: 80e9, 4: 100e9, 8: 120e9}[p])(p, n), (2, 4, 8)))
    (law,) = laws(found)
    assert {ranks: value.value for ranks, value in law.bandwidth.items()} == pytest.approx(
        {2: 80e9, 4: 100e9, 8: 120e9}, rel=1e-6
    )
    assert law.apart == {}
