"""Layers on pipeline stages: the one list that calls and bytes of a step come from."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.layout.grid import LayoutError
from estimator.phrase import phrase
from estimator.spec.training.fitted import Fitted


@dataclass(frozen=True, slots=True)
class PipelineStage:
    """What one pipeline stage holds: layers, ``moe`` of them with experts, the embedding, the head."""

    layers: int
    moe: int
    embedding: bool = False
    head: bool = False


def pipeline(case: Fitted) -> tuple[PipelineStage, ...]:
    """The stages in order: the first has the embedding, the last the head and the last norm.

    The layers are shared as ``stage_layers`` says; left out they share evenly, the last stages one more. Layers without
    experts come first: 88 layers, 2 of them dense, on 8 stages are 11 each, 9 with experts on the first stage. Raises
    LayoutError when the stages cannot be.
    """
    model, pp, written = case.model, case.layout.pp, case.training.stage_layers
    if written and (len(written) != pp or sum(written) != model.layers):
        what = phrase(
            "{count} stages of {total} layers, not {pp} of {layers}",
            count=len(written),
            total=sum(written),
            pp=pp,
            layers=model.layers,
        )
        raise LayoutError("stage_layers", what, "write one number a stage that add up to the layers")
    if not written and model.layers < pp:
        raise LayoutError(
            "pp",
            phrase("{pp} stages for {layers} layers", pp=pp, layers=model.layers),
            phrase("write at most {layers}", layers=model.layers),
        )
    each, more = divmod(model.layers, pp)
    counts = written or tuple(each + (stage >= pp - more) for stage in range(pp))
    stages, dense = [], case.dense_layers
    for index, count in enumerate(counts):
        stages.append(PipelineStage(count, count - min(count, dense), embedding=index == 0, head=index == pp - 1))
        dense -= min(count, dense)
    return tuple(stages)
