"""What computation hides of a call, and what may be left of it: seconds worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.estimate.result import OperationEstimate
from estimator.estimate.steps.overlap import Hiding, Overlap, Share, Window
from estimator.estimate.table import estimate
from tests.estimate.worked import spec

MS = 1e-3
SLOWED = Window(10 * MS, 1.08)
"""10 ms of computation beside each call, 8 % longer while both run."""


@pytest.mark.parametrize(
    ("hiding", "call", "left"),
    [
        # 6 ms lie inside the window: they only make it 8 % longer.
        (SLOWED, 6 * MS, 0.48 * MS),
        # 4.2 ms stand out, and the window became 0.8 ms longer.
        (SLOWED, 14.2 * MS, 5 * MS),
        (SLOWED, 10 * MS, 0.8 * MS),
        (Window(12 * MS), 50 * MS, 38 * MS),
        # Computation that stops while the call runs: nothing is gained.
        (Window(10 * MS, 2.0), 14 * MS, 14 * MS),
        (Share(0.7), 10 * MS, 3 * MS),
        (Share(), 10 * MS, 10 * MS),
    ],
)
def test_what_a_call_leaves_exposed(hiding: Hiding, call: float, left: float) -> None:
    assert hiding.exposed(call) == pytest.approx(left, rel=1e-12)
    assert hiding.share(call) == pytest.approx((call - left) / call, rel=1e-12)


@pytest.mark.parametrize(
    ("hiding", "share_s", "calls", "longest"),
    [
        # 2.6 s over 704 calls are 3.693 ms each, three tenths of the call.
        (Share(0.7), 2.6, 704, 0.012310606060606058),
        (Share(), 0.3, 0.25, 1.2),
        (Share(1.0), 1.0, 10, None),
        # 5 ms a call beyond a window of 10 ms.
        (Window(10 * MS), 0.5, 100, 15 * MS),
        # 0.5 ms a call is used up inside the window: 0.5 / 0.08.
        (SLOWED, 0.05, 100, 6.25 * MS),
        (SLOWED, 0.5, 100, 14.2 * MS),
    ],
)
def test_the_longest_call_of_a_share_of_the_step(
    hiding: Hiding, share_s: float, calls: float, longest: float | None
) -> None:
    found = hiding.longest(share_s / calls)
    assert found is None if longest is None else found == pytest.approx(longest, rel=1e-12)


hidings = st.one_of(
    st.builds(Share, st.floats(0.0, 0.999)), st.builds(Window, st.floats(0.0, 1.0), st.floats(1.0, 2.0))
)
calls = st.floats(1e-6, 10.0)


@given(hidings, calls)
def test_a_call_as_long_as_allowed_leaves_what_is_allowed(hiding: Hiding, exposed: float) -> None:
    longest = hiding.longest(exposed)
    assert longest is not None
    assert hiding.exposed(longest) == pytest.approx(exposed, rel=1e-9)


@given(hidings, calls, calls)
def test_a_longer_call_leaves_more_and_none_leaves_more_than_itself(hiding: Hiding, one: float, other: float) -> None:
    short, long = sorted((one, other))
    assert hiding.exposed(short) <= hiding.exposed(long) * (1 + 1e-12)
    assert 0.0 <= hiding.exposed(long) <= long * (1 + 1e-12)
    assert hiding.slope(short, long) * (long - short) == pytest.approx(
        hiding.exposed(long) - hiding.exposed(short), abs=1e-12
    )


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.floats(1.0, 2.0), st.floats(1.0, 2.0), calls)
def test_the_parts_of_a_window_add_up_and_none_is_a_gain(
    window: float, other: float, slow: float, slower: float, call: float
) -> None:
    ends = Overlap(Window(max(window, other), min(slow, slower)), Window(min(window, other), max(slow, slower)))
    parts = dict(ends.parts(call))
    assert list(parts) == ["window", "compute_slowdown"]
    assert all(seconds >= -1e-12 for seconds in parts.values())
    assert sum(parts.values()) == pytest.approx(ends[1].exposed(call) - ends[0].exposed(call), abs=1e-12)


def gradient(**fields: Any) -> OperationEstimate:
    """The expert gradient in a step of its own."""
    return estimate(spec(None, moe_dispatch={"per_step": "0"}, expert_gradient=fields)).operations["expert_gradient"]


def test_each_of_the_calls_of_an_operation_has_a_window_of_its_own() -> None:
    # 11 calls beside 12 ms each hide up to 132 ms of one operation, not 12 ms.
    plain = gradient(calls="11", overlap=["0.001", "0.001"])
    step = gradient(calls="11", overlap={"window": "12 ms"}).step
    for side in (0, 1):
        call = plain.step.time[side] / 11
        assert call > 12 * MS
        assert step.exposed[side] == pytest.approx(11 * (call - 12 * MS), rel=1e-12)


def test_the_calls_of_a_step_are_hidden_one_by_one() -> None:
    # One operation of 11 calls of 50 ms, 12 ms beside each: 11 x 38 ms.
    beside = Overlap(Window(12 * MS), Window(12 * MS))
    assert beside.exposed((550 * MS, 550 * MS), 11.0, 1.0) == pytest.approx((0.418, 0.418), rel=1e-12)


def test_a_window_runs_under_compute_and_its_seconds_stand_in_the_ranking() -> None:
    window = {"window": ["40 ms", "30 ms"], "compute_slowdown": ["1.0", "1.1"]}
    changes = {"calls": "11", "overlap": window}
    table = estimate(spec(None, moe_dispatch={"per_step": "0"}, expert_gradient=changes))
    ranked = {one.assumption: one.seconds for one in table.ranking}
    low, high = (end / 11 for end in table.operations["expert_gradient"].step.time)
    assert low > 30 * MS
    assert high > 40 * MS
    # 10 ms less of a window, and 10 % of the 30 ms that are left, on each of 11 calls.
    assert ranked["expert_gradient.window"] == pytest.approx(11 * 10 * MS, rel=1e-9)
    assert ranked["expert_gradient.compute_slowdown"] == pytest.approx(11 * 3 * MS, rel=1e-9)
    assert sum(ranked.values()) == pytest.approx(table.exposed.conservative - table.exposed.optimistic, rel=1e-9)


def test_what_lies_inside_the_window_at_both_ends_costs_nothing() -> None:
    assert gradient(overlap={"window": "10 s"}).step.exposed == (0.0, 0.0)
