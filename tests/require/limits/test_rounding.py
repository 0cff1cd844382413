"""Derived limits in few digits: always the harder side, and what is round already stays."""

from math import floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.require.limits.freeze import frozen_table
from estimator.require.limits.rounding import tightened
from tests.require.specs import changed, read, work_out


@pytest.mark.parametrize(
    ("value", "digits", "at_most", "rounded"),
    [
        (957.9e-6, 3, True, 957e-6),
        (150.31e9, 3, False, 151e9),
        (957e-6, 3, True, 957e-6),
        (0.3, 3, True, 0.3),
        (1.0 - 1e-15, 3, True, 1.0),
        (9.995, 3, False, 10.0),
        (0.0, 3, True, 0.0),
        (15.431e-3, 4, True, 15.43e-3),
    ],
)
def test_a_ceiling_goes_down_and_a_floor_up(value: float, digits: int, at_most: bool, rounded: float) -> None:
    found = tightened(np.array([value, np.nan]), digits, at_most=at_most)
    assert found[0] == rounded
    assert np.isnan(found[1])


@given(st.floats(1e-9, 1e15), st.integers(1, 15))
def test_nothing_gets_easier_and_nothing_moves_by_more_than_a_digit(value: float, digits: int) -> None:
    below, above = (float(tightened(np.array([value]), digits, at_most=side)[0]) for side in (True, False))
    assert below <= value * (1 + 1e-8)
    assert above >= value * (1 - 1e-8)
    assert above - below <= value * 10.0 ** (1 - digits) * (1 + 1e-6)
    assert tightened(np.array([below, above]), digits, at_most=True).tolist() == [below, above]


@pytest.mark.parametrize(("rounding", "digits"), [(None, 3), ("2", 2), ("15", 15)])
def test_derived_limits_have_three_digits_unless_the_document_says_otherwise(rounding: str | None, digits: int) -> None:
    # Seven rounds of 10 us and seven eighths of 64 MiB at 43 GB/s, no launch and no knee: 1.4356 ms at the slow end.
    requirement: dict[str, object] = {"kind": "collective_time", "title": "t", "operation": "expert_param"}
    requirement |= {"limit": {"at_most": "estimate.conservative"}, "sweep": {"conditions": ["exclusive"]}}
    plain = {"platform.knee": {"k": "0"}, "platform.launch": {"time": "0 s"}, "document.rounding": rounding}
    worked = work_out(changed(read("kinds.yaml"), {"requirements": {"R": requirement}, **plain}))
    (cell,) = worked.expanded["R"].criteria
    exact = 70e-6 + 7 / 8 * 64 * 2**20 / 43e9
    assert cell.limit == pytest.approx(floor(exact * 10 ** (digits + 2)) / 10 ** (digits + 2), rel=1e-12)
    assert frozen_table(worked.expanded)[cell.key] == {3: "1.43 ms", 2: "1.4 ms"}.get(digits, "1.43558734883721 ms")
