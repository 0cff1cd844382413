"""The 4,096-rank example: its model, layout and training, and the figures worked out independently."""

import json
from pathlib import Path
from typing import Any, TypeVar

from estimator.layout.grid import rank_layout
from estimator.spec.training.fitted import Fitted, fitting
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe
from estimator.spec.values.base import SpecModel

M = TypeVar("M", bound=SpecModel)
WORKED: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "moe_5t.json").read_text("utf-8"))
MODEL = ModelShape(
    hidden=8192,
    layers=88,
    ffn=24576,
    dense_layers=2,
    expert_ffn=3072,
    shared_experts=1,
    kv_width=1024,
    vocabulary=163840,
    norms=0,
)
"""The worked sums leave the norms out."""
MOE = Moe(experts=768, top_k=8)
LAYOUT = rank_layout(4096, tp=4, cp=2, ep=64, etp=1, pp=8)
TRAINING = TrainingRun.model_validate(
    {
        "sequence": 32768,
        "micro_batches": 32,
        "dispatch": "fp8_e4m3",
        "dispatch_scale": {"bytes": 4, "per": 128},
        "expert_gradient": "bf16",
    }
)


def varied(model: M, **change: Any) -> M:
    """A part of the spec with some fields changed, checked like one that was read."""
    return type(model).model_validate({name: getattr(model, name) for name in model.model_fields_set} | change)


def worked(**training: Any) -> Fitted:
    """The example, its training varied."""
    return fitting(MODEL, MOE, LAYOUT, varied(TRAINING, **training))
