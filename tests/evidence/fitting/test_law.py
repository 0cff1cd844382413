"""The parameters of a law by hand: T0, alpha, B, the sizes that reach half of it."""

from __future__ import annotations

import pytest

from estimator.evidence.fitting.law import half_size, laws, reaches, seconds_at
from estimator.evidence.fitting.regimes import fit
from tests.evidence.made import SIZES, made, ring

FOUND = fit(made(ring(8e-6, 1e-6, 100e9), (2, 4, 8)))


def test_start_up_falls_into_launch_and_rounds_where_several_ranks_were_measured() -> None:
    (one,) = laws(FOUND)
    assert one.start.launch == pytest.approx(8e-6, rel=1e-4)
    assert one.start.alpha == pytest.approx(1e-6, rel=1e-4)
    assert {ranks: value.value for ranks, value in one.start.by_ranks.items()} == pytest.approx(
        {2: 10e-6, 4: 14e-6, 8: 22e-6}, rel=1e-4
    )
    assert {ranks: value.value for ranks, value in one.bandwidth.items()} == pytest.approx(
        dict.fromkeys((2, 4, 8), 100e9), rel=1e-4
    )


def test_one_number_of_ranks_leaves_them_together() -> None:
    (one,) = laws(fit(made(ring(8e-6, 1e-6, 100e9), (8,))))
    assert (one.start.launch, one.start.alpha) == (None, None)
    assert one.start.by_ranks[8].value == pytest.approx(22e-6, rel=1e-4)


def test_start_up_that_does_not_grow_has_no_alpha() -> None:
    (one,) = laws(fit(made(lambda p, n: (20 - p) * 1e-6 + n / 100e9, (2, 4))))
    assert one.start.alpha == 0.0


def test_half_of_the_rate_is_reached_where_transfer_takes_as_long_as_start_up() -> None:
    # Eight ranks: 22 us at 100 GB/s over 7/4 n are 1.257 MB; nine tenths take nine times as much.
    line = FOUND.ranges[0].lines[8]
    assert half_size(line) == pytest.approx(22e-6 * 100e9 / 1.75, rel=1e-4)
    reach = reaches(FOUND)[8]
    assert reach.half == pytest.approx(1.257e6, rel=0.06)
    assert reach.most == pytest.approx(9 * 1.257e6, rel=0.06)
    assert reach.best_n == SIZES[-1]
    assert reach.best == pytest.approx(100e9, rel=0.01)


def test_the_law_at_a_size_is_the_quicker_of_two_lines_at_an_edge() -> None:
    def seconds(p: int, n: int) -> float:
        return 10e-6 if n / p < 2**17 else 30e-6 + n / 200e9

    found = fit(made(seconds, (4,)))
    assert seconds_at(found, 4, 2**18) == pytest.approx(10e-6, rel=1e-3)
    assert seconds_at(found, 4, 1.4 * 2**18) == pytest.approx(10e-6, rel=1e-3)
    assert seconds_at(found, 4, 2**19) == pytest.approx(30e-6 + 2**19 / 200e9, rel=1e-3)
