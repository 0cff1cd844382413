"""How many parameters a model has, and a rank holds."""

from __future__ import annotations

from estimator.spec.training.fitted import Fitted
from estimator.spec.training.shape import ModelShape, Moe


def moe_layers(model: ModelShape, moe: Moe | None) -> int:
    """Layers with experts."""
    return model.layers - model.dense_layers if moe is not None else 0


def routed_params(model: ModelShape, moe: Moe | None) -> int:
    """Parameters of all routed experts."""
    return moe_layers(model, moe) * (moe.experts if moe is not None else 0) * model.expert_params


def embedding_params(model: ModelShape) -> int:
    """Parameters of the token embedding and, where it is its own, the output matrix."""
    return (1 if model.tied_embeddings else 2) * model.vocabulary * model.hidden


def unrouted_params(model: ModelShape, moe: Moe | None) -> int:
    """Parameters that every expert-parallel rank holds: attention, shared experts, dense layers, routers."""
    with_experts = moe_layers(model, moe)
    shared = with_experts * model.shared_experts * model.expert_params
    routers = with_experts * (moe.experts if moe is not None else 0) * model.hidden
    feed_forward = 3 * model.hidden * model.ffn * (model.layers - with_experts)
    return model.layers * model.attention + shared + routers + feed_forward


def model_params(model: ModelShape, moe: Moe | None) -> int:
    """All parameters: 5.011e12 in the 4,096-rank example."""
    return routed_params(model, moe) + unrouted_params(model, moe) + embedding_params(model)


def expert_params(case: Fitted) -> int:
    """Parameters of routed experts on one rank: 9,739,173,888 in the 4,096-rank example."""
    return -(-routed_params(case.model, case.moe) // (case.layout.pp * case.layout.ep * case.layout.etp))


def dense_params(case: Fitted) -> int:
    """All other parameters on one rank without embeddings: 672,792,576 in the 4,096-rank example."""
    return -(-unrouted_params(case.model, case.moe) // (case.layout.pp * case.layout.tp))
