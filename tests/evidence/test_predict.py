"""Extrapolation by hand."""

from __future__ import annotations

from math import exp, hypot, log

import pytest

from estimator.evidence.fit import Estimated, Fit, Sample, fit
from estimator.evidence.predict import Band, changes_path, predict, slowness_at
from tests.evidence.test_fit import SIZES, ring

NARROW = Band(startup=(0.3, 0.4), transfer=(0.1, 0.2))


def clean(fewer: float = 0.75) -> Fit:
    """Two ranks at ``fewer`` x 100 GB/s, four at 100; no T0, 1 us a round."""
    made = [ring(p, n, 0.0, 1e-6, 100e9 * (fewer if p == 2 else 1.0), 0.0) for p in (2, 4) for n in SIZES]
    return fit(made)


def test_the_rate_on_more_ranks_lies_between_the_last_one_and_the_line_in_one_over_p() -> None:
    # 1/B is 4/3 and 1 in units of 1/(100 GB/s): the line falls by 1/3 over 1/4, so by 1/6 over the next 1/8.
    assert slowness_at(clean(), 8) == pytest.approx((1e-11, 1e-11 * (1 - 1 / 6)), rel=1e-4)
    assert slowness_at(clean(), 4) == pytest.approx((1e-11, 1e-11), rel=1e-4)
    # Three ranks lie nearer to four, and the line is 1 + 1/3 (1/3 - 1/4) / (1/4) there.
    assert slowness_at(clean(), 3) == pytest.approx((1e-11, 1e-11 * (1 + 1 / 9)), rel=1e-4)


def test_a_large_message_has_the_band_of_transfer_and_the_spread_of_the_rate() -> None:
    found = predict(clean(), 14.0, 1.75, 8, 2.0**40, NARROW)
    time, spread = 1.75 * 2.0**40 / 100e9, log(6 / 5) / 2
    middle = time * (5 / 6) ** 0.5
    assert found == pytest.approx((middle * exp(-hypot(0.1, spread)), middle * exp(hypot(0.2, spread))), rel=1e-3)


def test_a_small_message_has_the_band_of_start_up() -> None:
    found = predict(clean(), 14.0, 1.75, 8, 8.0, NARROW)
    assert found == pytest.approx((14e-6 * exp(-0.3), 14e-6 * exp(0.4)), rel=1e-3)


def test_a_fit_that_is_worse_than_the_band_widens_it() -> None:
    made = [ring(p, n, 0.0, 1e-6, 100e9, 0.0) for p in (2, 4) for n in SIZES]
    jagged = [s._replace(seconds=s.seconds * (1.6 if i % 2 else 1 / 1.6)) for i, s in enumerate(made)]
    found = predict(fit(jagged), 14.0, 1.75, 8, 2.0**40, NARROW)
    assert found.width > 2.0


def test_a_path_that_loses_three_quarters_of_its_rate_is_not_one_path() -> None:
    found = clean(fewer=4.0)
    assert changes_path(found)
    assert not changes_path(clean())
    with pytest.raises(ValueError, match="path changes"):
        predict(found, 14.0, 1.75, 8, 1e6, NARROW)
    assert predict(found, 6.0, 1.5, 4, 1e6, NARROW).conservative > 0.0


def test_one_number_of_ranks_alone_is_held() -> None:
    found = fit([Sample(2, 1.0, 2, n, 2e-6 + n / 1e10) for n in SIZES])
    assert slowness_at(found, 8) == pytest.approx((1e-10, 1e-10), rel=1e-4)
    assert isinstance(found.launch, Estimated)
