"""The 5T model: bytes and cut bounds worked out from its shape and layout, beside the spec's own estimates.

Hidden 8192, top-8, 768 experts, 4096 tokens a rank, EP64 as 8 nodes x 8 ranks. FP8 with a 4-byte scale per 128 elements
takes 8192 + 256 = 8448 bytes a token, BF16 takes 16384.
"""

from pathlib import Path
from shutil import copytree

import pytest

from estimator.spec.requirements.kinds import KIND_NAMES
from tests.examples.opened import SPECS, table_at, worked

TABLE = worked("moe_5t").table
SPEC = worked("moe_5t").opened.spec
DISPATCH = 4096 * 8 * 8448
COMBINE = 4096 * 8 * 16384
# A stage of 11 layers with 768 experts on 64 ranks. The first has 9 of them, 2 layers with a wide feed-forward part and
# the embedding; attention, shared expert and feed-forward part lie on four ranks, a router on each.
EXPERTS = 11 * 768 // 64 * 3 * 8192 * 3072
ATTENTION = 2 * 8192 * (8192 + 1024)
MIXED, WIDE = (ATTENTION + 3 * 8192 * 3072) // 4 + 768 * 8192, (ATTENTION + 3 * 8192 * 24576) // 4
DENSE = 9 * MIXED + 2 * WIDE + 163840 * 8192 // 4


@pytest.mark.parametrize(
    ("operation", "size"),
    [
        ("moe_dispatch", 276_824_064),
        ("moe_combine", 536_870_912),
        ("expert_counts", 196_608),
        ("tp_all_gather", 268_435_456),
        ("tp_reduce_scatter", 268_435_456),
        ("cp_kv_gather", 33_554_432),
        ("pp_send", 67_108_864),
        ("expert_gradient", EXPERTS * 2),
        ("expert_parameters", 19_931_332_608),
        ("dense_gradient", 5_117_050_880),
        ("dense_parameters", DENSE * 2),
        ("rollout_dispatch", 8_650_752),
        ("weight_sync", 39_145_865_216),
    ],
)
def test_an_operation_moves_the_bytes_of_the_model(operation: str, size: int) -> None:
    assert TABLE.operations[operation].size.n == size


def test_dispatch_and_combine_leave_the_node_with_seven_eighths_of_eight_ranks() -> None:
    assert TABLE.operations["moe_dispatch"].bound.bytes == 8 * DISPATCH * 7 // 8 == 1_937_768_448
    assert TABLE.operations["moe_combine"].bound.bytes == 8 * COMBINE * 7 // 8 == 3_758_096_384


@pytest.mark.parametrize(("operation", "milliseconds"), [("moe_dispatch", 4.84442112), ("moe_combine", 9.39524096)])
def test_a_node_of_400_gigabytes_a_second_bounds_dispatch_and_combine(
    operation: str, milliseconds: float, tmp_path: Path
) -> None:
    copytree(SPECS, tmp_path / "specs")
    platform = tmp_path / "specs" / "platforms" / "asic_x.yaml"
    text = platform.read_text("utf-8")
    assert "{bandwidth: 384 GB/s}" in text
    faster = text.replace("{bandwidth: 384 GB/s}", "{bandwidth: 400 GB/s}").replace("[48 GB/s,", "[50 GB/s,")
    platform.write_text(faster, "utf-8")
    bound = table_at(tmp_path / "specs" / "moe_5t.yaml").operations[operation].bound
    assert bound.cut == "node_nics"
    assert bound.seconds == pytest.approx(milliseconds * 1e-3, rel=1e-12)


def test_the_busiest_stage_exchanges_1408_times_a_step() -> None:
    layers, micro_batches, passes = 11, 32, 2
    counts = [TABLE.operations[name].step.count for name in ("moe_dispatch", "moe_combine")]
    assert counts == [layers * micro_batches * passes] * 2


def test_padding_to_the_longest_slot_makes_the_dispatch_more_than_four_times_as_long() -> None:
    padded, plain = (TABLE.operations[name].conservative for name in ("moe_dispatch_padded", "moe_dispatch"))
    assert padded.total_s > 4 * plain.total_s
    # With T0 of 12 us, and with the 37 us that a kernel of expert exchange takes in its place.
    assert padded.total_s == pytest.approx(0.07960411023783194 + 25e-6, rel=1e-9)


def test_the_weight_shards_need_0_98_s_through_a_loaded_node() -> None:
    limit = worked("moe_5t").expanded["CCL-RL-01"].criteria[0]
    assert limit.expected is not None
    assert limit.expected.optimistic == pytest.approx(0.9786566304, rel=1e-3)


def test_every_kind_of_requirement_is_used_and_each_has_texts_in_both_languages() -> None:
    requirements = SPEC.requirements
    assert len(requirements) >= 25
    assert {each.kind for each in requirements.values()} == set(KIND_NAMES)
    for name, each in requirements.items():
        assert each.title.zh != each.title.en, name
        assert each.rationale is not None, name
        assert each.rationale.zh, name
        assert each.rationale.en, name
        assert each.responsible, name


def test_limits_come_from_the_estimate_the_budget_and_numbers() -> None:
    cells = [cell for each in worked("moe_5t").expanded.values() for cell in each.criteria]
    assert {"derived", "budget", "stated"} <= {cell.how for cell in cells}
