"""What gradients, parameters and the ends of a step send: data parallelism in its ZeRO stages, scalars."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from estimator.dtypes import elements_bytes
from estimator.layout.weights import WeightShards
from estimator.spec.training.fitted import Fitted
from estimator.spec.training.flow import Flow, alone
from estimator.spec.training.parameters import (
    dense_params,
    embedding_params,
    expert_params,
    model_params,
    moe_layers,
)
from estimator.spec.training.run import RolloutRun
from estimator.spec.training.stages import Stage


def state_flows(case: Fitted, stage: Stage) -> Iterator[Flow]:
    """Flows of the model's state. Sizes are those of the average stage: parameters / (pp tp), experts / (pp ep etp)."""
    if case.moe is not None and not alone(case.layout, "edp"):
        yield from _sharded(case, "expert", "edp", expert_params(case), case.training.expert_gradient, stage.moe)
    if not alone(case.layout, "dp_cp"):
        yield from _sharded(case, "dense", "dp_cp", dense_params(case), case.training.gradient, stage.layers)
    if case.model.tied_embeddings and not alone(case.layout, "embedding"):
        yield _embedding(case)
    if not alone(case.layout, "mp(tp-pp)"):
        yield Flow("grad_norm", "all_reduce", "mp(tp-pp)", 4, "fp32", 1, "4 B")
    if not alone(case.layout, "dp_cp"):
        yield Flow("loss", "all_reduce", "dp_cp", 8, "fp32", 1, "2 * 4 B")
    if case.training.rollout is not None:
        yield _weights(model_params(case.model, case.moe), case.training.rollout)


def _sharded(case: Fitted, part: str, group: str, params: int, gradient: str, layers: int) -> Iterator[Flow]:
    """One part of the state over its data-parallel group.

    Stage 0: one AllReduce of the gradients; 1 and 2: ReduceScatter of gradients, AllGather of parameters, once a step
    (in as many buckets as one likes); 3: for each layer and micro-batch, parameters twice and gradients once.
    """
    training = case.training
    if training.zero == 0:
        n = elements_bytes(params, gradient)
        yield Flow(f"{part}_gradient", "all_reduce", group, n, gradient, 1, "parameters of a rank * bytes")
        return
    share, calls, what = params, 1, "parameters of a rank * bytes"
    if training.zero == 3:
        whole = moe_layers(case.model, case.moe) if part == "expert" else case.model.layers
        share, calls = -(-params * case.layout.pp // whole), layers * training.micro_batches
        what = "parameters of a rank's layer * bytes"
    n, gathers = elements_bytes(share, training.parameter), calls if training.zero < 3 else 2 * calls
    yield Flow(f"{part}_gradient", "reduce_scatter", group, elements_bytes(share, gradient), gradient, calls, what)
    yield Flow(f"{part}_parameters", "all_gather", group, n, training.parameter, gathers, what)


def _embedding(case: Fitted) -> Flow:
    """Gradients of the embedding that first and last stage share."""
    params = -(-embedding_params(case.model) // case.layout.tp)
    n, dtype = elements_bytes(params, case.training.gradient), case.training.gradient
    return Flow("embedding_gradient", "all_reduce", "embedding", n, dtype, 1, "vocabulary h / tp * bytes")


def _weights(params: int, rollout: RolloutRun) -> Flow:
    """The shard of one rollout device, fetched from the trainer: 39.1 GB of fp8 in the 4,096-rank example."""
    n = ceil(WeightShards(elements_bytes(params, rollout.dtype), rollout.devices, 1).shard)
    return Flow("weight_sync", "p2p", "sync_pair", n, rollout.dtype, 1 / rollout.steps, "parameters / devices * bytes")
