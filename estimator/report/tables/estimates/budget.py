"""The budget of a step for programs and terminals: what is allowed, estimated, and exposed with every must just met."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.require.closure import AtSkew, Closure, OperationClosure
from estimator.units import format_number, format_time

RANKS = (0, 3, 4, 1, 1, 2, 5, 1, 0)
"""Of the columns: what each operation exposes stays."""
VERDICTS: Mapping[str | None, str] = {
    "yes": "the set closes",
    "no": "the set does not close",
    "never": "the set cannot close: already the optimistic end is over the budget",
    None: "no budget",
}


def budget_data(found: Closure) -> dict[str, object]:
    """Seconds in full. A row of an operation is about its full skew, but where only the even load has a limit.

    ``closes``: yes | no | never, null without a budget.
    """
    even, skewed = found.musts_met
    return {
        "allowed_s": found.allotment.allowed_s,
        "estimate_s": list(found.estimate),
        "musts_met_s": {"even": even, "skewed": skewed},
        "carried_over_s": found.carried_over_s,
        "closes": found.closes,
        "other_s": found.allotment.other_s,
        "operations": {name: _row(one) for name, one in found.operations.items()},
    }


def _row(one: OperationClosure) -> dict[str, object]:
    return {
        "share_s": one.share_s,
        "calls": one.calls,
        **_limited(one.shown),
        "even": _at(one.even),
        "skewed": _at(one.full),
        "carried": None if one.carried is None else {"call_s": one.carried.seconds, "from": one.carried.requirement},
    }


def _limited(at: AtSkew) -> dict[str, object]:
    return {
        "allowed_call_s": at.allowed_call_s,
        "limit_s": at.limit_s,
        "requirement": at.requirement or None,
        "exposed_s": at.exposed_s,
    }


def _at(at: AtSkew) -> dict[str, object]:
    return {"skew": at.skew, "call_s": at.call_s, "left_out_s": at.left_out_s, **_limited(at)}


def budget_lines(found: Closure, screen: Screen = PLAIN) -> list[str]:
    """A table for the terminal and a sentence that says whether the set closes; nothing without a budget."""
    if found.closes is None:
        return []
    rows = [
        [
            "operation",
            "share",
            "calls",
            "allowed a call",
            "limit",
            "requirement",
            "at skew",
            "exposed even",
            "full skew",
        ]
    ]
    rows += [_shown(name, one) for name, one in found.operations.items()]
    return [*fitted(rows, screen, RANKS), "", _sentence(found), ""]


def _shown(name: str, one: OperationClosure) -> list[str]:
    at = one.shown
    return [
        name,
        _time(one.share_s),
        format_number(one.calls),
        _time(at.allowed_call_s),
        _time(at.limit_s),
        at.requirement or "-",
        format_number(at.skew),
        format_time(one.even.exposed_s),
        format_time(one.full.exposed_s),
    ]


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else format_time(seconds)


def _sentence(found: Closure) -> str:
    even, skewed = found.musts_met
    low, high = found.estimate
    allowed = found.allotment.allowed_s or 0.0
    return (
        f"Exposed per step: {format_time(allowed)} allowed, estimated {format_time(low)} .. {format_time(high)}; every "
        f"must just met {format_time(even)} at even load, {format_time(skewed)} at the full skew: {_verdict(found)}."
    )


def _verdict(found: Closure) -> str:
    over = found.musts_met[1] - (found.allotment.allowed_s or 0.0)
    more = f" by {format_time(over)}" if found.closes == "no" else ""
    return f"{VERDICTS[found.closes]}{more}"
