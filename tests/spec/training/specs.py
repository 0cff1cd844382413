"""Specs of models as their users write them, on nodes of eight ranks."""

POD = """commspec: 1
document: {{id: T, version: "0.1", title: t, owner: us}}
sources: {{guess: {{basis: assumed, text: example, date: "2026-01-15"}}}}
platform:
  name: pod
  ranks_per_node: 8
  nodes: 2048
  knee: {{k: 0, from: guess}}
  paths:
    nv: {{location: intra_node, exclusive: {{alpha: 2 us, bandwidth: 400 GB/s, per: rank, from: guess}}}}
    ib: {{location: inter_node, exclusive: {{alpha: 5 us, bandwidth: 48 GB/s, per: rank, from: guess}}}}
layout: {{order: tp-cp-ep-dp-pp, {layout}}}
{moe}model: {{{model}}}
training: {{{training}}}
groups:
{groups}operations:
{operations}requirements: {{}}
"""


def written(
    model: str, layout: str, training: str, *operations: str, moe: str = "", groups: str = "tp cp dp_cp"
) -> str:
    """A spec with the operations named, each from the model, and groups from the layout.

    A ring runs each operation, but where its name is followed by another algorithm.
    """
    named = [f"{name} ring".split()[:2] for name in operations]
    return POD.format(
        model=model,
        layout=layout,
        training=training,
        moe=f"moe: {{{moe}}}\n" if moe else "",
        groups="".join(f"  {kind}: {{from_layout: {kind}}}\n" for kind in groups.split()),
        operations="".join(f"  {name}: {{from_model: {name}, algorithm: {how}}}\n" for name, how in named),
    )


LLAMA_405B = written(
    "hidden: 16384, layers: 126, ffn: 53248, kv_width: 1024, vocabulary: 128256",
    "world: 16384, tp: 8, cp: 16, pp: 16",
    "sequence: 131072, micro_batches: 16, zero: 1",
    "cp_kv_gather",
    "dense_gradient",
    "tp_all_gather",
)
LLAMA_1B = written(
    "hidden: 2048, layers: 16, ffn: 8192, kv_width: 512, vocabulary: 128256, tied_embeddings: true",
    "world: 32, tp: 1, pp: 1",
    "sequence: 4096, micro_batches: 4, zero: 0",
    "dense_gradient multi_ring",
    groups="dp_cp",
)
LLAMA_8B = written(
    "hidden: 4096, layers: 32, ffn: 14336, kv_width: 1024, vocabulary: 128256",
    "world: 64, tp: 1, pp: 1",
    "sequence: 8192, micro_batches: 4, zero: 2",
    "dense_gradient hierarchical_intra_first",
    "dense_parameters hierarchical_inter_first",
    groups="dp_cp",
)


def mixture(shared: int) -> str:
    """Eight layers with 64 experts and so many shared ones."""
    return written(
        f"hidden: 4096, layers: 8, ffn: 14336, expert_ffn: 2048, shared_experts: {shared}, kv_width: 1024,"
        " vocabulary: 128256",
        "world: 64, tp: 4, ep: 16, etp: 1, pp: 1",
        "sequence: 8192, micro_batches: 4",
        "tp_all_gather",
        "tp_reduce_scatter",
        "dense_gradient",
        moe="experts: 64, top_k: 4",
        groups="tp dp_cp",
    )


TWO_STAGES = written(
    "hidden: 1024, layers: 2, dense_layers: 1, ffn: 16384, expert_ffn: 512, vocabulary: 1000",
    "world: 16, pp: 2, ep: 4",
    "sequence: 8192, micro_batches: 64",
    "dense_gradient",
    "moe_dispatch pairwise",
    "pp_send direct",
    moe="experts: 8, top_k: 2",
    groups="ep dp_cp pp_pair",
)
"""Two stages on a node each: a wide layer with the embedding, and a layer with experts and the output matrix."""
