"""Models as their users write them: what the step of each moves, summed by hand or as published."""

import pytest

from estimator.spec.load import load_text
from estimator.spec.workload import Operation
from tests.spec.examples import messages, warnings
from tests.spec.training.specs import LLAMA_1B, LLAMA_8B, LLAMA_405B, mixture


def operations(text: str) -> dict[str, Operation]:
    return load_text(text).spec.operations


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_keys_and_values_of_a_long_sequence_are_gathered_256_times() -> None:
    """131,072 tokens, 2 x 1024 wide, on tp 8, twice for 8 layers and 16 micro-batches."""
    found = operations(LLAMA_405B)["cp_kv_gather"]
    assert (found.tensor.size_bytes, found.per_step) == (64 * 2**20, 256)
    assert operations(LLAMA_405B)["tp_all_gather"].tensor.size_bytes == 256 * 2**20


def test_the_gradient_of_the_fullest_stage_has_whole_layers_and_an_end() -> None:
    """Eight layers of 398.5 M parameters on a rank are 12.75 GB, an embedding or output matrix 1.05 GB."""
    found = operations(LLAMA_405B)["dense_gradient"].tensor.size_bytes
    assert found / 1e9 == pytest.approx(12.75 + 1.05, rel=5e-4)
    # As that model was trained: one layer less on the first and on the last stage.
    ends = changed(LLAMA_405B, "zero: 1", "zero: 1, stage_layers: [7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7]")
    assert operations(ends)["dense_gradient"].tensor.size_bytes / 1e9 == pytest.approx(12.75, rel=5e-4)
    fewer = changed(LLAMA_405B, "zero: 1", "zero: 1, stage_layers: [8, 8]")
    assert any("training.stage_layers: 2 stages of 16 layers, not 16 of 126" in line for line in messages(fewer))


@pytest.mark.parametrize(("text", "gigabytes"), [(LLAMA_1B, 4.94), (LLAMA_8B, 32.12)])
def test_the_gradient_of_a_whole_model_is_that_of_all_its_parameters(text: str, gigabytes: float) -> None:
    """Published: 1,235,814,400 and 8,030,261,248 parameters, 4 B each."""
    assert operations(text)["dense_gradient"].tensor.size_bytes / 1e9 == pytest.approx(gigabytes, abs=0.005)


def test_a_shared_expert_gathers_and_scatters_once_more_in_each_layer() -> None:
    """Eight layers, four micro-batches: a gather forward and two backward, a scatter each way."""
    without, one, two = (operations(mixture(shared)) for shared in (0, 1, 2))
    assert [each["tp_all_gather"].per_step for each in (without, one, two)] == [96, 192, 192]
    assert [each["tp_reduce_scatter"].per_step for each in (without, one, two)] == [64, 128, 128]
    # and its parameters, 3 x 4096 x 2048 in eight layers on tp 4, are among the dense ones
    sizes = [each["dense_gradient"].tensor.size_bytes for each in (without, one, two)]
    assert [sizes[1] - sizes[0], sizes[2] - sizes[1]] == [8 * 3 * 4096 * 2048] * 2


@pytest.mark.parametrize(("style", "calls"), [("megatron", 1), ("deepspeed", 4)])
def test_stage_2_scatters_as_its_library_does(style: str, calls: int) -> None:
    found = operations(changed(LLAMA_8B, "zero: 2", f"zero: 2, zero_style: {style}"))
    assert (found["dense_gradient"].per_step, found["dense_parameters"].per_step) == (calls, 1)


@pytest.mark.parametrize(
    ("old", "new", "path", "what"),
    [
        ("zero: 2", "zero: 1, zero_style: deepspeed", "training.zero_style", "only stage 2 differs"),
        ("layers: 32", "layers: 32, shared_experts: 1", "model.shared_experts", "the spec has no moe"),
        ("layers: 32", "layers: 32, dense_layers: 2", "model.dense_layers", "the spec has no moe"),
    ],
)
def test_what_other_fields_would_bring_to_life_has_no_effect(old: str, new: str, path: str, what: str) -> None:
    assert warnings(LLAMA_8B) == []
    (found,) = warnings(changed(LLAMA_8B, old, new))
    assert f"{path}: has no effect: {what}" in found


def test_heads_that_share_no_width_are_a_mistake() -> None:
    (found,) = messages(changed(LLAMA_405B, "kv_width: 1024", "kv_width: 1024, kv_heads: 3"))
    assert "model.kv_heads: 3 heads in a width of 1024; write a number of heads that divides kv_width" in found
