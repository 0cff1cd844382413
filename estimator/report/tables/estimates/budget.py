"""The budget of a step for programs and terminals: what is allowed, estimated, and exposed with every must just met."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.phrase import heads, phrase
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.require.closure import AtSkew, Closure, OperationClosure
from estimator.units import format_number, format_time

RANKS = (0, 3, 4, 1, 1, 2, 5, 1, 0)
"""Of the columns: what each operation exposes stays."""
VERDICTS: Mapping[str | None, str] = {
    "yes": phrase("the set closes"),
    "no": phrase("the set does not close"),
    "never": phrase("the set cannot close: already the optimistic end is over the budget"),
    None: phrase("no budget"),
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
    """An empty line, a table and a sentence that says whether the set closes; nothing without a budget."""
    if found.closes is None:
        return []
    first = heads("operation", "share", "calls", "allowed a call", "limit", "requirement", "at skew")
    rows = [[*first, *heads("exposed even", "full skew")]]
    rows += [_shown(name, one) for name, one in found.operations.items()]
    return ["", *fitted(rows, screen, RANKS), "", _sentence(found)]


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
    return phrase(
        "Exposed per step: {allowed} allowed, estimated {low} .. {high}; every must just met {even} at even load, "
        "{skewed} at the full skew: {verdict}.",
        allowed=format_time(allowed),
        low=format_time(low),
        high=format_time(high),
        even=format_time(even),
        skewed=format_time(skewed),
        verdict=_verdict(found),
    )


def _verdict(found: Closure) -> str:
    over = found.musts_met[1] - (found.allotment.allowed_s or 0.0)
    verdict = VERDICTS[found.closes]
    return phrase("{verdict} by {over}", verdict=verdict, over=format_time(over)) if found.closes == "no" else verdict
