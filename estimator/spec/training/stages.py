"""Layers on pipeline stages, and the stage that communicates most."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.layout.grid import LayoutError
from estimator.spec.training.parameters import moe_layers
from estimator.spec.training.shape import ModelShape, Moe


@dataclass(frozen=True, slots=True)
class Stage:
    """Layers of one pipeline stage; ``moe`` of them have experts."""

    layers: int
    moe: int


def pipeline(model: ModelShape, moe: Moe | None, pp: int, layers: tuple[int, ...] = ()) -> tuple[Stage, ...]:
    """The stages in order. ``layers`` says how many each holds; left out they share evenly, the last ones one more.

    Dense layers come first: 88 layers, 2 of them dense, on 8 stages are 11 each, 9 with experts on the first stage.
    """
    if layers and (len(layers) != pp or sum(layers) != model.layers or min(layers) < 0):
        what = f"{len(layers)} stages of {sum(layers)} layers, not {pp} of {model.layers}"
        raise LayoutError("stage_layers", what, "write one number a stage that add up to the layers")
    if not layers and model.layers < pp:
        raise LayoutError("pp", f"{pp} stages for {model.layers} layers", f"write at most {model.layers}")
    each, more = divmod(model.layers, pp)
    counts = layers or tuple(each + (stage >= pp - more) for stage in range(pp))
    stages, dense = [], model.layers - moe_layers(model, moe)
    for count in counts:
        stages.append(Stage(count, count - min(count, dense)))
        dense -= min(count, dense)
    return tuple(stages)


def busiest(stages: tuple[Stage, ...]) -> Stage:
    """The stage with the most expert layers, then the most layers: its ranks communicate most."""
    return max(stages, key=lambda stage: (stage.moe, stage.layers))
