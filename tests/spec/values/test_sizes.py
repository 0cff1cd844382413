from itertools import pairwise
from math import isclose

from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from estimator.spec.values.sizes import Sizes, SizeSweep

SIZES: TypeAdapter[SizeSweep] = TypeAdapter(Sizes)


def test_a_range_is_walked_by_octaves_and_ends_at_its_end() -> None:
    assert SIZES.validate_python("1 KiB .. 4 KiB").points() == (1024, 2048, 4096)
    assert SIZES.validate_python("1 KiB .. 2 KiB").points(2) == (1024, 1448, 2048)
    assert SIZES.validate_python("1 KiB..5 KiB").points() == (1024, 2048, 4096, 5120)
    assert SIZES.validate_python(["1 MiB", "64 KiB"]).points(4) == (65536, 1048576)


@given(st.integers(1, 10**6), st.integers(2, 10**6), st.integers(1, 8))
def test_a_range_rises_in_equal_steps(low: int, factor: int, per_octave: int) -> None:
    points = SizeSweep(low * 1000, low * 1000 * factor).points(per_octave)
    assert points[0] == low * 1000
    assert points[-1] == low * 1000 * factor
    for small, large in pairwise(points[:-1]):
        assert isclose(large / small, 2 ** (1 / per_octave), rel_tol=1e-2)


def test_the_widest_sweep_that_can_be_written_is_walked_at_once() -> None:
    # 2^79 < 1e24 < 2^80: 80 octaves from 1 B, and the end itself.
    assert len(SIZES.validate_python("1 B .. 1e24 B").points()) == 81
