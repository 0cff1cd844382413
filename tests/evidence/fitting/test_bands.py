"""Bands worked by hand: as wide as Student's t makes few errors, and not wider than the largest of nine."""

from __future__ import annotations

import pytest

from estimator.evidence.fitting.bands import band_of, student
from estimator.evidence.fitting.regimes import Error


def _errors(*values: float) -> list[Error]:
    return [Error(1024.0, 8, value, True) for value in values]


def test_errors_that_are_alike_give_their_spread_times_students_t() -> None:
    # Four of 1 % below and four above: each end has 1 %, known by 8 - 2 points.
    found = band_of(_errors(*([0.01, -0.01] * 4)), 1024.0, True)
    assert found.below == found.above == pytest.approx(0.01 * student(6.0))


def test_nine_errors_make_no_band_wider_than_the_largest_of_them() -> None:
    # One error of 40 % near by and all others ten doublings away: the spread of one error, by t of one degree: 2.1.
    far = [Error(2.0**20, 8, -0.01, True)] * 8
    assert band_of([*far[:7], *_errors(0.4)], 1024.0, True).above > 1.0
    found = band_of([*far, *_errors(0.4)], 1024.0, True)
    assert found.above == 0.4
    assert found.below < 0.1
