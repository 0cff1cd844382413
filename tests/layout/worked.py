"""The 4,096-rank example: its model, layout and training, and the figures worked out independently."""

import json
from typing import Any

from estimator.dtypes import Blocks
from estimator.layout.grid import rank_layout
from estimator.layout.model import Model
from estimator.layout.training import Training
from tests.layout.oracle import DATA

WORKED: dict[str, Any] = json.loads((DATA / "moe_5t.json").read_text("utf-8"))
MODEL = Model(
    hidden=8192,
    layers=88,
    ffn=24576,
    dense_layers=2,
    experts=768,
    top_k=8,
    expert_ffn=3072,
    shared_experts=1,
    kv_width=1024,
    vocabulary=163840,
)
LAYOUT = rank_layout(4096, tp=4, cp=2, ep=64, etp=1, pp=8)
TRAINING = Training(32768, micro_batches=32, dispatch="fp8_e4m3", dispatch_scale=Blocks(4, 128), expert_gradient="bf16")
