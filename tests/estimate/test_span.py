"""The envelope over numbers of segments beside the minimum by hand, and how many pieces it is made of."""

from __future__ import annotations

from bisect import bisect_left
from math import isqrt, sqrt

import numpy as np
import pytest

from estimator.cost.pieces import value
from estimator.estimate.span import FINE, pieces_of
from tests.estimate.test_compare import UNIT, flat

CASE = flat("broadcast", {"name": "chain_pipelined", "segments": "optimal"}, 8)
LOW, HIGH = 1e3, 1e15
PIECES = pieces_of(CASE.work, CASE.high, LOW, HIGH)


def least(n: float) -> float:
    """The least of (6 + k)(1 us + n / k / 1 GB/s) over whole k [s], which lies beside sqrt(6 x), x = n / 1,000 B."""
    near = max(1, isqrt(int(6 * n / UNIT)))
    return min((6 + k) * 1e-6 * (1 + n / UNIT / k) for k in range(max(1, near - 2), near + 3))


@pytest.mark.parametrize("n", np.geomspace(LOW, HIGH * 0.999, 120).tolist())
def test_a_time_is_that_of_the_best_number_of_segments(n: float) -> None:
    """Up to ``FINE`` segments it is exact; beyond, a number is at most half a step of 1/128 beside the best one:

    r = 1 + 1/256, and of a time that falls and rises alike (r + 1/r - 2) / 2 = 8e-6 is lost.
    """
    ends = [piece.high for piece in PIECES]
    shown = value(PIECES[bisect_left(ends, n)].line, n)
    exact = sqrt(6 * n / UNIT) <= FINE
    assert least(n) * (1 - 1e-12) <= shown <= least(n) * (1 + (1e-12 if exact else 1e-5))


def test_pieces_grow_with_the_logarithm_of_the_range() -> None:
    """128 of their own, then 128 an e-fold of segments: up to sqrt(6e12) = 2.4 million 9.9 of them."""
    assert FINE < len(PIECES) < 2 * FINE * 11
    assert PIECES[0].low == LOW
    assert PIECES[-1].high == HIGH
