"""Traffic of a forward pass against hand sums of published models, and as laws."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.spec.inference.specs import DEEPSEEK_MOE, DEEPSEEK_V3, LLAMA_70B, flows

FP8 = {"dispatch": "fp8_e4m3", "dispatch_scale": {"bytes": 4, "per": 128}}


def test_a_decode_step_of_deepseek_v3_dispatches_once_in_each_expert_layer() -> None:
    found = flows(DEEPSEEK_V3, DEEPSEEK_MOE, {"decode": {"batch": 128}, **FP8}, "decode", world=128, ep=128)
    dispatch, combine = found["moe_dispatch"], found["moe_combine"]
    # 128 tokens x 8 copies x (7168 of fp8 and 56 scales of 4 B); 7168 of bf16 come back. 61 layers, 3 without experts.
    assert (dispatch.n, dispatch.per_step) == (128 * 8 * (7168 + 56 * 4), 58)
    assert (combine.n, combine.per_step) == (128 * 8 * 7168 * 2, 58)
    assert (dispatch.collective, dispatch.group, dispatch.dtype) == ("all_to_all_v", "ep", "fp8_e4m3")
    assert set(found) == {"expert_counts", "moe_dispatch", "moe_combine"}


def test_the_low_latency_dispatch_carries_its_published_bytes() -> None:
    run = {"decode": {"batch": 128}, **FP8, "dispatch_extra": 16}
    found = flows(DEEPSEEK_V3, DEEPSEEK_MOE, run, "decode", world=64, ep=64)
    assert found["moe_dispatch"].n == 7_585_792  # DeepEP README: 128 tokens, top 8, rows of 7168 + 224 + 16 B


@pytest.mark.parametrize(
    ("model", "per_token"),
    # Insights into DeepSeek-V3 (ISCA 2025), table 1: KB per token in bf16.
    [
        ({"hidden": 7168, "layers": 61, "kv_latent": 576}, 70_272),
        ({"hidden": 8192, "layers": 80, "kv_width": 1024, "kv_heads": 8}, 327_680),
        ({"hidden": 16384, "layers": 126, "kv_width": 1024, "kv_heads": 8}, 516_096),
    ],
)
def test_keys_and_values_of_a_token_are_the_published_ones(model: dict[str, Any], per_token: int) -> None:
    found = flows(model, None, {"prefill": {"batch": 3, "tokens": 4096}}, "prefill")["kv_transfer"]
    assert (found.n, found.per_step, found.collective) == (4096 * per_token, 3, "p2p")


def test_a_tensor_parallel_forward_pass_reduces_twice_a_layer() -> None:
    found = flows(LLAMA_70B, None, {"decode": {"batch": 32}}, "decode", world=8, tp=8)
    assert {name: (flow.n, flow.per_step) for name, flow in found.items()} == {
        "tp_all_reduce": (32 * 8192 * 2, 160),
    }
    split = flows(LLAMA_70B, None, {"decode": {"batch": 32}, "tp_collective": "rs_ag"}, "decode", world=8, tp=8)
    assert {name: (flow.n, flow.per_step) for name, flow in split.items()} == {
        "tp_all_gather": (32 * 8192 * 2, 160),
        "tp_reduce_scatter": (32 * 8192 * 2, 160),
    }


def test_tensor_parallel_ranks_share_out_the_tokens_of_an_exchange_and_gather_what_comes_back() -> None:
    found = flows(DEEPSEEK_V3, DEEPSEEK_MOE, {"decode": {"batch": 30}}, "decode", world=32, tp=4, ep=32, etp=1)
    assert found["moe_dispatch"].n == 8 * 8 * 7168 * 2  # 30 tokens on 4 ranks: 8 on the fullest
    assert (found["tp_all_gather"].n, found["tp_all_gather"].per_step) == (30 * 7168 * 2, 58)
    # Attention and a feed-forward part in every layer: the shared expert is one.
    assert found["tp_all_reduce"].per_step == 61 + 61


def test_draft_tokens_are_checked_beside_the_next_one() -> None:
    plain = flows(LLAMA_70B, None, {"decode": {"batch": 32}}, "decode", world=8, tp=8)
    drafted = flows(LLAMA_70B, None, {"decode": {"batch": 32}, "speculative": 3}, "decode", world=8, tp=8)
    assert drafted["tp_all_reduce"].n == 4 * plain["tp_all_reduce"].n


def test_a_batch_passes_all_pipeline_stages() -> None:
    found = flows(LLAMA_70B, None, {"prefill": {"batch": 1, "tokens": 1024}}, "prefill", world=4, pp=4)
    assert (found["pp_send"].n, found["pp_send"].per_step) == (1024 * 8192 * 2, 3)
    assert found["kv_transfer"].n == 20 * 2 * 1024 * 1024 * 2  # each stage sends its 20 layers


def test_prefill_gathers_keys_and_values_once_a_layer() -> None:
    run = {"prefill": {"batch": 1, "tokens": 8192}}
    found = flows(LLAMA_70B, None, run, "prefill", world=8, tp=2, cp=4)
    assert (found["cp_kv_gather"].n, found["cp_kv_gather"].per_step) == (8192 * 2 * 512 * 2, 80)
    assert found["tp_all_reduce"].n == 2048 * 8192 * 2


def test_decode_reduces_what_each_part_of_a_context_gives() -> None:
    found = flows(LLAMA_70B, None, {"decode": {"batch": 16}}, "decode", world=8, tp=2, cp=4)
    assert (found["cp_all_reduce"].n, found["cp_all_reduce"].per_step) == (16 * 4096 * 2, 80)


def test_sequences_join_a_decode_step_as_fast_as_they_leave_it() -> None:
    run = {"decode": {"batch": 128, "context": 4096, "output": 512}}
    found = flows(LLAMA_70B, None, run, "decode", world=8, tp=8)["kv_transfer"]
    assert (found.n, found.per_step) == (4096 * 80 * 2 * 128 * 2, 128 / 512)
    drafted = flows(LLAMA_70B, None, {**run, "speculative": 1}, "decode", world=8, tp=8)["kv_transfer"]
    assert drafted.per_step == 2 * found.per_step


@given(
    st.sampled_from([1, 2, 4, 8, 16]),
    st.sampled_from([1, 2, 4]),
    st.sampled_from([1, 2, 4, 5]),
    st.integers(1, 64),
    st.sampled_from(["bf16", "fp8_e4m3", "fp4"]),
)
def test_all_ranks_together_send_each_key_and_value_once(tp: int, cp: int, pp: int, tokens: int, kv: str) -> None:
    run = {"prefill": {"batch": 1, "tokens": tokens * cp}, "kv": kv}
    found = flows(LLAMA_70B, None, run, "prefill", world=tp * cp * pp, tp=tp, cp=cp, pp=pp)["kv_transfer"]
    bits = {"bf16": 16, "fp8_e4m3": 8, "fp4": 4}[kv]
    assert found.n * min(tp, 8) * cp * pp == 80 * 2 * 1024 * tokens * cp * bits // 8


@given(st.integers(1, 512), st.sampled_from([1, 2, 4, 8]), st.sampled_from([1, 2]))
def test_the_split_collectives_move_the_bytes_of_the_one_they_replace(batch: int, tp: int, cp: int) -> None:
    def moved(way: str) -> int:
        run = {"decode": {"batch": batch}, "tp_collective": way}
        found = flows(LLAMA_70B, None, run, "decode", world=tp * cp, tp=tp, cp=cp)
        twice = {"tp_all_reduce": 2, "tp_all_gather": 1, "tp_reduce_scatter": 1}
        return sum(int(times * found[name].n * found[name].per_step) for name, times in twice.items() if name in found)

    assert moved("all_reduce") == moved("rs_ag")
