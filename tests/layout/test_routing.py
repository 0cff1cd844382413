"""Copies and skew of a routing that was seen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.layout.moe import expected_distinct
from estimator.layout.routing import expected_distinct_of, place_loads, skew


def test_skew_is_the_largest_load_over_the_mean() -> None:
    assert place_loads([3, 1, 2, 2], 2).tolist() == [4, 4]
    assert skew([3, 1, 2, 2], 2) == 1
    assert skew([3, 1, 2, 2], 4) == 1.5
    with pytest.raises(ValueError, match="on 3 places"):
        skew([3, 1, 2, 2], 3)


@given(st.integers(1, 8), st.integers(2, 6), st.integers(1, 6))
def test_equal_loads_give_the_closed_form(places: int, each: int, top_k: int) -> None:
    experts = places * each
    top_k = min(top_k, experts - 1)
    found = expected_distinct_of(np.ones(experts), places, top_k)
    assert found == pytest.approx(expected_distinct(places, experts, top_k), rel=1e-9)


def test_uneven_loads_reach_fewer_places_and_match_a_drawing() -> None:
    """Odds drawn one by one until exactly four come up: what the largest entropy means."""
    odds = np.arange(1, 13) / 20.0
    generator = np.random.default_rng(3)
    drawn = generator.random((400_000, 12)) < odds / (1 + odds)
    drawn = drawn[drawn.sum(axis=1) == 4]
    places = drawn.reshape(-1, 4, 3).any(axis=2).sum(axis=1)
    found = expected_distinct_of(drawn.mean(axis=0), 4, 4)
    assert found == pytest.approx(float(places.mean()), rel=0.01)
    assert found < expected_distinct(4, 12, 4)


def test_an_expert_that_receives_everything_is_refused() -> None:
    with pytest.raises(ValueError, match="received every token"):
        expected_distinct_of([8, 0, 0, 0], 2, 2)
