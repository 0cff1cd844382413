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
from estimator.spec.training.stages import Stage, busiest, pipeline
from estimator.spec.training.step import step_traffic
from tests.spec.training.worked import MODEL, MOE, WORKED, varied, worked

DENSE = ModelShape(hidden=1024, layers=4, ffn=4096)
EXPERTS = varied(DENSE, expert_ffn=512)


def flows(layout: RankLayout, model: ModelShape = DENSE, moe: Moe | None = None, **training: Any) -> dict[str, Flow]:
    run = TrainingRun.model_validate({"sequence": 4096, **training})
    return step_traffic(fitting(model, moe, layout, run))


def test_every_size_of_the_worked_example() -> None:
    found = step_traffic(worked())
    assert {name: flow.n for name, flow in found.items() if name != "cp_kv_gradient"} == WORKED["bytes"]
    assert found["cp_kv_gradient"].n == WORKED["bytes"]["cp_kv_gather"]
    whole = step_traffic(worked(expert_gradient="fp32"))
    assert whole["expert_gradient"].n == WORKED["expert_gradient_fp32"]


def test_counts_are_those_of_the_busiest_stage() -> None:
    found = step_traffic(worked())
    exchanges = found["moe_dispatch"].per_step + found["moe_combine"].per_step
    assert exchanges == WORKED["exchanges"]["busiest"]
    assert found["pp_send"].per_step == WORKED["pp_calls"]
    # 11 layers x 32 micro-batches: gathers 1 forward, 2 backward; scatters one each way.
    assert (found["tp_all_gather"].per_step, found["tp_reduce_scatter"].per_step) == (3 * 352, 2 * 352)
    assert (found["cp_kv_gather"].per_step, found["cp_kv_gradient"].per_step) == (2 * 352, 352)
    assert found["expert_counts"].per_step == 352


@pytest.mark.parametrize(("recompute", "key"), [(False, "average"), (True, "average_recompute")])
def test_the_average_over_the_stages_is_the_worked_one(recompute: bool, key: str) -> None:
    case = worked(recompute=recompute)
    stages = pipeline(MODEL, MOE, 8)
    exchanges = [f for stage in stages for f in expert_flows(case, stage) if f.collective == "all_to_all_v"]
    assert sum(flow.per_step for flow in exchanges) / len(stages) == WORKED["exchanges"][key]


def test_flows_name_kinds_of_groups_and_collectives_that_exist() -> None:
    found = step_traffic(worked())
    assert len(found) == 14
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
    params = 4 * (2 * 1024 * 2048 + 3 * 1024 * 4096)
    zero = {stage: flows(rank_layout(8), zero=stage, micro_batches=2) for stage in (0, 1, 3)}
    assert (zero[0]["dense_gradient"].collective, zero[0]["dense_gradient"].n) == ("all_reduce", params * 4)
    assert "dense_parameters" not in zero[0]
    assert (zero[1]["dense_gradient"].n, zero[1]["dense_parameters"].n) == (params * 4, params * 2)
    assert (zero[3]["dense_gradient"].n, zero[3]["dense_gradient"].per_step) == (params, 4 * 2)
    assert (zero[3]["dense_parameters"].n, zero[3]["dense_parameters"].per_step) == (params // 2, 2 * 4 * 2)


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
    probable = step_traffic(worked(dispatch_extra=4))["moe_dispatch"].n
    assert probable - WORKED["bytes"]["moe_dispatch"] == 4096 * 8 * 4


def test_tied_embeddings_are_summed_between_the_ends() -> None:
    model = varied(DENSE, vocabulary=32000, tied_embeddings=True)
    assert flows(rank_layout(8, pp=4, tp=2), model)["embedding_gradient"].n == 32000 * 1024 // 2 * 4
    assert "embedding_gradient" not in flows(rank_layout(8, tp=2), model)


def test_stages_share_the_layers_evenly_and_dense_ones_come_first() -> None:
    assert pipeline(MODEL, MOE, 8) == (Stage(11, 9), *[Stage(11, 11)] * 7)
    model = varied(MODEL, layers=61, dense_layers=3)
    assert [stage.layers for stage in pipeline(model, MOE, 4)] == [15, 15, 15, 16]
    assert busiest(pipeline(model, MOE, 4)) == Stage(16, 16)
    assert busiest(pipeline(model, MOE, 4, (13, 17, 16, 15))) == Stage(17, 17)
    assert pipeline(DENSE, None, 2) == (Stage(2, 0), Stage(2, 0))


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
    flow = step_traffic(worked(rollout={"devices": 128, "steps": 4, "dtype": "fp8_e4m3"}))["weight_sync"]
    assert (flow.n, flow.per_step, flow.semantics) == (WORKED["rl"]["shard_per_rollout_device"], 0.25, "message")
