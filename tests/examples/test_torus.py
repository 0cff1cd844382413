"""The 3-D torus: bytes of training from the shape of the model, and both ends of every operation summed by hand.

An axis has two links of 90 GB/s at best and 74 at worst, so a ring that goes both ways has 180 and 148 GB/s. A step
of a ring starts up in 1 us; T0 is 0 and 5 us, the knee at the conservative end 1.3 sqrt(A X).
"""

from math import sqrt

import pytest

from tests.examples.opened import worked

TABLE = worked("torus").table
BEST, WORST = 180e9, 148e9
ADDED, ADDED_SLOWLY = 920e9, 460e9
GATHERED = 8192 * 8192 * 2
LAYER = 2 * 8192 * 8192 + 2 * 8192 * 1024 + 3 * 8192 * 28672
"""Weights of a layer: 855,638,016; on eight ranks of x an eighth each, and its two norms whole."""
OWN = (80 * LAYER + 2 * 128256 * 8192) // 8 + 161 * 8192
"""Parameters of a rank, with embedding, output matrix and the last norm."""


def ends(name: str) -> tuple[float, float]:
    found = TABLE.operations[name]
    return found.optimistic.total_s, found.conservative.total_s


def late(starts: float, moved: float) -> float:
    """A conservative end without skew [s]: T0, start-ups, what moves and is added, the knee."""
    return 5e-6 + starts + moved + 1.3 * sqrt(starts * moved)


@pytest.mark.parametrize(
    ("name", "size", "count"),
    [
        ("tp_all_gather", GATHERED, 80 * 8 * 6),
        ("tp_reduce_scatter", GATHERED, 80 * 8 * 4),
        ("dp_gradient", OWN * 4, 1),
        ("dp_parameters", OWN * 2, 1),
    ],
)
def test_an_operation_moves_the_bytes_of_the_model(name: str, size: int, count: int) -> None:
    assert TABLE.operations[name].size.n == size
    assert TABLE.operations[name].step.count == count


def test_an_all_gather_along_x_goes_seven_steps_both_ways() -> None:
    moved = 7 / 8 * GATHERED
    assert ends("tp_all_gather") == pytest.approx((7e-6 + moved / BEST, late(7e-6, moved / WORST)), rel=1e-9)


def test_a_reduce_scatter_along_x_adds_what_arrives() -> None:
    moved = 7 / 8 * GATHERED
    best, worst = moved / BEST + moved / ADDED, moved / WORST + moved / ADDED_SLOWLY
    assert ends("tp_reduce_scatter") == pytest.approx((7e-6 + best, late(7e-6, worst)), rel=1e-9)


def test_parameters_take_both_axes_at_once_at_best_and_one_after_the_other_at_worst() -> None:
    # One call of 80. In sequence: 7 steps along y gather 8/128 of n from 1/128, 15 along z the rest; start-ups of both.
    n = OWN * 2 / 80
    worst = late(22e-6, n * (7 / 8 / 16 + 15 / 16) / WORST)
    # At best each half starts on another axis: its share of y is 7/8 or 7/128, of z 15/16 or 15/128 of n/2.
    busiest = max(7 / 8 + 7 / 128, 15 / 16 + 15 / 128) * n / 2 / BEST
    assert ends("dp_parameters") == pytest.approx((80 * (22e-6 + busiest), 80 * worst), rel=1e-9)


def test_a_gradient_is_added_up_along_both_axes() -> None:
    # In sequence: the longer axis takes the smaller part; every byte that arrives is added.
    n = OWN * 4 / 80
    moved = n * (7 / 8 + 15 / 16 / 8)
    worst = late(22e-6, moved / WORST + moved / ADDED_SLOWLY)
    # At best half starts along y, half along z: z is the busiest, with 15/16 of one and 15/128 of the other, added too.
    busiest = max(7 / 8 + 7 / 128, 15 / 16 + 15 / 128) * n / 2 * (1 / BEST + 1 / ADDED)
    assert ends("dp_gradient") == pytest.approx((80 * (22e-6 + busiest), 80 * worst), rel=1e-9)


def test_half_of_an_all_to_all_passes_the_two_faces_across_z() -> None:
    # 512 chips send half of 1 GiB through 2 * 64 links of 90 GB/s.
    assert TABLE.operations["reshard"].bound.seconds == pytest.approx(512 * 2**29 / (128 * 90e9), rel=1e-9)
    assert TABLE.operations["reshard"].bound.cut == "face"
