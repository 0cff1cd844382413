"""What each changed place of the spec adds to a limit that moved, in any unit: the shares sum to the difference."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator.history.difference import difference
from estimator.history.halfway import fitted, gathered, value_of
from estimator.history.inputs import Input
from estimator.history.loosened import MovedLimit
from tests.history.test_labelled_specs import as_it_is
from tests.history.test_labelled_specs import edited as edited_spec
from tests.history.versions import BASE, between, edited

RATE = ("at_most: estimate.conservative, tolerance: 5 %", "at_least: estimate.conservative, tolerance: 5 %")
BUSBW = ("    operation: gather\n", "    operation: gather\n    metric: {name: busbw, statistic: mean}\n")
FLOOR = edited(RATE, BUSBW)
"""The gather with a floor under its bus bandwidth, which follows the estimate."""


def limit(before: str, after: str, name: str) -> MovedLimit:
    """The limit of a requirement that moved most; its shares sum to the difference."""
    loosened = between(before, after).changed[name].loosened
    assert loosened is not None
    found = loosened.limit
    assert sum(found.shares.values()) == pytest.approx(found.after - found.before, rel=1e-9)
    return found


def test_share_and_overlap_divide_a_budget_limit_between_them() -> None:
    """share / 64 calls / (1 - overlap) - 5 us, rounded down to three digits.

    250 ms at 60 %: 9.76 ms, 300 ms: 11.7 ms, 250 ms at 70 %: 13 ms, both: 15.6 ms. The share adds 1.94 ms first and
    2.6 ms last, 2.27 ms on the average; the overlap 3.24 and 3.9 ms, 3.57 ms.
    """
    more, hidden = ("dispatch: 250 ms", "dispatch: 300 ms"), ("overlap: [0.7, 0.6]", "overlap: [0.7, 0.7]")
    found = limit(BASE, edited(more, hidden), "R-BUD")
    assert (found.before, found.after) == pytest.approx((9.76e-3, 15.6e-3))
    assert found.shares == pytest.approx(
        {"operations.dispatch.overlap": 3.57e-3, "budget.operations.dispatch": 2.27e-3}
    )


def test_a_floor_in_bytes_per_second_falls_with_the_bandwidth_and_the_start_up() -> None:
    """At one size: (7/8) n / T, and T is 7 alpha + (7/8) n / B + T0 and a knee; a slower link takes more than 1 us."""
    was = "exclusive:    {alpha: [3 us, 4 us], bandwidth: [200 GB/s, 180 GB/s]"
    now = "exclusive:    {alpha: [3 us, 5 us], bandwidth: [200 GB/s, 160 GB/s]"
    found = limit(FLOOR, edited((was, now), text=FLOOR), "R-EST")
    assert found.unit == "bandwidth"
    assert set(found.shares) == {
        "platform.paths.inside.exclusive.alpha",
        "platform.paths.inside.exclusive.bandwidth",
    }
    assert max(found.shares.values()) < 0.0


def test_only_the_end_that_a_limit_follows_is_asked_for_causes() -> None:
    """The better start-up moves the optimistic end alone, and the limit is the conservative one."""
    was = "exclusive:    {alpha: [3 us, 4 us], bandwidth: [200 GB/s, 180 GB/s]"
    now = "exclusive:    {alpha: [2 us, 4 us], bandwidth: [200 GB/s, 160 GB/s]"
    found = limit(BASE, edited((was, now)), "R-EST")
    assert list(found.shares) == ["platform.paths.inside.exclusive.bandwidth"]


def test_what_a_ratio_divides_by_moves_what_passes() -> None:
    """1.5 times what the node's NICs need: 384 GB/s become 350, and that many seconds more pass. It is assumed."""
    row = {
        "spec": "moe_5t.yaml",
        "edits": [["exclusive: {bandwidth: 384 GB/s}", "exclusive: {bandwidth: 350 GB/s}", "platforms/asic_x.yaml"]],
    }
    loosened = difference(as_it_is("moe_5t.yaml"), edited_spec(row)).changed["CCL-A2AV-06"].loosened
    assert loosened is not None
    assert loosened.needs_approval
    assert (loosened.by, loosened.limit.unit) == ("assumption", "time")
    assert loosened.ratio == pytest.approx(384 / 350)
    assert loosened.limit.shares == {
        "platform.cuts.node_nics.exclusive.bandwidth": loosened.limit.after - loosened.limit.before
    }


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 9), st.integers(120, 220), st.integers(600, 900), st.floats(0.1, 2.0))
def test_shares_of_a_floor_sum_to_its_difference(alpha: int, rate: int, reduce: int, knee: float) -> None:
    now = edited(
        ("exclusive:    {alpha: [3 us, 4 us], bandwidth: [200 GB/s, 180 GB/s]",
         f"exclusive:    {{alpha: [3 us, {alpha} us], bandwidth: [220 GB/s, {rate} GB/s]"),
        ("with_compute: {alpha: [3 us, 8 us]", "with_compute: {alpha: [3 us, 9 us]"),
        ("multi_group:  {alpha: [3 us, 6 us]", "multi_group:  {alpha: [3 us, 9 us]"),
        ("multi_group:  {alpha: [3 us, 9 us], bandwidth: [190 GB/s, 160 GB/s]",
         "multi_group:  {alpha: [3 us, 9 us], bandwidth: [190 GB/s, 120 GB/s]"),
        ("with_compute: {alpha: [3 us, 9 us], bandwidth: [180 GB/s, 150 GB/s]",
         "with_compute: {alpha: [3 us, 9 us], bandwidth: [180 GB/s, 110 GB/s]"),
        ("reduce: {bandwidth: [1.6 TB/s, 800 GB/s]", f"reduce: {{bandwidth: [1.6 TB/s, {reduce} GB/s]"),
        ("knee: {k: [0, 1.7]", f"knee: {{k: [0, {knee:.3f}]"),
        text=FLOOR,
    )  # fmt: skip
    limit(FLOOR, now, "R-EST")


