"""The budget of a step with measured values, as JSON and as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from estimator.judge.budget import MeasuredBudget, MeasuredOperation, StepTime
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import format_ratio, format_time

CLOSES = {
    "yes": "the step closes as measured",
    "no": "the step does not close",
    "open": "not known yet: calls without a measurement in the step's condition stand at their limit or estimate",
}


def budget_data(found: MeasuredBudget) -> dict[str, Any]:
    """For programs, in seconds."""
    even, full = found.exposed
    return {
        "allowed_s": found.allowed_s,
        "exposed_s": {"even": even, "full": full},
        "measured_s": found.measured,
        "closes": found.closes,
        "operations": {name: _operation(one) for name, one in found.operations.items()},
    }


def _operation(one: MeasuredOperation) -> dict[str, Any]:
    return {
        "condition": one.condition,
        "calls": one.calls,
        "share_s": one.share_s,
        "within": one.within,
        "hidden": one.hidden,
        "even": _time(one.even),
        "full": _time(one.full),
    }


def _time(one: StepTime) -> dict[str, Any]:
    return {
        "skew": one.skew,
        "test_s": one.test_s,
        "call_s": one.call_s,
        "exposed_s": one.exposed_s,
        "basis": one.basis,
    }


def budget_lines(found: MeasuredBudget, screen: Screen = PLAIN) -> Iterator[str]:
    """For people: the operations that a step counts, and whether it closes; nothing without a budget."""
    if found.allowed_s is None or not found.operations:
        return
    yield from ("", "the step with measured values, at the full skew")
    heads = ["  operation", "condition", "calls", "one call", "from", "exposed", "share"]
    yield from fitted(
        [heads, *(_row(name, one) for name, one in found.operations.items())], screen, (0, 3, 2, 1, 4, 0, 1)
    )
    _, full = found.exposed
    used = format_ratio(full / found.allowed_s, 3) if found.allowed_s else ""
    yield f"  exposed {format_time(full)} of {format_time(found.allowed_s)} ({used}): {CLOSES[found.closes or 'open']}"
    if found.slower_even is not None:
        yield f"  at even load {format_time(found.slower_even)} was measured, more than at the full skew"


def _row(name: str, one: MeasuredOperation) -> list[str]:
    share = "" if one.share_s is None else f"{format_time(one.share_s)} {'kept' if one.within else 'exceeded'}"
    full = one.full
    cells = [one.condition, f"{one.calls:g}", format_time(full.call_s), full.basis, format_time(full.exposed_s), share]
    return [f"  {name}", *cells]
