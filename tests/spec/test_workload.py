import pytest
from pydantic import ValidationError

from estimator.spec.groups.group import Group
from estimator.spec.tensor import Tensor


def test_scale_bytes_are_counted_by_whole_blocks() -> None:
    tensor = Tensor.model_validate(
        {"shape": [3, 100], "dtype": "fp8_e4m3", "scale": {"bytes": 4, "per": 128}, "semantics": "input"}
    )
    assert tensor.size_bytes == 300 + 3 * 4


@pytest.mark.parametrize(
    ("dtype", "size"),
    # 128 tokens of 7168 elements: 917,504; in blocks of 32 or 16, one byte of scale each.
    [
        *[("fp4", 458_752), ("int4", 458_752), ("mxfp4", 458_752 + 28_672), ("nvfp4", 458_752 + 57_344)],
        *[("mxfp6", 688_128 + 28_672), ("mxfp8", 917_504 + 28_672)],
    ],
)
def test_a_tensor_of_few_bits_has_the_bytes_of_its_bits_and_scales(dtype: str, size: int) -> None:
    assert Tensor.model_validate({"shape": [128, 7168], "dtype": dtype, "semantics": "input"}).size_bytes == size


def test_a_format_with_its_own_scales_takes_no_others() -> None:
    tensor = {"shape": [32], "dtype": "mxfp8", "scale": {"bytes": 4, "per": 128}, "semantics": "input"}
    with pytest.raises(ValidationError, match="mxfp8 carries its own scale factors"):
        Tensor.model_validate(tensor)


def test_the_worked_moe_tensors_have_their_published_sizes() -> None:
    shape = [4096, 8, 8192]
    dispatch = {"shape": shape, "dtype": "fp8_e4m3", "scale": {"bytes": 4, "per": 128}, "semantics": "input"}
    combine = {"shape": shape, "dtype": "bf16", "semantics": "input"}
    assert Tensor.model_validate(dispatch).size_bytes == 276_824_064  # a worked 5T mixture of experts: 276.8 MB
    assert Tensor.model_validate(combine).size_bytes == 536_870_912  # and 536.9 MB


def test_bytes_may_stand_in_place_of_shape_and_dtype() -> None:
    assert Tensor.model_validate({"bytes": "1 MiB", "semantics": "input"}).size_bytes == 2**20
    with pytest.raises(ValidationError, match="no dtype"):
        Tensor.model_validate({"shape": [4], "semantics": "input"})


def test_a_group_knows_its_nodes() -> None:
    even = Group.model_validate({"size": "16", "ranks_per_node": "8", "levels": ["a", "b"]})
    assert (even.nodes, even.node_ranks, even.uneven, even.most_ranks_per_node) == (2, (8, 8), False, 8)
    uneven = Group.model_validate({"size": 8, "ranks_per_node": [6, 2], "levels": ["a", "b"]})
    assert (uneven.nodes, uneven.uneven, uneven.most_ranks_per_node) == (2, True, 6)
    with pytest.raises(ValidationError, match="hold 7 ranks, not 8"):
        Group.model_validate({"size": 8, "ranks_per_node": [6, 1], "levels": ["a", "b"]})


def test_a_model_never_changes() -> None:
    group = Group.model_validate({"size": 8, "ranks_per_node": 8, "levels": ["a"]})
    with pytest.raises(ValidationError, match="frozen"):
        group.size = 9


def test_a_group_holds_as_many_ranks_as_a_layout_may_and_no_more() -> None:
    group = Group.model_validate({"size": str(2**20), "ranks_per_node": "1", "levels": ["a"]})
    assert (group.nodes, group.uneven, group.most_ranks_per_node) == (2**20, False, 1)
    for key in ("size", "ranks_per_node", "stride_nodes", "at_once_per_node"):
        sizes = {"size": "8", "ranks_per_node": "8", "levels": ["a"], key: str(2**20 + 1)}
        with pytest.raises(ValidationError, match="'1048577' is too large"):
            Group.model_validate(sizes)


def test_a_tensor_larger_than_any_machine_is_refused() -> None:
    with pytest.raises(ValidationError, match="the tensor is too large"):
        Tensor.model_validate({"shape": [10**17] * 20, "dtype": "bf16", "semantics": "input"})
