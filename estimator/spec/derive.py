"""Operations that follow from model, layout and training: worked out on the data as written, before it is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from estimator.errors import Problem
from estimator.layout.grid import LayoutError
from estimator.layout.groups import kind_named
from estimator.spec.arrange import arranged
from estimator.spec.base import SpecModel
from estimator.spec.conditions import with_conditions
from estimator.spec.refusal import Refusal
from estimator.spec.suggest import suggestion
from estimator.spec.training.fitted import fitting
from estimator.spec.training.flow import Flow
from estimator.spec.training.layout import Layout
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe
from estimator.spec.training.step import Traffic, largest, stage_traffic

if TYPE_CHECKING:
    from estimator.spec.document import Spec

SECTIONS = {
    "layout": "{order: tp-cp-ep-dp-pp, world: ..., tp: ...}",
    "model": "{hidden: ..., layers: ...}",
    "training": "{sequence: ..., micro_batches: ...}",
}
PLACEHOLDER = {
    "unknown": {
        "collective": "p2p",
        "group": "unknown",
        "tensor": {"bytes": "1 B", "semantics": "message"},
        "algorithm": "direct",
    }
}
"""Stands for operations that cannot be worked out because of a mistake elsewhere, which has its own message."""


def completed(data: Any) -> Any:
    """A spec as written, with ``from_layout`` groups and ``from_model`` operations filled in.

    What the author wrote stands. An operation that cannot be worked out carries a ``Refusal``; it is left out when a
    section that it rests on is broken. Conditions defined at the top are among the platform's.
    """
    return derived(arranged(with_conditions(data)))


def derived(data: Any, drop: bool = True) -> Any:
    """``completed`` for the operations alone; without ``drop`` those that rest on a broken section stay as written."""
    operations = data.get("operations") if isinstance(data, dict) else None
    if not isinstance(operations, dict) or not any(_from_model(operation) for operation in operations.values()):
        return data
    missing = [name for name in SECTIONS if name not in data]
    flows = None if missing else _flows(data)
    if flows is None and not missing:
        if not drop:
            return data
        kept = {name: operation for name, operation in operations.items() if not _from_model(operation)}
        return {**data, "operations": kept or PLACEHOLDER}
    filled = {name: _filled(item, flows or {}, missing, data.get("groups")) for name, item in operations.items()}
    return {**data, "operations": filled}


def traffic_of(spec: Spec) -> tuple[Traffic, ...]:
    """What each pipeline stage communicates in a step; empty where model, layout and training do not say it."""
    if spec.model is None or spec.layout is None or spec.training is None:
        return ()
    try:
        return stage_traffic(fitting(spec.model, spec.moe, spec.layout.ranks, spec.training))
    except LayoutError:
        return ()


def misfits(spec: Spec) -> Iterator[Problem]:
    """Model, layout and training that do not fit together; sections that no operation rests on have no effect."""
    if spec.model is None or spec.layout is None or spec.training is None:
        return
    try:
        stage_traffic(fitting(spec.model, spec.moe, spec.layout.ranks, spec.training))
    except LayoutError as error:
        owners: dict[str, type[SpecModel]] = {"layout": Layout, "training": TrainingRun, "moe": Moe}
        section = next((name for name, owner in owners.items() if error.key in owner.model_fields), "model")
        yield Problem((section, error.key), error.what, error.hint)


def _from_model(operation: Any) -> bool:
    return isinstance(operation, dict) and "from_model" in operation


def _flows(data: dict[str, Any]) -> Mapping[str, Flow] | None:
    """The traffic of a step; None when a section is broken, which has its own message."""
    try:
        moe = Moe.model_validate(data["moe"]) if "moe" in data else None
        model = ModelShape.model_validate(data["model"])
        layout = Layout.model_validate(data["layout"]).ranks
        run = TrainingRun.model_validate(data["training"])
        return largest(stage_traffic(fitting(model, moe, layout, run)))
    except (ValidationError, LayoutError):
        return None


def _filled(operation: Any, flows: Mapping[str, Flow], missing: list[str], groups: Any) -> Any:
    if not _from_model(operation):
        return operation
    name = operation["from_model"]
    if missing:
        hint = "; ".join(f"add {section}: {SECTIONS[section]}" for section in missing)
        return _refused(f"the spec has no {' and no '.join(missing)}", hint)
    if not isinstance(name, str) or name not in flows:
        said = f"'{name[:40]}'" if isinstance(name, str) else "a value that is no name"
        return _refused(f"a step of this model and layout has no {said}", suggestion(name, flows))
    flow = flows[name]
    figures = {
        "collective": flow.collective,
        "tensor": {"bytes": f"{flow.n} B", "dtype": flow.dtype, "semantics": flow.semantics},
        "per_step": flow.per_step,
    }
    if "group" not in operation:
        found = _groups(groups, flow.group)
        if len(found) != 1:
            what = f"{len(found) or 'no'} groups come from the layout's {flow.group}"
            add = "add group: NAME" if found else f"add group: NAME, or groups: {{NAME: {{from_layout: {flow.group}}}}}"
            return _refused(what, add, "group")
        figures["group"] = found[0]
    return figures | operation


def _refused(what: str, hint: str, key: str = "from_model") -> dict[str, Refusal]:
    return {"from_model": Refusal(key, what, hint)}


def _groups(groups: Any, kind: str) -> list[str]:
    """The names of the groups that come from the layout as this kind."""
    found = []
    for name, group in groups.items() if isinstance(groups, dict) else ():
        written = group.get("from_layout") if isinstance(group, dict) else None
        try:
            if isinstance(written, str) and kind_named(written) == kind:
                found.append(name)
        except LayoutError:
            continue
    return found
