"""The what-if of the page: compiled forms as JSON for the page's script, which moves their parameters by sliders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from estimator.cost.form import Form
from estimator.cost.key import KNEE, Key
from estimator.estimate.result import End, EstimateTable, OperationEstimate, Origin
from estimator.estimate.steps.overlap import Hiding, Window

Kind = Literal["time", "bandwidth", "factor"]
Json = dict[str, object]
KINDS: Mapping[str, Kind] = {
    "alpha": "time",
    "launch": "time",
    "sync": "time",
    "root": "time",
    "bandwidth": "bandwidth",
    "cut": "bandwidth",
    "reduce": "bandwidth",
    "reorder": "bandwidth",
    "knee": "factor",
}
"""What a slider shows of each quantity; a quantity that is not here has no slider."""


class Slider(NamedTuple):
    """One assumption to move between a quarter and four times ``value`` (SI, at the conservative end)."""

    key: str
    label: str
    value: float
    kind: Kind


def whatif_document(
    table: EstimateTable,
    name: Callable[[OperationEstimate], str],
    label: Callable[[Origin], str],
    sliders: int = 6,
    operations: int = 60,
) -> Json:
    """The JSON that the page's script reads: the sliders that move most, and both ends of the operations as matrices.

    ``name`` and ``label`` give the page's texts. The operations with the most exposed time are kept, in the table's
    order; the step's sum is then of those. A page whose sliders stand still shows the table's numbers.
    """
    found = list(table.operations.values())
    heavy = sorted(found, key=lambda op: -_weight(op))[:operations]
    kept = [op for op in found if op in heavy]
    moved = _sliders(kept, label)[:sliders]
    index = {slider.key: k for k, slider in enumerate(moved)}
    return {
        "sliders": [{"label": s.label, "value": s.value, "kind": s.kind} for s in moved],
        "ops": [_operation(op, name(op), index, in_step=op.step.of == table.main) for op in kept],
    }


def _weight(op: OperationEstimate) -> float:
    return op.step.exposed.conservative or op.time.conservative


def _sliders(operations: Sequence[OperationEstimate], label: Callable[[Origin], str]) -> list[Slider]:
    """Sliders by the seconds of a step that their parameters make up, the most first."""
    seconds: dict[str, float] = {}
    first: dict[str, Slider] = {}
    for op in sorted(operations, key=lambda op: -_weight(op)):
        end = op.conservative
        for key, origin in end.origins.items():
            if origin.quantity in KINDS and end.parts.get(key, 0.0) > 0.0:
                rank = origin.assumption
                seconds[rank] = seconds.get(rank, 0.0) + end.parts[key] / end.total_s * _weight(op)
                first.setdefault(rank, Slider(rank, label(origin), origin.value, KINDS[origin.quantity]))
    return sorted(first.values(), key=lambda slider: (-seconds[slider.key], slider.key))


def _operation(op: OperationEstimate, name: str, index: Mapping[str, int], *, in_step: bool) -> Json:
    return {
        "id": op.id,
        "name": name,
        "n": op.size.n / op.calls,
        "calls": op.calls,
        "count": op.step.count if in_step else 0.0,  # a call of another step is not in the sum
        "under": [step / own if own > 0.0 else 0.0 for step, own in zip(op.step.time, op.time, strict=True)],
        "hidden": [_hidden(hiding) for hiding in op.step.overlap],
        "ends": [_end(end, index) for end in (op.optimistic, op.conservative)],
    }


def _hidden(hiding: Hiding) -> Json:
    """What is hidden of a call at one end; the page's script knows both forms."""
    if isinstance(hiding, Window):
        return {"window": hiding.seconds, "slowdown": hiding.slowdown}
    return {"share": hiding.hidden}


def _end(end: End, index: Mapping[str, int]) -> Json:
    """Matrix, parameters, and for each parameter the slider that rules it (-1: none); other plans beside it."""
    found = _plan(end, end.form, index)
    if end.others:
        found["others"] = [_plan(end, form, index) for form in end.others]
    return found


def _plan(end: End, form: Form, index: Mapping[str, int]) -> Json:
    """One of the plans of an end, the fastest of which counts."""

    def rule(key: Key) -> int:
        return index.get(end.origins[key].assumption, -1) if key in end.origins else -1

    found: Json = {
        "theta": [end.theta[key] for key in form.keys],
        "power": form.power.tolist(),
        "rule": [rule(key) for key in form.keys],
        "phases": _phases(form),
        "whole": form.whole.tolist(),
        "extra": form.extra.tolist(),
    }
    if end.theta.get(KNEE, 0.0) > 0.0:
        found["knee"] = {
            "column": form.keys.index(KNEE),
            "k": end.knee.k * sqrt(end.knee.skew),
            "rule": rule(KNEE),
            "a": _sum(end, end.knee.sums.startup.form, rule),
            "x": _sum(end, end.knee.sums.slope.form, rule),
        }
    return found


def _sum(end: End, form: Form, rule: Callable[[Key], int]) -> Json:
    """A sum over phases of the largest row, in the parameters' own values."""
    return {
        "theta": [end.theta[key] for key in form.keys],
        "rule": [rule(key) for key in form.keys],
        "phases": _phases(form),
    }


def _phases(form: Form) -> list[list[list[float]]]:
    return [form.rows[a:b].tolist() for a, b in zip(form.start, form.stop, strict=True)]
