"""Volumes of the expert-parallel example by hand, and published figures where its notes say they lie."""

from math import comb

import pytest

from estimator.estimate.result import OperationEstimate
from tests.examples.opened import worked

WORKED = worked("h800_expert_parallel")

TOKENS, FP8, BF16 = 4096, 7168 + 7168 // 128 * 4, 7168 * 2
"""Tokens of a rank; bytes of a token with a 4-byte scale for every 128 elements, and in two bytes an element."""


def distinct(places: int) -> float:
    """Places that 8 of 256 experts lie on, on average."""
    return places * (1 - comb(256 - 256 // places, 8) / comb(256, 8))


NODES = {"ep16": distinct(2), "ep32": distinct(4)}


def operation(name: str) -> OperationEstimate:
    return WORKED.table.operations[name]


def seconds(name: str) -> float:
    """The published figure as a time [s]."""
    reference = WORKED.opened.spec.operations[name].reference
    assert reference is not None
    value = reference.value.value
    return operation(name).size.n / value if reference.metric == "algbw" else value


def test_the_groups_over_nvlink_are_of_eight_ranks_a_node_and_ep64_is_the_layouts() -> None:
    groups = WORKED.opened.spec.groups
    shapes = {name: (group.size, group.nodes, group.most_ranks_per_node) for name, group in groups.items()}
    assert shapes == {
        "ep64": (64, 8, 8),
        "ep32": (32, 4, 8),
        "ep16": (16, 2, 8),
        "ep8": (8, 1, 8),
        "ep8_rdma": (8, 8, 1),  # reached by the NIC as if on other nodes
    }
    assert groups["ep64"].from_layout == "ep"
    assert groups["ep64"].at_once_per_node == 1


@pytest.mark.parametrize("ranks", [16, 32, 64])
def test_a_rank_holds_a_copy_per_expert(ranks: int) -> None:
    assert operation(f"dispatch_ep{ranks}").size.n == TOKENS * 8 * FP8 == 242_221_056
    assert operation(f"combine_ep{ranks}").size.n == TOKENS * 8 * BF16 == 469_762_048


def test_inside_one_node_a_rank_sends_a_copy_per_rank() -> None:
    # 5.2947 of eight ranks: 160.3 and 310.9 MB.
    assert operation("dispatch_ep8").size.n == pytest.approx(TOKENS * distinct(8) * FP8, rel=1e-4)
    assert operation("combine_ep8").size.n == pytest.approx(TOKENS * distinct(8) * BF16, rel=1e-4)
    assert operation("low_latency_dispatch_ep8").size.n == 128 * 8 * (7168 + 224 + 16)


@pytest.mark.parametrize(("group", "nodes"), [("ep16", 2), ("ep32", 4)])
@pytest.mark.parametrize(("what", "row"), [("dispatch", FP8), ("combine", BF16)])
def test_a_node_is_left_by_one_copy_per_node(group: str, nodes: int, what: str, row: int) -> None:
    # Eight ranks, 4096 tokens each, to 1.993 of 2 or 3.614 of 4 nodes, the own one as likely as any.
    crossing = 8 * TOKENS * row * NODES[group] * (nodes - 1) / nodes
    assert operation(f"{what}_{group}").bound.bytes == pytest.approx(crossing, rel=1e-9)


def exactly(nodes: int) -> float:
    """The chance that 8 of 256 experts lie on exactly so many of eight nodes, by inclusion and exclusion."""
    ways: int = sum((-1) ** left * comb(nodes, left) * comb(32 * (nodes - left), 8) for left in range(nodes))
    return comb(8, nodes) * ways / comb(256, 8)


@pytest.mark.parametrize(("what", "row"), [("dispatch", FP8), ("combine", BF16)])
def test_a_token_of_ep64_reaches_four_nodes_unless_its_best_experts_lie_on_fewer(what: str, row: int) -> None:
    reached = 4 - sum((4 - nodes) * exactly(nodes) for nodes in (1, 2, 3))
    assert reached == pytest.approx(3.983, abs=5e-4)
    assert operation(f"{what}_ep64").bound.bytes == pytest.approx(8 * TOKENS * row * reached * 7 / 8, rel=1e-9)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dispatch_ep16", TOKENS * FP8 * NODES["ep16"] / 43e9),
        ("combine_ep16", TOKENS * BF16 * NODES["ep16"] / 43e9),
        ("dispatch_ep32", TOKENS * FP8 * NODES["ep32"] / 58e9),
        ("combine_ep32", TOKENS * BF16 * NODES["ep32"] / 57e9),
        ("dispatch_ep64", TOKENS * FP8 * 3.983 / 51e9),
        ("combine_ep64", TOKENS * BF16 * 3.983 / 50e9),
        ("dispatch_ep8", TOKENS * FP8 * distinct(8) / 153e9),
        ("combine_ep8", TOKENS * BF16 * distinct(8) / 158e9),
        ("low_latency_dispatch_ep8", 163e-6),
    ],
)
def test_a_reference_is_the_published_bandwidth_of_logical_bytes(name: str, value: float) -> None:
    assert seconds(name) == pytest.approx(value, rel=5e-4)


