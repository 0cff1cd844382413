"""What a reduction adds is told where both collectives are ruled by transfer, and not where start-up hides it."""

from __future__ import annotations

import pytest

from estimator.evidence.fitting.reduction import reductions
from estimator.evidence.fitting.regimes import Fit, fit
from tests.evidence.made import SIZES, made


def shared(launch: float, rate: float, collective: str) -> Fit:
    """ReduceScatter or AllGather by a ring on 4 ranks: T0 [s] + 3/4 n at B [B/s], 1 % up and down in turn."""
    wave = {n: 1.0 + 0.01 * (-1) ** place for place, n in enumerate(SIZES)}
    return fit(made(lambda p, n: (launch + (p - 1) / p * n / rate) * wave[n], (4,), collective))


def test_gamma_is_what_a_byte_takes_longer() -> None:
    (found,) = reductions([shared(1e-5, 90e9, "reduce_scatter"), shared(1e-5, 100e9, "all_gather")])
    assert (found.first, found.second, found.ranks) == (0, 1, 4)
    assert found.gamma.value == pytest.approx(1 / 90e9 - 1 / 100e9, rel=0.05)


def test_times_ruled_by_start_up_up_to_the_largest_size_tell_no_gamma() -> None:
    assert not reductions([shared(10.0, 0.5e9, "reduce_scatter"), shared(1e-5, 100e9, "all_gather")])
