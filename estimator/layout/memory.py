"""Memory of the model's state on one rank."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.dtypes import elements_bytes
from estimator.layout.traffic_state import dense_params, expert_params
from estimator.layout.training import Case

OPTIMIZER_BYTES = 12
"""Of one parameter: fp32 master copy and two moments."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes on one rank of the average stage, embeddings not counted."""

    weights: float
    gradients: float
    optimizer: float


def state_memory(case: Case) -> Memory:
    """Weights and gradients in their types, the optimizer sharded over the data-parallel groups from ZeRO 1 on.

    The 4,096-rank example: 20.8 GB of bf16 weights, 41.6 GB of fp32 gradients, 14.7 GB of optimizer state.
    """
    training, layout = case.training, case.layout
    expert, dense = expert_params(case), dense_params(case)
    shards = (layout.edp, layout.dp * layout.cp) if training.zero else (1, 1)
    gradients = elements_bytes(expert, training.expert_gradient) + elements_bytes(dense, training.gradient)
    return Memory(
        weights=elements_bytes(expert + dense, training.parameter),
        gradients=gradients,
        optimizer=OPTIMIZER_BYTES * (expert / shards[0] + dense / shards[1]),
    )
