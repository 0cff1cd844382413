"""What one forward pass of inference sends: named operations with size and count, nothing of a backward pass."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.dtypes import elements_bytes
from estimator.spec.inference.forward import Forward
from estimator.spec.inference.run import DecodeRun, InferenceRun, Phase, PrefillRun
from estimator.spec.training.flow import Flow, alone
from estimator.spec.training.shape import Moe

KV_PAIR = "kv_pair"
"""The group of a transfer from a prefill rank to a decode rank: written by hand, no layout holds both."""


def forward_traffic(case: Forward, phase: Phase, inference: InferenceRun) -> dict[str, Flow]:
    """Name -> flow of everything that a rank sends in one step, in the order of the pass.

    Counts are those of one batch on its way through all pipeline stages, which work on it one after another. A decode
    step of a model with 58 expert layers dispatches 58 times. Source: Megatron-LM's forward pass; vLLM's sequence
    parallel experts (tokens shared out over TP before the dispatch, gathered after the combine).
    """
    flows = [*_tensor(case, inference), *_context(case, phase), *_experts(case), *_hand_over(case)]
    run = inference.prefill if phase == "prefill" else inference.decode
    if run is not None:
        flows += _transfer(case, run)
    return {flow.name: flow for flow in flows if flow.n and flow.per_step}


def _tensor(case: Forward, inference: InferenceRun) -> Iterator[Flow]:
    """The blocks of a forward pass: attention, and a feed-forward part that is no routed expert.

    ``all_reduce``: every block ends with one, and the outputs of routed experts, whose tokens the group shared out, are
    gathered. ``rs_ag``: a gather before and a scatter after each block.
    """
    if alone(case.layout, "tp"):
        return
    n, dtype = case.activations(case.sequence_tokens), case.types.activation
    layers, moe = case.model.layers, case.moe_layers
    blocks = layers + (layers if case.model.shared_experts else layers - moe)
    if inference.tp_collective == "all_reduce":
        yield Flow("tp_all_reduce", "all_reduce", "tp", n, dtype, blocks)
        yield Flow("tp_all_gather", "all_gather", "tp", n, dtype, moe)
    else:
        yield Flow("tp_all_gather", "all_gather", "tp", n, dtype, blocks)
        yield Flow("tp_reduce_scatter", "reduce_scatter", "tp", n, dtype, blocks)


def _context(case: Forward, phase: Phase) -> Iterator[Flow]:
    """Prefill gathers the keys and values of a layer; in decode each rank attends to its part of every context."""
    if alone(case.layout, "cp"):
        return
    dtype, layers = case.types.activation, case.model.layers
    if phase == "prefill":
        n = case.keys_and_values(case.sequences * case.tokens, 1, dtype)
        yield Flow("cp_kv_gather", "all_gather", "cp", n, dtype, layers)
        return
    n = elements_bytes(case.sequences * case.tokens * -(-case.model.q_width // case.layout.tp), dtype)
    yield Flow("cp_all_reduce", "all_reduce", "cp", n, dtype, layers)


def _experts(case: Forward) -> Iterator[Flow]:
    """Token counts, dispatch, combine, and tensor parallelism inside the experts, once each in a layer with experts."""
    moe, layout = case.moe, case.layout
    if moe is None:
        return
    if not alone(layout, "ep_etp"):
        n = elements_bytes(moe.experts, "int32") * layout.ep * layout.etp
        yield Flow("expert_counts", "all_gather", "ep_etp", n, "int32", case.moe_layers)
    if not alone(layout, "ep"):
        yield from _exchanges(case, moe)
    if not alone(layout, "etp"):
        n, dtype = case.activations(case.own_tokens * moe.top_k) * layout.etp, case.types.activation
        yield Flow("etp_all_gather", "all_gather", "etp", n, dtype, case.moe_layers)
        yield Flow("etp_reduce_scatter", "reduce_scatter", "etp", n, dtype, case.moe_layers)


def _exchanges(case: Forward, moe: Moe) -> Iterator[Flow]:
    rows = case.own_tokens * moe.top_k
    for name, row in (("moe_dispatch", case.types.dispatch), ("moe_combine", case.types.combine)):
        yield Flow(name, "all_to_all_v", "ep", rows * row.size, row.dtype, case.moe_layers)


def _hand_over(case: Forward) -> Iterator[Flow]:
    """Hidden states to the next stage."""
    if not alone(case.layout, "pp_pair"):
        n = case.activations(case.own_tokens)
        yield Flow("pp_send", "p2p", "pp_pair", n, case.types.activation, case.layout.pp - 1)


def _transfer(case: Forward, run: PrefillRun | DecodeRun) -> Iterator[Flow]:
    """Keys and values of one sequence from a rank that filled them to the rank that reads them.

    All together layers * 2 * kv_width * tokens * bytes, shared out over TP (no further than its heads), CP and PP.
    Each prompt of a prefill step is sent once. In a decode step batch / output sequences join, (1 + speculative)
    times as many when every draft token is accepted.
    """
    if isinstance(run, PrefillRun):
        tokens, count = run.tokens, float(run.batch)
    elif run.context is None or run.output is None:
        return
    else:
        tokens, count = run.context, run.batch * case.tokens / run.output
    layers, own = -(-case.model.layers // case.layout.pp), -(-tokens // case.layout.cp)
    n = case.keys_and_values(own, layers, case.types.kv)
    yield Flow("kv_transfer", "p2p", KV_PAIR, n, case.types.kv, count)
