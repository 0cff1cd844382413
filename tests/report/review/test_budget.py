"""The budget of the page's model: what the step may expose, and the musts on an operation's call."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.report.review.budget import held_limits
from tests.report.documents import SMALL, material

BUDGET = "budget: {step: 20 s, exposed_communication: 15 %}"


def model(new: str = BUDGET) -> Any:
    assert BUDGET in SMALL
    return material(SMALL.replace(BUDGET, new)).review


def of(found: Any, name: str) -> Any:
    return next(one for one in found["operations"] if one["id"] == name)["budget"]


def test_what_a_step_may_expose_and_the_shares_are_in_seconds() -> None:
    new = "budget: {step: 20 s, exposed_communication: 15 %, operations: {dispatch: 2 s}, allocate: proportional}"
    assert model(new)["budget"] == {"allowed": 3.0, "shares": {"dispatch": 2.0}, "proportional": 1, "digits": 3}
    assert model()["budget"]["proportional"] == 0


def test_without_a_budget_no_operation_has_one() -> None:
    found = model("")
    assert found["budget"] is None
    assert all("budget" not in one for one in found["operations"])


def test_a_limit_from_the_estimate_follows_the_test_of_its_cell() -> None:
    # R-T-01: the conservative end, 2 % more allowed, at even load as its sweep says; under compute there is none.
    found = of(model(), "dispatch")
    usual, computing = found["limits"]
    assert computing == [[], []]
    (limit,) = usual[0]
    assert (limit["id"], limit["skew"], limit["at"]) == ("R-T-01", 1.0, 1.0)
    assert (limit["tolerance"], limit["factor"], limit["rate"]) == (0.02, 1.0, 0.0)
    assert "held" not in limit
    assert found["n"] == 4096 * 8 * (8192 + 8192 / 128 * 4)


def test_what_a_test_leaves_out_of_the_steps_call_is_named() -> None:
    # Two passes of a reorder and a wait stand around the dispatch, nothing around the AllReduce.
    assert of(model(), "dispatch")["out"]["passes"] == 2.0
    assert {"sync", "reorder"} <= set(of(model(), "dispatch")["out"])
    assert of(model(), "sync")["out"]["passes"] == 0.0


@pytest.mark.parametrize(("limit", "held"), [("estimate.conservative", []), ("7 ms", [])])
def test_limits_of_one_call_follow_or_are_numbers(limit: str, held: list[str]) -> None:
    text = SMALL.replace("at_most: estimate.conservative", f"at_most: {limit}")
    budgets = {one["id"]: one["budget"] for one in material(text).review["operations"]}
    assert list(held_limits(budgets)) == held


def test_a_limit_that_stays_as_printed_is_told() -> None:
    held = {"a": {"limits": [[[{"id": "R-1", "held": 1}, {"id": "R-2"}]]]}}
    assert list(held_limits(held)) == ["R-1"]