@pytest.mark.parametrize(
    ("name", "over", "width"),
    [
        ("dispatch_ep8", "1.14", "1.52"),
        ("combine_ep8", "1.12", "1.44"),
        ("dispatch_ep16", "1.02", "2.08"),
        ("combine_ep16", "1.03", "2.00"),
        ("dispatch_ep32", "1.09", "2.51"),
        ("combine_ep32", "1.12", "2.43"),
        ("dispatch_ep64", "1.06", "2.30"),
        ("combine_ep64", "1.10", "2.22"),
        ("low_latency_dispatch_ep8", "1.11", "1.73"),
    ],
)
def test_every_published_value_lies_inside_where_its_note_says(name: str, over: str, width: str) -> None:
    found = operation(name)
    assert found.optimistic.total_s < seconds(name) < found.conservative.total_s
    assert f"{seconds(name) / found.optimistic.total_s:.2f}" == over
    assert f"{found.time.width:.2f}" == width
    note = WORKED.opened.spec.operations[name].note
    assert note is not None
    for text in (note.get("zh"), note.get("en")):
        assert over in text
        assert width in text


def test_the_optimistic_end_of_ep16_is_that_of_a_copy_per_expert_inside() -> None:
    # T0 7.2 us, 7 * 2.8 us inside, 2.8 us across, 7/8 n at 0.784 * 200 GB/s; with 6.523 of 8 copies it is 1.24 of that.
    starts, volume = 7.2e-6 + 8 * 2.8e-6, 7 / 8 * 242_221_056 / 156.8e9
    assert operation("dispatch_ep16").optimistic.total_s == pytest.approx(starts + volume, rel=1e-9)
    assert seconds("dispatch_ep16") / (starts + volume * distinct(16) / 8) == pytest.approx(1.24, abs=0.005)


def test_the_published_kernels_meet_the_limits_at_their_own_sizes() -> None:
    for requirement, what in (("H800-EP-01", "dispatch"), ("H800-EP-02", "combine")):
        own = operation(f"{what}_ep64").size.n
        cells = [each for each in WORKED.expanded[requirement].criteria if each.n == own]
        limits = {each.group: each.limit for each in cells if each.limit is not None}
        assert set(limits) == {"ep16", "ep32", "ep64"}
        for group, limit in limits.items():
            assert seconds(f"{what}_{group}") < limit
    for ranks, ratio in ((32, 1.13), (64, 1.11)):
        name = f"combine_ep{ranks}"
        assert seconds(name) / operation(name).bound.seconds == pytest.approx(ratio, abs=0.005)


def test_no_parameter_cites_the_figures_compared_with() -> None:
    spec = WORKED.opened.spec
    cited = {each.reference.source for each in spec.operations.values() if each.reference}
    assert cited == {"deepseek-ai/DeepEP docs/legacy.md @dd758ca", "deepseek-ai/DeepEP README.md @ebfe47e"}
    for source in spec.sources.values():
        assert not any(name in source.text.get("en") for name in cited)
