"""What the layers of a stage send: tensor, context and pipeline parallelism."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from estimator.dtypes import elements_bytes
from estimator.spec.training.fitted import Fitted
from estimator.spec.training.flow import Flow, alone
from estimator.spec.training.stages import PipelineStage


def layer_flows(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """Flows of activations and their gradients, per rank of ``stage``."""
    if not alone(case.layout, "tp"):
        yield from _tensor(case, stage)
    if not alone(case.layout, "cp"):
        yield from {"all_gather": _gathered, "ring": _ring, "ulysses": _ulysses}[case.training.context](case, stage)
    if not alone(case.layout, "pp_pair"):
        yield _hand_over(case)


def _tensor(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """TP with sequence parallelism: each block gathers its input and scatters its output.

    Forward 1 AllGather and 1 ReduceScatter, backward 2 and 1 (the input is gathered again for the weight gradient).
    A block is a layer's attention, the feed-forward part of a layer without experts, or the shared experts of one with.
    """
    training = case.training
    n = elements_bytes(case.sequence_tokens * case.model.hidden, training.activation)
    feed_forward = stage.layers if case.model.shared_experts else stage.layers - stage.moe
    blocks = (stage.layers + feed_forward) * training.micro_batches
    again = blocks if training.recompute else 0
    yield Flow("tp_all_gather", "all_gather", "tp", n, training.activation, 3 * blocks + again)
    yield Flow("tp_reduce_scatter", "reduce_scatter", "tp", n, training.activation, 2 * blocks + again)


def _key_value_bytes(case: Fitted, tokens: int) -> int:
    """Keys and values of the tokens on one tensor-parallel rank: no less than one head of each."""
    elements = -(-tokens * 2 * case.model.key_value_width // case.kv_ranks)
    return elements_bytes(elements, case.training.activation)


def _gathered(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """Keys and values gathered forward and again backward, their gradients scattered."""
    n = _key_value_bytes(case, case.training.sequence * case.training.micro_batch)
    calls, again = stage.layers * case.training.micro_batches, int(case.training.recompute)
    dtype = case.training.activation
    yield Flow("cp_kv_gather", "all_gather", "cp", n, dtype, (2 + again) * calls)
    yield Flow("cp_kv_gradient", "reduce_scatter", "cp", n, dtype, calls)


def _ring(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """Keys and values handed round: cp - 1 hops forward; backward the same and the gradients beside them."""
    n = _key_value_bytes(case, case.sequence_tokens)
    hops = (case.layout.cp - 1) * stage.layers * case.training.micro_batches
    passes = 3 + int(case.training.recompute)
    yield Flow("cp_ring", "p2p", "cp", n, case.training.activation, passes * hops)


def _ulysses(case: Fitted, stage: PipelineStage) -> Iterator[Flow]:
    """All-to-All from sequence to heads and back: queries, keys and values in, the output out.

    Every rank of the group needs a head of keys and values, so these do not fall below one head for each.
    """
    model, layout, dtype = case.model, case.layout, case.training.activation
    head = model.key_value_width / model.kv_heads if model.kv_heads else 0.0
    key_value = max(model.key_value_width / case.kv_ranks, layout.cp * head)
    query = model.q_width / layout.tp
    calls = (2 + int(case.training.recompute)) * stage.layers * case.training.micro_batches
    for name, width in {"cp_qkv_exchange": query + 2 * key_value, "cp_output_exchange": query}.items():
        n = elements_bytes(ceil(case.sequence_tokens * width), dtype)
        yield Flow(name, "all_to_all", "cp", n, dtype, calls)


def _hand_over(case: Fitted) -> Flow:
    """Activations to the next stage and gradients to the one before, for each micro-batch and model chunk."""
    n = elements_bytes(case.tokens * case.model.hidden, case.training.activation)
    count = 2 * case.training.micro_batches * case.training.interleave
    return Flow("pp_send", "p2p", "pp_pair", n, case.training.activation, count)
