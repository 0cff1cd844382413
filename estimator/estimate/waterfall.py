"""Why an interval is as wide as it is: steps from the optimistic to the conservative end that sum to its width."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.cost.attribution import because_of
from estimator.cost.evaluate import at
from estimator.estimate.result import Origin, Step
from estimator.estimate.setting import Setting, Work, parameters, prepared

FACTORS = {"alpha": "alpha", "beta": "bandwidth", "link": "bandwidth", "gap": "message_rate", "cut": "cut"}
PLAIN = {"gamma": "reduce", "knee": "knee", "T0": "launch", "reorder": "reorder", "sync": "sync"}
ORDER = (
    "sequence",
    "skew",
    "padding",
    "alpha",
    "bandwidth",
    "cut",
    "message_rate",
    "reduce",
    "knee",
    "launch",
    "reorder",
    "sync",
)


def waterfall(work: Work, low: Setting, high: Setting, operation: str, balance: str) -> tuple[Step, ...]:
    """Steps from ``low`` (optimistic) to ``high`` (conservative) in the fixed order; seconds of all calls [s].

    Overlap -> sequence at the optimistic parameters; skew or padding (``balance`` names which); the parameters by the
    integral of the derivative; T0; reorder; sync. They sum to the difference of the two ends.
    """
    n = work.call_n
    start = prepared(work, low)
    in_sequence = low.in_sequence()
    sequence = start if low.overlap is False else prepared(work, in_sequence)
    balanced_setting = in_sequence.with_skew_of(high)
    balanced = prepared(work, balanced_setting)
    values = [at(form, theta, n) for form, theta in (start, sequence, balanced)]
    form, old = balanced
    moved = because_of(form, old, form.theta(parameters(work, high)), n)
    origins = high.origins
    steps = [
        Step("sequence", operation, (values[1] - values[0]) * work.calls, origins.get("sequence")),
        Step(balance, operation, (values[2] - values[1]) * work.calls, origins.get("skew")),
    ]
    steps += [_step(key, second * work.calls, origins, operation) for key, second in moved.items()]
    return tuple(sorted((s for s in steps if s.seconds), key=lambda s: ORDER.index(s.factor)))


def _step(key: str, second: float, origins: Mapping[str, Origin], operation: str) -> Step:
    origin = origins.get(key)
    family = key.partition(".")[0]
    factor = PLAIN.get(key) or FACTORS[family]
    return Step(factor, origin.where if origin else operation, second, origin)
