"""What gradients, parameters and the ends of a step send: data parallelism in its ZeRO stages, scalars."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from estimator.dtypes import elements_bytes
from estimator.layout.weights import WeightShards
from estimator.spec.training.fitted import Fitted
from estimator.spec.training.flow import Flow, alone
from estimator.spec.training.parameters import (
    end_weights,
    held_experts,
    layer_weights,
    model_params,
    stage_weights,
)
from estimator.spec.training.run import RolloutRun
from estimator.spec.training.stages import PipelineStage


def state_flows(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """Flows of the state that a rank of ``stage`` holds."""
    if not alone(case.layout, "edp"):
        yield from _experts(case, stage)
    if not alone(case.layout, "dp_cp"):
        yield from _dense(case, stage)
    if not alone(case.layout, "tp"):
        yield _replicated(case, stage)
    if case.model.tied_embeddings and not alone(case.layout, "embedding") and (stage.embedding or stage.head):
        yield _embedding(case)
    if not alone(case.layout, "mp(tp-pp)"):
        yield Flow("grad_norm", "all_reduce", "mp(tp-pp)", 4, "fp32", 1)
    if not alone(case.layout, "dp_cp"):
        yield Flow("loss", "all_reduce", "dp_cp", 8, "fp32", 1)
    if case.training.rollout is not None:
        yield _weights(model_params(case), case.training.rollout)


def _experts(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """Routed experts over their data-parallel group."""
    params, dtype = held_experts(case, stage), case.training.expert_gradient
    if case.training.zero == 3:
        yield from _layers(case, "expert", "edp", params, dtype, stage.moe)
    else:
        yield from _whole(case, "expert", "edp", params, dtype)


def _dense(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """Everything else; under ZeRO 3 embedding, output matrix and last norm are gathered and scattered apart."""
    dtype = case.training.gradient
    if case.training.zero == 3:
        yield from _layers(case, "dense", "dp_cp", layer_weights(case, stage).held(case), dtype, stage.layers)
        yield from _layers(case, "ends", "dp_cp", end_weights(case, stage).held(case), dtype, 1)
    else:
        yield from _whole(case, "dense", "dp_cp", stage_weights(case, stage).held(case), dtype)


def _whole(case: Fitted, part: str, group: str, params: int, gradient: str) -> Iterator[Flow]:
    """One part of the state at once, or in as many buckets as one likes.

    ZeRO 0: one AllReduce of the gradients; 1 and 2: ReduceScatter of gradients and AllGather of parameters once a step.
    DeepSpeed's stage 2 keeps only the own shard of the gradients, so that each micro-batch scatters its own; Megatron's
    distributed optimizer adds them up first. Source: DeepSpeed issue 2252; Megatron-LM distributed optimizer.
    """
    training = case.training
    collective = "reduce_scatter" if training.zero else "all_reduce"
    each = training.zero == 2 and training.zero_style == "deepspeed"
    calls, n = training.micro_batches if each else 1, elements_bytes(params, gradient)
    yield Flow(f"{part}_gradient", collective, group, n, gradient, calls)
    if training.zero:
        n = elements_bytes(params, training.parameter)
        yield Flow(f"{part}_parameters", "all_gather", group, n, training.parameter, 1)


def _layers(case: Fitted, part: str, group: str, params: int, gradient: str, layers: int) -> Iterator[Flow]:
    """ZeRO 3: parameters twice and gradients once for each layer and micro-batch; a call has the mean of the layers."""
    training = case.training
    share, calls = -(-params // max(1, layers)), layers * training.micro_batches
    n, kept = elements_bytes(share, gradient), training.parameter
    yield Flow(f"{part}_gradient", "reduce_scatter", group, n, gradient, calls)
    yield Flow(f"{part}_parameters", "all_gather", group, elements_bytes(share, kept), kept, 2 * calls)


def _replicated(case: Fitted, stage: PipelineStage) -> Flow:
    """Gradients of norms and routers, which each tensor-parallel rank has of its own tokens only.

    Source: Megatron-LM core/distributed/finalize_model_grads.py, for parameters marked as sequence parallel.
    """
    dtype = case.training.gradient
    n = elements_bytes(stage_weights(case, stage).replicated, dtype)
    return Flow("replicated_gradient", "all_reduce", "tp", n, dtype, 1)


def _embedding(case: Fitted) -> Flow:
    """Gradients of the embedding that first and last stage share."""
    params = -(-case.model.vocabulary * case.model.hidden // case.layout.tp)
    n, dtype = elements_bytes(params, case.training.gradient), case.training.gradient
    return Flow("embedding_gradient", "all_reduce", "embedding", n, dtype, 1)


def _weights(params: int, rollout: RolloutRun) -> Flow:
    """The shard of one rollout device, fetched from the trainer: 39.1 GB of fp8 in the 4,096-rank example."""
    n = ceil(WeightShards(elements_bytes(params, rollout.dtype), rollout.devices, 1).shard)
    return Flow("weight_sync", "p2p", "sync_pair", n, rollout.dtype, 1 / rollout.steps)
