"""Fields that no operation from inference feels: each is changed, and what the operations take is worked out anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from estimator.errors import Path
from estimator.spec.derived.layouts import layout_in
from estimator.spec.inference.forward import forward
from estimator.spec.inference.run import InferenceRun, Phase
from estimator.spec.inference.traffic import forward_traffic
from estimator.spec.training.flow import Flow
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape
from estimator.spec.values.scale import Scale

if TYPE_CHECKING:
    from estimator.spec.document import Spec

OTHER_TYPE = "fp64"
"""An element type that nobody sends: a field that it does not change is not looked at."""
OTHER: Mapping[str, Any] = {
    "speculative": 10**6,
    "activation": OTHER_TYPE,
    "dispatch": OTHER_TYPE,
    "dispatch_scale": Scale(bytes=10**6, per=1),
    "dispatch_extra": 10**6,
    "combine": OTHER_TYPE,
    "kv": OTHER_TYPE,
}

Used = Mapping[Phase, frozenset[str]]


def idle(spec: Spec, used: Used) -> Iterator[Path]:
    """Fields as written that change no flow of those ``used``, by step."""
    if spec.inference is None or spec.model is None:
        return
    run = spec.inference
    before = _taken(spec, used, run, spec.model, spec.training)
    for path, other in _probes(run):
        if _taken(spec, used, other, spec.model, spec.training) == before:
            yield path
    if spec.model.kv_latent:
        latent = spec.model.model_copy(update={"kv_latent": spec.model.kv_latent + 1})
        if _taken(spec, used, run, latent, spec.training) == before:
            yield ("model", "kv_latent")


def gives_types(spec: Spec, used: Used) -> bool:
    """Whether the operations from inference take an element type from the training."""
    if spec.inference is None or spec.model is None or spec.training is None:
        return False
    other = spec.training.model_copy(update=dict.fromkeys(("activation", "dispatch", "combine"), OTHER_TYPE))
    found = (_taken(spec, used, spec.inference, spec.model, run) for run in (spec.training, other))
    return next(found) != next(found)


def _probes(run: InferenceRun) -> Iterator[tuple[Path, InferenceRun]]:
    """Each field as written with the run in which it is another value."""
    for key, value in OTHER.items():
        if key in run.model_fields_set:
            yield ("inference", key), run.model_copy(update={key: value})
    if "tp_collective" in run.model_fields_set:
        other = "rs_ag" if run.tp_collective == "all_reduce" else "all_reduce"
        yield ("inference", "tp_collective"), run.model_copy(update={"tp_collective": other})
    for key in ("context", "output"):
        if run.decode is not None and key in run.decode.model_fields_set:
            decode = run.decode.model_copy(update={key: 10**9})
            yield ("inference", "decode", key), run.model_copy(update={"decode": decode})


def _taken(
    spec: Spec, used: Used, run: InferenceRun, model: ModelShape, like: TrainingRun | None
) -> dict[tuple[Phase, str], Flow | None]:
    found: dict[tuple[Phase, str], Flow | None] = {}
    for phase, names in used.items():
        layout = layout_in(spec, phase)
        case = forward(phase, run, model, spec.moe, layout.ranks, like) if layout is not None else None
        flows = forward_traffic(case, phase, run) if case is not None else {}
        found |= {(phase, name): flows.get(name) for name in names}
    return found
