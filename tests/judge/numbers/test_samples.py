"""Order statistics: the fewest samples of the contract, and bounds that hold as often as they say."""

from math import inf

import numpy as np
import pytest

from estimator.judge.numbers.samples import SHARES, Bounds, Span, bounds, fewest, printed_quantile, quantile


def test_the_fewest_samples_are_those_of_the_contract() -> None:
    assert {name: fewest(share) for name, share in SHARES.items()} == {
        "p50": 5,
        "p90": 29,
        "p95": 59,
        "p99": 299,
        "p99.9": 2995,
    }


@pytest.mark.parametrize("share", sorted(SHARES.values()))
def test_one_sample_fewer_has_no_upper_bound(share: float) -> None:
    assert bounds(fewest(share), share).high == fewest(share)
    assert bounds(fewest(share) - 1, share).high is None


def test_bounds_of_the_median_of_ten_are_the_tables() -> None:
    # P(fewer than 2 of 10 below the median) = 11/1024 and fewer than 3: 56/1024; Hahn and Meeker, table A.15.
    assert bounds(10, 0.5) == Bounds(2, 9)


def test_a_quantile_without_a_bounding_sample_is_open_on_that_side() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == Span(-inf, 2.0, inf)
    assert quantile([1.0, 2.0, 3.0, 4.0, 5.0], 0.5) == Span(1.0, 3.0, 5.0)


@pytest.mark.parametrize(("share", "count"), [(0.5, 20), (0.9, 100), (0.99, 1000)])
def test_bounds_hold_in_at_least_95_of_100_draws(share: float, count: int) -> None:
    draws = np.sort(np.random.default_rng(3).exponential(size=(4000, count)), axis=1)
    true, found = -np.log1p(-share), bounds(count, share)
    assert found.low is not None
    assert found.high is not None
    for held in (draws[:, found.high - 1] >= true, draws[:, found.low - 1] <= true):
        assert 0.94 <= held.mean() <= 0.999


@pytest.mark.parametrize("share", sorted(SHARES.values()))
def test_the_bounds_of_very_many_samples_go_on_where_those_of_many_end(share: float) -> None:
    exact, near = bounds(50_000, share), bounds(50_001, share)
    assert exact.low is not None
    assert exact.high is not None
    assert near.low is not None
    assert near.high is not None
    assert abs(near.low - exact.low) <= 3
    assert abs(near.high - exact.high) <= 3
    assert bounds(10**9, share).high is not None


def test_a_printed_percentile_is_bounded_by_the_others_that_are_printed() -> None:
    printed = ((0.5, 10.0), (0.9, 12.0), (0.99, 15.0), (0.999, 21.0))
    assert printed_quantile(printed, 1000, 0.99) == Span(12.0, 15.0, 21.0)
    assert printed_quantile(printed, 1000, 0.999) == Span(15.0, 21.0, inf)
    assert printed_quantile(printed, 1000, 0.95) is None
