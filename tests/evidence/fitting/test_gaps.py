"""The band of a size that lies far from measured ones is what the law errs by in as wide gaps elsewhere."""

from __future__ import annotations

from math import log

import pytest

from estimator.evidence.fitting.gaps import gap_band, gap_of
from estimator.evidence.fitting.predict import predict
from estimator.evidence.fitting.regimes import fit
from estimator.evidence.fitting.series import Key, Point, Series
from tests.evidence.made import SIZES

WITHOUT = [n for n in SIZES if not 2**20 <= n < 2**23]


def test_a_gap_is_wider_than_the_usual_step() -> None:
    # From 2**19 to 2**23 are four doublings; 2**20 lies one of them inside, 2**21 two.
    assert gap_of(WITHOUT, 2**20) == pytest.approx((4.0, 1.0))
    assert gap_of(WITHOUT, 2**21) == pytest.approx((4.0, 2.0))
    assert gap_of(WITHOUT, 2**23) is None
    assert gap_of(WITHOUT, 1.4 * 2**23) is None
    assert gap_of(SIZES[::2], 2**20) is None


def test_what_lies_beyond_the_sizes_is_no_gap() -> None:
    assert gap_of(WITHOUT, 1) is None
    assert gap_of(WITHOUT, 2**40) is None


def test_a_law_that_tells_the_sizes_left_out_needs_no_wider_band() -> None:
    points = tuple(Point(4, n, 20e-6 + n / 50e9) for n in WITHOUT)
    found = gap_band(fit(Series(Key("all_reduce"), points)), 4, 2**21, starts=False)
    assert found is not None
    assert found == pytest.approx((0.0, 0.0), abs=1e-9)


def test_a_bend_that_the_law_misses_where_it_is_left_out_widens_the_band_of_another_gap() -> None:
    # Between 8 and 32 KiB a call takes twice as long, which a law without these sizes cannot tell.
    def seconds(n: int) -> float:
        return (20e-6 + n / 50e9) * (2.0 if 2**13 <= n <= 2**15 else 1.0)

    law = fit(Series(Key("all_reduce"), tuple(Point(4, n, seconds(n)) for n in WITHOUT)))
    found = gap_band(law, 4, 2**21, starts=True)
    assert found is not None
    # The law without some of them still bends towards those that are left.
    assert found.above >= 0.5 * log(2.0)
    near, far = predict(law, 2**24), predict(law, 2**21)
    assert far.high / far.low > near.high / near.low


def test_too_few_sizes_make_no_gap_to_learn_from() -> None:
    points = tuple(Point(4, n, 20e-6 + n / 50e9) for n in (8, 16, 32, 64, 2**20))
    assert gap_band(fit(Series(Key("all_reduce"), points)), 4, 2**10, starts=True) is None