@given(st.integers(1, 4), st.data())
def test_values_of_causes_sum_to_what_all_make_together(count: int, data: st.DataObject) -> None:
    numbers = st.floats(-1e3, 1e3)
    choices = [frozenset(one) for size in range(count + 1) for one in combinations(range(count), size)]
    values = {one: data.draw(numbers) for one in choices}
    found = [value_of(at, values) for at in range(count)]
    assert sum(found) == pytest.approx(values[frozenset(range(count))] - values[frozenset()], abs=1e-6)
    orders = list(permutations(range(count)))
    for at in range(count):
        added = [
            values[frozenset(one[: one.index(at) + 1])] - values[frozenset(one[: one.index(at)])] for one in orders
        ]
        assert found[at] == pytest.approx(sum(added) / len(orders), abs=1e-6)


@given(st.dictionaries(st.text("abc", min_size=1), st.floats(-10.0, 10.0), max_size=5), st.floats(-10.0, 10.0))
def test_fitted_shares_sum_to_the_difference(shares: dict[str, float], difference: float) -> None:
    found = fitted(shares, difference)
    if any(shares.values()):
        assert sum(found.values()) == pytest.approx(difference, rel=1e-6, abs=1e-6)


def test_many_places_are_gathered_under_the_part_they_stand_in() -> None:
    paths = [("platform", "paths", name, "exclusive", key) for name in "abc" for key in ("alpha", "bandwidth")]
    found = gathered([Input(path, 1, 2) for path in (*paths, ("budget", "step"))], 4)
    assert [one.text for one in found] == ["platform.paths.a.exclusive", "platform.paths.b.exclusive",
                                           "platform.paths.c.exclusive", "budget.step"]  # fmt: skip
    assert [len(one.places) for one in found] == [2, 2, 2, 1]
    assert gathered([], 4) == ()
