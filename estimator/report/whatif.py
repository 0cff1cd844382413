"""The what-if of the page: compiled forms as JSON, which the page's script evaluates with parameters moved by sliders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from estimator.cost.form import Form

Kind = Literal["time", "bandwidth", "factor"]
Json = dict[str, object]


class Slider(NamedTuple):
    """One parameter to move between a quarter and four times ``value``.

    ``value`` in SI (s, B/s) or a plain factor. A bandwidth divides the columns it rules, the other kinds multiply them.
    """

    key: str
    label: str
    value: float
    kind: Kind


class Knee(NamedTuple):
    """What makes up the derived parameter ``knee`` = k sqrt(A X): coefficients of A and X by parameter name."""

    k: float
    a: Mapping[str, float]
    x: Mapping[str, float]


class FormEnd(NamedTuple):
    """One end of an operation: its form, the parameters in force, which slider rules which, and its knee if it has one.

    ``ruled_by``: parameter name -> key of a slider; a parameter without one stays as it is.
    """

    form: Form
    theta: Mapping[str, float]
    ruled_by: Mapping[str, str]
    knee: Knee | None = None


class WhatIfOperation(NamedTuple):
    """One operation: ``n`` [byte] of one call, ``calls``, exposed seconds in a step per second of T at both ends."""

    id: str
    name: str
    n: float
    calls: float
    exposed: tuple[float, float]
    optimistic: FormEnd
    conservative: FormEnd


def whatif_document(operations: Sequence[WhatIfOperation], sliders: Sequence[Slider]) -> Json:
    """The JSON that the page's script reads: sliders, and per operation both ends as matrices.

    ``exposed`` weights of an operation that is not part of the step are 0. Numbers are written in full.
    """
    index = {slider.key: k for k, slider in enumerate(sliders)}
    return {
        "sliders": [{"label": s.label, "value": s.value, "kind": s.kind} for s in sliders],
        "ops": [
            {
                "id": op.id,
                "name": op.name,
                "n": op.n,
                "calls": op.calls,
                "exposed": list(op.exposed),
                "ends": [_end(op.optimistic, index), _end(op.conservative, index)],
            }
            for op in operations
        ],
    }


def _end(end: FormEnd, index: Mapping[str, int]) -> Json:
    form = end.form
    found: Json = {
        "theta": [end.theta[key] for key in form.keys],
        "power": form.power.tolist(),
        "rule": [index.get(end.ruled_by.get(key, ""), -1) for key in form.keys],
        "phases": [form.rows[a:b].tolist() for a, b in zip(form.start, form.stop, strict=False)],
        "whole": form.whole.tolist(),
        "extra": form.extra.tolist(),
    }
    if end.knee is not None and "knee" in form.keys:
        found["knee"] = _knee(end.knee, end, index)
    return found


def _knee(knee: Knee, end: FormEnd, index: Mapping[str, int]) -> Json:
    """A and X as lists of (seconds or s/B at the spec's parameters, slider), so that the script only scales and adds."""

    def terms(weights: Mapping[str, float]) -> list[list[float]]:
        return [[c * end.theta[key], index.get(end.ruled_by.get(key, ""), -1)] for key, c in weights.items()]

    return {"column": end.form.keys.index("knee"), "k": knee.k, "a": terms(knee.a), "x": terms(knee.x)}
