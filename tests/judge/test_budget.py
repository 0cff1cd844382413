"""The budget with measured values, worked out by hand: ten calls of a gradient and four of an exchange."""

from typing import Any

import pytest

from estimator.estimate.steps.need import Needs
from estimator.judge.budget import MeasuredBudget, MeasuredOperation, StepTime, measured_budget
from estimator.tools.records import Event
from tests.judge.scenes import CALL, acceptance, runs, spec_with

LIMIT = {"at_most": "20 ms", "at": "64 MiB"}
GRAD = {**CALL, "limit": LIMIT, "sweep": {"conditions": ["exclusive", "multi_group"]}}
LOADED: dict[str, Any] = {"condition": "multi_group"}
ONLY_GRAD: dict[str, Any] = {"operations.experts": None}


def budget(events: list[Event], changes: dict[str, Any] | None = None) -> MeasuredBudget:
    worked = spec_with(GRAD, changes)
    found = acceptance(worked, events)
    return measured_budget(Needs(worked.spec, worked.table), worked.expanded, found)


def test_measured_calls_of_the_steps_own_condition_are_added_up() -> None:
    # Nothing of the gradient is hidden and it runs beside other groups: ten calls of at worst 9.2 ms against 100 ms.
    found = budget(runs([0.0090, 0.0091, 0.0092], **LOADED), ONLY_GRAD)
    assert found.allowed_s == pytest.approx(0.1)
    one = found.operations["grad"]
    assert (one.condition, one.calls, one.full.basis) == ("multi_group", 10, "measured")
    assert one.full.exposed_s == pytest.approx(0.092)
    assert found.closes == "yes"


def test_what_is_measured_can_break_the_budget_alone() -> None:
    assert budget(runs([0.0110] * 3, **LOADED)).closes == "no"


def test_an_easier_condition_does_not_stand_for_the_steps() -> None:
    found = budget(runs([0.0090] * 3), ONLY_GRAD)
    assert found.operations["grad"].full.basis == "limit"
    assert found.operations["grad"].full.exposed_s == pytest.approx(0.2)  # ten times the limit of 20 ms
    assert found.closes == "open"


def test_what_nobody_measured_keeps_it_open() -> None:
    found = budget(runs([0.0090] * 3, **LOADED))
    assert found.operations["experts"].full.basis == "estimate"
    assert found.closes == "open"


def test_a_measurement_that_cannot_be_judged_is_none() -> None:
    assert budget(runs([0.0090] * 2, **LOADED), ONLY_GRAD).operations["grad"].full.basis == "limit"


def test_even_load_that_was_measured_slower_than_the_full_skew_breaks_the_budget_too() -> None:
    # 6.2 ms of 6.0 ms at even load, 5.9 ms at the full skew: noise made the easier run the slower one.
    even, full = (StepTime(skew, seconds, seconds, seconds, "measured") for skew, seconds in ((1, 0.0062), (2, 0.0059)))
    one = MeasuredOperation("exclusive", 1, None, even, full, None)
    found = MeasuredBudget(0.006, {"grad": one})
    assert (found.closes, found.slower_even) == ("no", 0.0062)
    assert MeasuredBudget(0.0063, {"grad": one}).closes == "yes"


def test_an_overlap_that_a_must_asks_for_stands_at_its_limit_until_it_is_measured() -> None:
    # 6 ms measured, of which a must wants 70 % hidden: 1.8 ms exposed, which nobody has seen yet.
    step = StepTime(1, 0.006, 0.006, 0.0018, "measured")
    asked = MeasuredOperation("exclusive", 1, None, step, step, None, 0.7)
    found = MeasuredBudget(0.002, {"grad": asked})
    assert (found.closes, found.measured, found.exposed[1]) == ("open", 0.0, 0.0018)
    assert MeasuredBudget(0.001, {"grad": asked}).closes == "open"
    seen = MeasuredOperation("exclusive", 1, None, step, step, 0.7, 0.7)
    assert MeasuredBudget(0.002, {"grad": seen}).closes == "yes"
    assert MeasuredBudget(0.001, {"grad": seen}).closes == "no"


def test_a_measured_call_is_exposed_by_the_overlap_that_a_must_asks_for() -> None:
    overlap = {
        **CALL,
        "kind": "compute_overlap",
        "limit": {"at_least": "75 %"},
        "sweep": {"conditions": ["multi_group"]},
    }
    found = budget(
        runs([0.0100] * 3, **LOADED),
        {**ONLY_GRAD, "requirements.O": {"title": "t", "responsible": ["library"], **overlap}},
    )
    one = found.operations["grad"]
    assert (one.must_hide, one.full.basis, found.closes) == (0.75, "measured", "open")
    assert one.full.exposed_s == pytest.approx(10 * 0.010 * 0.25)


def test_without_a_budget_there_is_nothing_to_close() -> None:
    assert budget(runs([0.0090] * 3, **LOADED), {"budget": None}).closes is None
