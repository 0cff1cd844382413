"""The traffic of a step against the worked example, published volumes, and hand counts of small cases."""

from typing import Any

import pytest

from estimator.cost.collectives import NAMES
from estimator.cost.semantics import allowed_semantics
from estimator.layout.grid import LayoutError, RankLayout, rank_layout
from estimator.layout.groups import KINDS
from estimator.spec.training.experts import expert_flows
from estimator.spec.training.fitted import fitting
from estimator.spec.training.flow import Flow
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe
from estimator.spec.training.stages import pipeline
from estimator.spec.training.step import Traffic, largest, stage_traffic
from tests.spec.training.worked import WORKED, varied, worked

DENSE = ModelShape(hidden=1024, layers=4, ffn=4096)
EXPERTS = varied(DENSE, expert_ffn=512)


def flows(layout: RankLayout, model: ModelShape = DENSE, moe: Moe | None = None, **training: Any) -> dict[str, Flow]:
    return largest(staged(layout, model, moe, **training))


def staged(
    layout: RankLayout, model: ModelShape = DENSE, moe: Moe | None = None, **training: Any
) -> tuple[Traffic, ...]:
    run = TrainingRun.model_validate({"sequence": 4096, **training})
    return stage_traffic(fitting(model, moe, layout, run))


def test_every_size_of_the_worked_example() -> None:
    found = largest(stage_traffic(worked()))
    of_layers = {"dense_gradient", "dense_parameters", "expert_gradient", "expert_parameters"}
    known = {name: size for name, size in WORKED["bytes"].items() if name not in of_layers}
    assert {name: found[name].n for name in known} == known
    assert found["cp_kv_gradient"].n == known["cp_kv_gather"]


@pytest.mark.parametrize(("dtype", "size"), [("bf16", WORKED["bytes"]["expert_gradient"]), ("fp32", 38956695552)])
def test_expert_gradients_of_the_worked_example_are_the_mean_of_its_stages(dtype: str, size: int) -> None:
    stages = stage_traffic(worked(expert_gradient=dtype))
    assert sum(traffic["expert_gradient"].n for traffic in stages) / 8 == size
    # 11 layers x 768 experts / ep 64, but 9 layers on the first stage
    assert stages[0]["expert_gradient"].n / stages[1]["expert_gradient"].n == 9 / 11


