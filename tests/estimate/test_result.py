"""What an interval says of itself."""

from math import inf

import pytest

from estimator.estimate.result import Interval


@pytest.mark.parametrize(
    ("low", "high", "width"),
    [(1.0, 2.5, 2.5), (4.0, 2.0, 2.0), (3.0, 3.0, 1.0), (0.0, 0.0, 1.0), (0.0, 2.0, inf)],
)
def test_the_width_is_the_larger_end_over_the_smaller(low: float, high: float, width: float) -> None:
    """A call that takes no time at either end is as sure as any; from nothing to something has no end."""
    assert Interval(low, high).width == width
