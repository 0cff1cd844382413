"""What stands in for operations and groups that a mistake elsewhere leaves open, so that their own are told too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from estimator.cost.collectives import NAMES
from estimator.cost.entries.catalogue import find
from estimator.errors import Problem
from estimator.phrase import linked, phrase
from estimator.spec.checks.references import NOBODY
from estimator.spec.derived.layouts import written_layout
from estimator.spec.derived.steps import Steps, full_name, named
from estimator.spec.training.flow import SIZES, semantics
from estimator.spec.training.known import KNOWN
from estimator.spec.training.layout import Layout
from estimator.spec.values.base import StepName

GROUP: Mapping[str, Any] = {"size": 1, "ranks_per_node": 1, "levels": [NOBODY]}


def standing_in(operation: dict[str, Any], step: StepName, key: str) -> dict[str, Any]:
    """An operation as it is written, with figures that nobody may take for its own."""
    known = KNOWN[step].get(key)
    collective = _collective(operation, known.collectives if known is not None else ("p2p",))
    tensor = {"bytes": "1 B", "semantics": semantics(collective)}
    return {"collective": collective, "group": NOBODY, "tensor": tensor, "step": step} | operation


def _collective(operation: dict[str, Any], possible: tuple[str, ...]) -> str:
    """The first of the collectives that the algorithm as written is one of."""
    return next((one for one in possible if one in _takers(operation)), possible[0])


def _takers(operation: dict[str, Any]) -> list[str]:
    """The collectives that the algorithm as written is one of."""
    written = operation.get("algorithm")
    name = written.get("name") if isinstance(written, dict) else written
    return [one for one in NAMES if isinstance(name, str) and find(one, name) is not None]


def stands_in(operation: Any) -> bool:
    """Whether a checked operation or group stands in for one that is not known."""
    return NOBODY in (getattr(operation, "group", ""), *getattr(operation, "levels", ()))


def idle_axes(steps: Steps, operation: dict[str, Any], step: StepName, key: str) -> list[str]:
    """The axes of the group that a flow runs on, where each of them is 1, so that nothing is sent; else nothing.

    Nothing either where the algorithm is that of other collectives: the flow may be the wrong one.
    """
    known = KNOWN[step].get(key)
    takers = _takers(operation)
    if known is None or (takers and not set(takers) & set(known.collectives)):
        return []
    try:
        layout = Layout.model_validate(written_layout(steps.data, step)).ranks
    except ValidationError:
        return []
    axes = SIZES.get(known.group, ())
    return [*axes] if all(getattr(layout, axis) == 1 for axis in axes) else []


def sending_nothing(data: Any) -> Iterator[Problem]:
    """Axes of a layout that are 1 while operations come from their traffic: told once, at the axis."""
    operations = data.get("operations") if isinstance(data, dict) else None
    found: dict[tuple[StepName, str], list[str]] = {}
    steps = Steps(data) if isinstance(operations, dict) else None
    for name, operation in operations.items() if steps is not None and isinstance(operations, dict) else ():
        written = operation.get("from_model") if isinstance(operation, dict) else None
        if not isinstance(written, str):
            continue
        step, key = named(written)
        if steps is None or steps.missing(step, key) or steps.lacks(step) or key in (steps.flows(step) or {}):
            continue
        if steps.flows(step) is not None and (axes := idle_axes(steps, operation, step, key)):
            shown = name if name == full_name(step, key) else f"{name} ({full_name(step, key)})"
            found.setdefault((step, _open_axis(axes, step, data)), []).append(shown)
    for (step, axis), names in found.items():
        yield _nothing_sent(step, axis, names, data)


def _open_axis(axes: list[str], step: StepName, data: Any) -> str:
    """The axis that the layout leaves out, or the first."""
    written = written_layout(data, step)
    return next((axis for axis in axes if isinstance(written, dict) and axis not in written), axes[0])


def _nothing_sent(step: StepName, axis: str, names: list[str], data: Any) -> Problem:
    own = written_layout(data, step) is not data.get("layout")
    where = ("inference", step, "layout") if own else ("layout",)
    path = (*where, axis if axis in Layout.model_fields else "world")
    what = phrase("{axis} is 1, so that nothing is sent by {names}", axis=axis, names=linked(" and ", names))
    if axis in (written_layout(data, step) or {}):
        return Problem(path, what, phrase("write {axis}: 2 or more, or remove what sends nothing", axis=axis))
    return Problem(path, what, phrase("add {axis}: 2 or more, or remove what sends nothing", axis=axis))
