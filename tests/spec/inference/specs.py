"""Published models and the decode exchange of one of them, as specs of inference."""

from typing import Any

from estimator.spec.inference.forward import Forward, forward
from estimator.spec.inference.run import InferenceRun, Phase
from estimator.spec.inference.traffic import forward_traffic
from estimator.spec.training.flow import Flow
from estimator.spec.training.layout import Layout
from estimator.spec.training.shape import ModelShape, Moe

DEEPSEEK_V3 = {
    "hidden": 7168,
    "layers": 61,
    "dense_layers": 3,
    "ffn": 18432,
    "expert_ffn": 2048,
    "shared_experts": 1,
    "vocabulary": 129280,
    "kv_latent": 576,
}
"""Source: DeepSeek-V3 technical report, section 4.2: 61 layers, the first 3 dense; latent 512, rotary part 64."""
DEEPSEEK_MOE = {"experts": 256, "top_k": 8, "node_limit": 4}
LLAMA_70B = {"hidden": 8192, "layers": 80, "ffn": 28672, "kv_width": 1024, "kv_heads": 8}
"""Source: The Llama 3 Herd of Models, table 3: 64 heads and 8 of keys and values, of width 128."""

DECODE = """
commspec: 1
document: {id: DE, version: "0.1", title: EP128 decode, owner: us}
sources: {guess: {basis: assumed, text: example, date: "2026-01-15"}}
platform:
  name: pod
  ranks_per_node: 8
  nodes: 16
  launch: {time: [20 us, 30 us], from: guess}
  knee: {k: 0, from: guess}
  paths:
    nv: {location: intra_node, exclusive: {alpha: 2 us, bandwidth: 400 GB/s, per: rank, from: guess}}
    ib: {location: inter_node, exclusive: {alpha: 5 us, bandwidth: 48 GB/s, per: rank, from: guess}}
layout: {order: tp-cp-ep-dp-pp, world: 128, tp: 1, ep: 128}
moe: {experts: 256, top_k: 8, node_limit: 4}
model: {hidden: 7168, layers: 61, dense_layers: 3, ffn: 18432, expert_ffn: 2048, shared_experts: 1, kv_latent: 576}
inference:
  decode: {batch: 128, context: 4096, output: 512}
  dispatch: fp8_e4m3
  dispatch_scale: {bytes: 4, per: 128}
groups:
  ep: {from_layout: ep}
  across: {size: 2, ranks_per_node: 1, at_once_per_node: 8, levels: [ib]}
operations:
  d: {from_model: decode.moe_dispatch, algorithm: hierarchical_rail_inter_first, copies: per_node}
  c: {from_model: decode.moe_combine, algorithm: hierarchical_rail_inter_first, copies: per_node}
  kv: {from_model: decode.kv_transfer, group: across, algorithm: direct}
"""
"""One decode step of DeepSeek-V3 on 128 ranks, data and expert parallel, 128 tokens a rank."""


def case(model: dict[str, Any], moe: dict[str, Any] | None, run: dict[str, Any], phase: Phase, **sizes: int) -> Forward:
    """A forward pass of a model on a layout."""
    held = Moe.model_validate(moe) if moe else None
    layout = Layout.model_validate({"world": 1, **sizes}).ranks
    return forward(phase, InferenceRun.model_validate(run), ModelShape.model_validate(model), held, layout)


def flows(
    model: dict[str, Any], moe: dict[str, Any] | None, run: dict[str, Any], phase: Phase, **sizes: int
) -> dict[str, Flow]:
    """What it sends."""
    return forward_traffic(case(model, moe, run, phase, **sizes), phase, InferenceRun.model_validate(run))
