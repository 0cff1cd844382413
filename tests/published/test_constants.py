"""Ranges of constants by hand: what is expected of the next platform, from the values of those that were seen."""

from __future__ import annotations

from math import exp, log, sqrt
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.published.constants import Constants, Seen, pooled, student


def shares(*values: tuple[str, float], group: str = "g") -> list[Seen]:
    return [Seen("share", group, platform, (value,)) for platform, value in values]


# Tables of Student's distribution: one-sided 0.75, 0.9 and 0.95.
@pytest.mark.parametrize(
    ("level", "free", "value"),
    [(0.9, 1, 3.078), (0.9, 2, 1.886), (0.9, 5, 1.476), (0.9, 10, 1.372), (0.75, 1, 1.0), (0.75, 4, 0.741),
     (0.75, 10, 0.700), (0.95, 5, 2.015)],
)  # fmt: skip
def test_student_s_t_is_that_of_the_tables(level: float, free: int, value: float) -> None:
    assert student(level, free) == pytest.approx(value, rel=0.05)
    if free > 3:
        assert student(level, free) == pytest.approx(value, rel=0.005)


def test_the_range_of_one_class_is_the_mean_and_the_widened_spread() -> None:
    values = {"a": 0.7, "b": 0.8, "c": 0.9}
    found = Constants(shares(*values.items())).share("g", alone=True)
    logs = [log(value) for value in values.values()]
    middle = fmean(logs)
    # One class alone is its own typical one: the variance stays (1 * v + 2 * v) / 3.
    variance = sum((each - middle) ** 2 for each in logs) / 2
    reach = student(0.9, 3) * sqrt(variance * (1 + 1 / 3))
    assert found == pytest.approx((exp(middle - reach), min(1.0, exp(middle + reach))))


def test_a_platform_is_not_told_from_itself() -> None:
    seen = shares(("a", 0.5), ("b", 0.8), ("c", 0.81))
    apart, others = Constants(seen, without="a"), Constants(seen[1:])
    assert apart.share("g") == others.share("g")
    assert apart.platforms("share", "g") == 2


def test_tables_of_one_platform_count_as_one_platform() -> None:
    many = Constants(shares(("a", 0.79), ("a", 0.8), ("a", 0.81), ("b", 0.7)))
    assert many.platforms("share", "g") == 2
    low, high = many.share("g")
    assert low < 0.7 < 0.8 < high
    assert low * high == pytest.approx(0.7 * (0.79 * 0.8 * 0.81) ** (1 / 3), rel=1e-6)


def test_two_values_within_a_table_are_a_layer_of_their_own() -> None:
    # Groups (1, 3) and (10, 12): variance 2 within, whatever lies between them; a typical 5 counts for one value.
    assert pooled([[1.0, 3.0], [10.0, 12.0]], 5.0) == pytest.approx((5.0 + 4.0) / 3)


def test_a_class_of_one_platform_has_the_spread_of_the_middle_class() -> None:
    seen = shares(("a", 0.8), ("b", 0.9)) + shares(("a", 0.5), group="one")
    found = Constants(seen)
    low, high = found.share("one", alone=True)
    typical = (log(0.9) - log(0.8)) ** 2 / 2
    assert log(high / low) / 2 == pytest.approx(student(0.9, 1) * sqrt(typical * 2), rel=1e-9)


def test_a_class_that_no_other_platform_shows_takes_its_parent_s_place() -> None:
    seen = shares(("a", 0.2), group="part of a mesh") + shares(("b", 0.7), ("c", 0.75), group="no switch")
    assert Constants(seen).share("part of a mesh") != Constants(seen).share("no switch")
    assert Constants(seen, without="a").share("part of a mesh") == Constants(seen, without="a").share("no switch")


def test_start_ups_of_libraries_are_counted_for_fourteen_steps() -> None:
    # Two thirds of the start-up of fourteen steps grow with them: seven steps take 1 - 2/3 / 2 = 2/3 of it.
    steps = [Seen("per step", "", name, (2 / 3,)) for name in ("a", "b")]
    starts = [Seen("start", "each", "a", (12e-6,), 14), Seen("start", "each", "b", (8e-6,), 7)]
    found = Constants([*steps, *starts])
    low, high = found.start("each", 14)
    assert (low, high) == pytest.approx((12e-6, 12e-6), rel=1e-9)
    assert found.start("each", 7) == pytest.approx((8e-6, 8e-6), rel=1e-9)


@given(st.lists(st.floats(0.1, 0.99), min_size=2, max_size=12))
def test_more_platforms_of_the_same_spread_narrow_a_range(values: list[float]) -> None:
    few = Constants(shares(*((str(i), value) for i, value in enumerate(values)))).share("g", alone=True)
    many = shares(*((f"{copy}{i}", value) for copy in "abc" for i, value in enumerate(values)))
    low, high = Constants(many).share("g", alone=True)
    assert few.low <= low * (1 + 1e-9)
    assert high <= few.high * (1 + 1e-9)
    assert few.high <= 1.0
