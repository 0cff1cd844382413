"""The traffic of each step that a spec describes: of training, of a prefill, of a decode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from estimator.errors import Path, Problem
from estimator.layout.grid import LayoutError
from estimator.spec.derived.layouts import layout_in, layout_path, written_layout
from estimator.spec.inference.forward import forward
from estimator.spec.inference.run import InferenceRun, Phase
from estimator.spec.inference.traffic import forward_traffic
from estimator.spec.training.fitted import fitting
from estimator.spec.training.flow import Flow
from estimator.spec.training.known import KNOWN
from estimator.spec.training.layout import Layout
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe
from estimator.spec.training.step import Traffic, largest, stage_traffic
from estimator.spec.values.base import STEPS, SpecModel, StepName

if TYPE_CHECKING:
    from estimator.spec.document import Spec
    from estimator.spec.workload import Operation

SECTIONS = {
    "layout": "{order: tp-cp-ep-dp-pp, world: ..., tp: ...}",
    "model": "{hidden: ..., layers: ...}",
    "training": "{sequence: ..., micro_batches: ...}",
    "inference": "{decode: {batch: ...}}",
    "moe": "{experts: ..., top_k: ...}",
}
PHASES: Mapping[Phase, str] = {"prefill": "{batch: 1, tokens: 4096}", "decode": "{batch: 128}"}
TRANSFER = "kv_transfer"
MAIN: tuple[StepName, ...] = ("training", "decode", "prefill")


def named(name: str) -> tuple[StepName, str]:
    """The step that ``from_model`` means, and the flow in it: ``decode.moe_dispatch``; a bare one is of training.

    ``kv_transfer`` is of a prefill, where keys and values come from.
    """
    step, dot, flow = name.partition(".")
    for phase in PHASES:
        if dot and step == phase:
            return phase, flow
    return ("prefill", name) if name == TRANSFER else ("training", name)


def full_name(step: StepName, flow: str) -> str:
    """What ``from_model`` calls a flow."""
    return flow if step == "training" or (step, flow) == ("prefill", TRANSFER) else f"{step}.{flow}"


class Steps:
    """What follows from a spec as written; each step is worked out once, when it is asked for."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.known: dict[StepName, Mapping[str, Flow] | None] = {}

    def missing(self, step: StepName, flow: str = "") -> list[str]:
        """The sections that the step, or a flow of it, rests on and that the spec does not have."""
        known = KNOWN[step].get(flow)
        experts = ("moe",) if known is not None and known.experts else ()
        needed = ("layout", "model", "training" if step == "training" else "inference", *experts)
        own = written_layout(self.data, step) is not None
        return [name for name in needed if name not in self.data and not (own and name == "layout")]

    def lacks(self, step: StepName) -> bool:
        """Whether the section on inference speaks of another step only."""
        written = self.data.get("inference")
        phases = [phase for phase in PHASES if isinstance(written, dict) and phase in written]
        return step != "training" and bool(phases) and step not in phases

    def flows(self, step: StepName) -> Mapping[str, Flow] | None:
        """Its traffic; None when a section is broken, which has its own message."""
        if step not in self.known:
            try:
                self.known[step] = self._flows(step)
            except (ValidationError, LayoutError):
                self.known[step] = None
        return self.known[step]

    def names(self) -> list[str]:
        """Everything that ``from_model`` may name."""
        steps = [step for step in STEPS if not self.missing(step) and not self.lacks(step)]
        return [full_name(step, flow) for step in steps for flow in self.flows(step) or ()]

    def _flows(self, step: StepName) -> Mapping[str, Flow]:
        data = self.data
        moe = Moe.model_validate(data["moe"]) if "moe" in data else None
        model = ModelShape.model_validate(data["model"])
        layout = Layout.model_validate(written_layout(data, step)).ranks
        run = TrainingRun.model_validate(data["training"]) if "training" in data else None
        if step != "training":
            inference = InferenceRun.model_validate(data["inference"])
            return forward_traffic(forward(step, inference, model, moe, layout, run), step, inference)
        return largest(stage_traffic(fitting(model, moe, layout, run))) if run is not None else {}


def traffic_of(spec: Spec) -> tuple[Traffic, ...]:
    """What each pipeline stage communicates in a training step; empty where model, layout and training do not say."""
    if spec.model is None or spec.layout is None or spec.training is None:
        return ()
    try:
        return stage_traffic(fitting(spec.model, spec.moe, spec.layout.ranks, spec.training))
    except LayoutError:
        return ()


def main_step(operations: Iterable[Operation]) -> StepName:
    """The step that sums, budget and ranking are about: the first that counts an operation, training before all."""
    found = list(operations)
    counted = {operation.step for operation in found if operation.per_step} or {operation.step for operation in found}
    return next(step for step in MAIN if step in counted or step == MAIN[-1])


def flows_used(operations: Iterable[Operation]) -> dict[StepName, frozenset[str]]:
    """The flows of each step that operations take their figures from."""
    found = [named(operation.from_model) for operation in operations if operation.from_model is not None]
    return {step: frozenset(flow for of, flow in found if of == step) for step in STEPS}


def misfits(spec: Spec) -> Iterator[Problem]:
    """Model, layout and runs that do not fit together."""
    broken = spec.moe is None and "moe" in spec.model_fields_set
    if spec.model is None or broken:
        return
    seen = set()
    for step in STEPS:
        layout = layout_in(spec, step)
        try:
            if step == "training" and spec.training is not None and layout is not None:
                stage_traffic(fitting(spec.model, spec.moe, layout.ranks, spec.training))
            elif step != "training" and spec.inference is not None and layout is not None:
                forward(step, spec.inference, spec.model, spec.moe, layout.ranks, spec.training)
        except LayoutError as error:
            path = (*_section(spec, step, error.key), error.key)
            if path not in seen:
                seen.add(path)
                yield Problem(path, error.what, error.hint)


def _section(spec: Spec, step: StepName, key: str) -> Path:
    if key in Layout.model_fields:
        return layout_path(spec, step)
    owners: dict[str, type[SpecModel]] = {"training": TrainingRun, "moe": Moe}
    return (next((name for name, owner in owners.items() if key in owner.model_fields), "model"),)
