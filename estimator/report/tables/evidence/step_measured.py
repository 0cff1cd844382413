"""The budget of a step with measured values, as JSON and as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from estimator.judge.budget import MeasuredBudget, MeasuredOperation, StepTime
from estimator.phrase import heads, phrase
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import format_ratio, format_time

CLOSES = {
    "yes": phrase("the step closes as measured"),
    "no": phrase("the step does not close"),
    "open": phrase("not known yet: what was not measured in the step's condition stands at its limit or estimate"),
}

BASES: Mapping[str, str] = {one: one for one in heads("measured", "limit", "estimate")}
"""What the time of a call is taken from."""


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
        "must_hide": one.must_hide,
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
    yield from ("", phrase("the step with measured values, at the full skew"))
    head = heads("  operation", "condition", "calls", "one call", "from", "exposed", "share")
    yield from fitted(
        [head, *(_row(name, one) for name, one in found.operations.items())], screen, (0, 3, 2, 1, 4, 0, 1)
    )
    _, full = found.exposed
    yield phrase(
        "  exposed {exposed} of {allowed} ({used}): {closes}",
        exposed=format_time(full),
        allowed=format_time(found.allowed_s),
        used=format_ratio(full / found.allowed_s, 3) if found.allowed_s else "",
        closes=CLOSES[found.closes or "open"],
    )
    if found.slower_even is not None:
        even = format_time(found.slower_even)
        yield phrase("  at even load {even} was measured, more than at the full skew", even=even)


def _row(name: str, one: MeasuredOperation) -> list[str]:
    full = one.full
    call, basis, exposed = format_time(full.call_s), BASES[full.basis], format_time(full.exposed_s)
    return [f"  {name}", one.condition, f"{one.calls:g}", call, basis, exposed, _share(one)]


def _share(one: MeasuredOperation) -> str:
    if one.share_s is None:
        return ""
    share = format_time(one.share_s)
    return phrase("{share} kept", share=share) if one.within else phrase("{share} exceeded", share=share)
