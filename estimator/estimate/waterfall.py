"""Why an interval is as wide as it is: steps from the optimistic to the conservative end that sum to its width."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.cost.attribution import because_of
from estimator.cost.evaluate import at
from estimator.cost.key import SEQUENCE, SKEW, Family, Key
from estimator.estimate.assume.setting import Setting, Work, parameters, seconds_of, tuned
from estimator.estimate.result import End, Origin, WaterfallStep

FACTORS: dict[Family, str] = {
    "alpha": "alpha",
    "hop": "hop",
    "beta": "bandwidth",
    "link": "bandwidth",
    "unit": "bandwidth",
    "nic": "bandwidth",
    "gap": "message_rate",
    "root": "root",
    "cut": "cut",
    "gamma": "reduce",
    "knee": "knee",
    "T0": "launch",
    "reorder": "reorder",
    "sync": "sync",
}
"""What a step of the waterfall calls each family."""
ORDER = (
    "sequence",
    "skew",
    "padding",
    "alpha",
    "hop",
    "bandwidth",
    "cut",
    "message_rate",
    "reduce",
    "knee",
    "root",
    "launch",
    "reorder",
    "sync",
)


def waterfall(
    work: Work, low: Setting, high: Setting, ends: tuple[End, End], operation: str
) -> tuple[WaterfallStep, ...]:
    """Steps from ``low`` (optimistic) to ``high`` (conservative) in the fixed order; seconds of all calls [s].

    ``ends``: what the two settings gave.

    Overlap -> sequence at the optimistic parameters; skew or padding; the parameters by the
    integral of the derivative; T0; reorder; sync. They sum to the difference of the two ends.
    """
    n = work.call_n
    first, last = ends
    sequence, rescheduled = first.total_s, work.schedule is not None
    work = tuned(work, high)
    if low.overlap and (work.fast != (work.plan,) or rescheduled):
        sequence = seconds_of(work, low.in_sequence())
    balanced = low.in_sequence().with_skew_of(high)
    old = last.form.theta(parameters(work, balanced))
    new = last.form.theta(last.theta)
    in_balance = sequence
    if (low.skew, low.node_skew) != (high.skew, high.node_skew):
        in_balance = work.calls * at(last.form, old, n)
    moved = because_of(last.form, old, new, n)
    origins = high.origins
    balance = origins[SKEW].quantity if SKEW in origins else "skew"
    steps = [
        WaterfallStep("sequence", operation, sequence - first.total_s, origins.get(SEQUENCE)),
        WaterfallStep(balance, operation, in_balance - sequence, origins.get(SKEW)),
    ]
    steps += [_step(key, second * work.calls, origins, operation) for key, second in moved.items()]
    return tuple(sorted((s for s in steps if s.seconds), key=lambda s: ORDER.index(s.factor)))


def _step(key: Key, second: float, origins: Mapping[Key, Origin], operation: str) -> WaterfallStep:
    origin = origins.get(key)
    return WaterfallStep(FACTORS[key.family], origin.where if origin else operation, second, origin)