def test_dense_gradients_of_the_worked_example_are_those_of_each_stage() -> None:
    found = [traffic["dense_gradient"].n for traffic in stage_traffic(worked())]
    # Of 11 layers: attention 2 x 8192 x 9216 and a shared expert 3 x 8192 x 3072 in four parts, whole routers.
    layer = (2 * 8192 * 9216 + 3 * 8192 * 3072) // 4 + 768 * 8192
    assert found[1:7] == [4 * 11 * layer] * 6
    assert found[7] == 4 * (11 * layer + 163840 * 8192 // 4) == 4_110_417_920
    # The first has two layers with a feed-forward part of 24576 in place of shared experts and routers.
    dense = (2 * 8192 * 9216 + 3 * 8192 * 24576) // 4
    assert found[0] == 4 * (9 * layer + 2 * dense + 163840 * 8192 // 4)


def test_each_stage_of_the_worked_example_has_its_own_counts() -> None:
    stages = stage_traffic(worked())
    exchanges = [found["moe_dispatch"].per_step + found["moe_combine"].per_step for found in stages]
    assert exchanges == [9 * 32 * 4] + [WORKED["exchanges"]["busiest"]] * 7
    assert {found["pp_send"].per_step for found in stages} == {WORKED["pp_calls"]}
    # Attention and feed-forward or shared experts of 11 layers x 32 micro-batches: gathers 1 forward and 2 backward.
    assert {found["tp_all_gather"].per_step for found in stages} == {3 * 22 * 32}
    assert {found["tp_reduce_scatter"].per_step for found in stages} == {2 * 22 * 32}
    assert {(found["cp_kv_gather"].per_step, found["cp_kv_gradient"].per_step) for found in stages} == {(2 * 352, 352)}
    assert [found["expert_counts"].per_step for found in stages] == [9 * 32] + [352] * 7


@pytest.mark.parametrize(("recompute", "key"), [(False, "average"), (True, "average_recompute")])
def test_the_average_over_the_stages_is_the_worked_one(recompute: bool, key: str) -> None:
    case = worked(recompute=recompute)
    stages = pipeline(case)
    exchanges = [f for stage in stages for f in expert_flows(case, stage) if f.collective == "all_to_all_v"]
    assert sum(flow.per_step for flow in exchanges) / len(stages) == WORKED["exchanges"][key]


@pytest.mark.parametrize(("shared", "blocks"), [(0, 8), (1, 16), (2, 16)])
def test_shared_experts_gather_and_scatter_like_a_feed_forward_part(shared: int, blocks: int) -> None:
    """Eight layers, four micro-batches: with shared experts one more of each forward, and its backward, a layer."""
    model = ModelShape(hidden=4096, layers=8, expert_ffn=2048, shared_experts=shared, kv_width=1024)
    found = flows(rank_layout(64, tp=4, ep=16, etp=1), model, Moe(experts=64, top_k=4), micro_batches=4)
    assert (found["tp_all_gather"].per_step, found["tp_reduce_scatter"].per_step) == (3 * 4 * blocks, 2 * 4 * blocks)


@pytest.mark.parametrize(("context", "name"), [("all_gather", "cp_kv_gather"), ("ring", "cp_ring")])
def test_keys_and_values_stop_falling_at_the_number_of_heads(context: str, name: str) -> None:
    """Two heads of 128: with tp 1, 2, 4, 8 a rank holds 256, 128, 128, 128 of keys and as much of values."""
    model = varied(DENSE, kv_width=256, kv_heads=2)
    found = {tp: flows(rank_layout(16, tp=tp, cp=2), model, context=context)[name] for tp in (1, 2, 4, 8)}
    tokens = 4096 if context == "all_gather" else 2048
    assert [flow.n for flow in found.values()] == [tokens * 2 * width * 2 for width in (256, 128, 128, 128)]
    free = flows(rank_layout(16, tp=8, cp=2), varied(DENSE, kv_width=256), context=context)[name]
    assert free.n == tokens * 2 * 32 * 2


def test_an_exchange_to_heads_gives_every_rank_a_head_of_keys_and_values() -> None:
    """Two heads of 128 on eight ranks: each rank sends eight heads' worth of keys, and of values."""
    model = varied(DENSE, kv_width=256, kv_heads=2)
    found = flows(rank_layout(8, cp=8), model, context="ulysses")["cp_qkv_exchange"]
    assert found.n == 512 * (1024 + 2 * 8 * 128) * 2


def test_flows_name_kinds_of_groups_and_collectives_that_exist() -> None:
    found = largest(stage_traffic(worked()))
    assert len(found) == 15
    assert {flow.group for flow in found.values()} <= set(KINDS)
    assert {flow.collective for flow in found.values()} <= set(NAMES)
    assert all(flow.semantics in allowed_semantics(flow.collective) for flow in found.values())


def test_one_rank_has_nothing_to_say_to_itself() -> None:
    assert flows(rank_layout(1)) == {}
    assert set(flows(rank_layout(8))) == {"dense_gradient", "dense_parameters", "loss"}


def test_a_layer_forward_moves_what_the_published_table_says() -> None:
    """Sequence parallel over p ranks, forward: 4 N h by gathering and scattering, 4 N h / p by All-to-All."""
    ranks, elements = 8, 4096 * 1024
    tensor = flows(rank_layout(8, tp=8), varied(DENSE, layers=1))
    # Attention and feed-forward, each one AllGather and one ReduceScatter forward: 2 of the 6 gathers are.
    assert (tensor["tp_all_gather"].per_step, tensor["tp_reduce_scatter"].per_step) == (6, 4)
    assert 2 * tensor["tp_all_gather"].n + 2 * tensor["tp_reduce_scatter"].n == 4 * elements * 2
    context = flows(rank_layout(8, cp=8), varied(DENSE, layers=1), context="ulysses")
    forward = context["cp_qkv_exchange"].n + context["cp_output_exchange"].n
    assert forward == 4 * elements // ranks * 2
    assert context["cp_qkv_exchange"].n == 3 * context["cp_output_exchange"].n


def test_a_ring_of_keys_and_values_hops_once_less_than_it_has_ranks() -> None:
    ring = flows(rank_layout(4, cp=4), context="ring", micro_batches=3)["cp_ring"]
    assert (ring.n, ring.per_step) == (1024 * 2 * 1024 * 2, 3 * 3 * 4 * 3)


def test_zero_stages_differ_in_what_they_send_and_how_often() -> None:
    layers, model = 4 * (2 * 1024 * 2048 + 3 * 1024 * 4096 + 2 * 1024), varied(DENSE, vocabulary=500)
    ends = 2 * 500 * 1024 + 1024
    zero = {stage: flows(rank_layout(8), model, zero=stage, micro_batches=2) for stage in (0, 1, 2, 3)}
    assert (zero[0]["dense_gradient"].collective, zero[0]["dense_gradient"].n) == ("all_reduce", (layers + ends) * 4)
    assert "dense_parameters" not in zero[0]
    assert (zero[1]["dense_gradient"].n, zero[1]["dense_parameters"].n) == ((layers + ends) * 4, (layers + ends) * 2)
    assert (zero[1]["dense_gradient"].per_step, zero[1]["dense_parameters"].per_step) == (1, 1)
    assert zero[2] == zero[1]
    assert (zero[3]["dense_gradient"].n, zero[3]["dense_gradient"].per_step) == (layers, 4 * 2)
    assert (zero[3]["dense_parameters"].n, zero[3]["dense_parameters"].per_step) == (layers // 2, 2 * 4 * 2)
    assert (zero[3]["ends_gradient"].n, zero[3]["ends_gradient"].per_step) == (ends * 4, 2)
    assert (zero[3]["ends_parameters"].n, zero[3]["ends_parameters"].per_step) == (ends * 2, 2 * 2)


def test_stage_2_of_deepspeed_scatters_the_gradients_of_every_micro_batch() -> None:
    once, each = (
        flows(rank_layout(8), zero=2, micro_batches=16, zero_style=style) for style in ("megatron", "deepspeed")
    )
    assert each["dense_gradient"].n == once["dense_gradient"].n
    assert [found["dense_gradient"].per_step for found in (once, each)] == [1, 16]
    assert each["dense_parameters"] == once["dense_parameters"]
    first, second = (flows(rank_layout(8), zero=1, micro_batches=16, zero_style=s) for s in ("megatron", "deepspeed"))
    assert first == second


def test_norms_and_routers_are_summed_over_the_ranks_that_share_the_sequence() -> None:
    found = staged(rank_layout(8, tp=2, pp=2), EXPERTS, Moe(experts=16, top_k=2))
    # Two layers with two norms of 1024 and a router of 16 x 1024; the last stage has one norm more.
    assert [traffic["replicated_gradient"].n for traffic in found] == [2 * 18 * 1024 * 4, (2 * 18 + 1) * 1024 * 4]
    assert "replicated_gradient" not in flows(rank_layout(8), EXPERTS, Moe(experts=16, top_k=2))


def test_experts_with_tensor_parallelism_gather_inside() -> None:
    layout = rank_layout(16, tp=2, ep=8, etp=2)
    found = flows(layout, EXPERTS, Moe(experts=16, top_k=2), micro_batches=2, aux_loss=True)
    tokens = 4096 // 2
    assert found["etp_all_gather"].n == tokens * 2 * 1024 * 2 * 2
    assert (found["etp_all_gather"].per_step, found["etp_reduce_scatter"].per_step) == (16, 16)
    assert found["expert_counts"].n == 16 * 16 * 4
    assert (found["aux_loss"].n, found["aux_loss"].per_step) == (64, 8)


def test_capacity_makes_the_exchange_one_of_fixed_length() -> None:
    found = flows(rank_layout(8, ep=8), EXPERTS, Moe(experts=16, top_k=2), capacity_factor=1.5)["moe_dispatch"]
    assert (found.collective, found.n) == ("all_to_all", 16 * 768 * 1024 * 2)


def test_what_travels_beside_the_elements_is_counted() -> None:
    probable = largest(stage_traffic(worked(dispatch_extra=4)))["moe_dispatch"].n
    assert probable - WORKED["bytes"]["moe_dispatch"] == 4096 * 8 * 4


def test_tied_embeddings_are_summed_between_the_ends() -> None:
    model = varied(DENSE, vocabulary=32000, tied_embeddings=True)
    found = staged(rank_layout(8, pp=4, tp=2), model)
    assert [name for name, traffic in enumerate(found) if "embedding_gradient" in traffic] == [0, 3]
    assert found[0]["embedding_gradient"].n == 32000 * 1024 // 2 * 4
    assert "embedding_gradient" not in flows(rank_layout(8, tp=2), model)


def test_layers_that_do_not_share_evenly_make_stages_of_different_traffic() -> None:
    """126 layers of a 405B model on 16 stages: 7 and the embedding, 7, 8 and, on the last, 8 and the output matrix."""
    model = ModelShape(hidden=16384, layers=126, ffn=53248, kv_width=1024, vocabulary=128256)
    layout = rank_layout(16384, tp=8, cp=16, pp=16)
    found = staged(layout, model, sequence=131072, micro_batches=16)
    gradients = [traffic["dense_gradient"].n / 1e9 for traffic in found]
    # A layer is 398.5 M parameters on a rank, 1.594 GB of fp32; embedding and output matrix are 1.051 GB each.
    assert gradients == pytest.approx([12.21, 11.16, *[12.75] * 13, 13.80], rel=5e-4)
    assert {(traffic["cp_kv_gather"].n, traffic["cp_kv_gather"].per_step) for traffic in found} == {
        (64 * 2**20, 2 * 7 * 16),
        (64 * 2**20, 256),
    }
    assert {traffic["tp_all_gather"].n for traffic in found} == {256 * 2**20}
    even = staged(layout, model, sequence=131072, micro_batches=16, stage_layers=[8] * 15 + [6])
    assert even[0]["dense_gradient"].n / 1e9 == pytest.approx(12.75 + 1.05, rel=5e-4)


@pytest.mark.parametrize(
    ("moe", "layout", "training", "key"),
    [
        (None, {"tp": 8}, {"sequence": 4100}, "sequence"),
        (Moe(experts=10, top_k=2), {"ep": 4}, {}, "ep"),
        (None, {"ep": 4}, {}, "ep"),
        (None, {"pp": 8}, {}, "pp"),
        (None, {"pp": 2}, {"stage_layers": (3, 2)}, "stage_layers"),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(
    moe: Moe | None, layout: dict[str, Any], training: dict[str, Any], key: str
) -> None:
    with pytest.raises(LayoutError) as caught:
        flows(rank_layout(8, **layout), EXPERTS, moe, **training)
    assert caught.value.key == key


def test_the_rollout_fetches_one_shard_in_so_many_steps() -> None:
    (flow,) = {
        traffic["weight_sync"]
        for traffic in stage_traffic(worked(rollout={"devices": 128, "steps": 4, "dtype": "fp8_e4m3"}))
    }
    assert (flow.n, flow.per_step, flow.semantics) == (WORKED["rl"]["shard_per_rollout_device"], 0.25, "message")


def test_the_largest_of_the_stages_stands_for_each_flow() -> None:
    stages = stage_traffic(worked())
    found = largest(stages)
    assert found["moe_dispatch"] == stages[1]["moe_dispatch"]
    assert found["dense_gradient"] == max((each["dense_gradient"] for each in stages), key=lambda flow: flow.n)
