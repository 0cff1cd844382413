"""The lesson's figures, worked out by hand: n/B = 256 MB / 200 GB/s = 1.28 ms, start-up 5 us; across 10 us, 50 GB/s."""

import pytest

from estimator.require.criterion import Expanded
from tests.examples.opened import worked

TABLE = worked("lesson").table
UNIT = 1.28e-3


def seconds(operation: str) -> tuple[float, float]:
    found = TABLE.operations[operation]
    return found.optimistic.total_s, found.conservative.total_s


@pytest.mark.parametrize(
    ("operation", "startups", "units"),
    [
        ("p2p_8", 1, 1.0),
        ("all_gather_8", 7, 7 / 8),
        ("reduce_scatter_8", 7, 7 / 8),
        ("all_reduce_8", 14, 7 / 4),
        ("all_to_all_8", 7, 1.0),  # the lesson's form: the whole local tensor
    ],
)
def test_eight_cards_take_their_rounds_and_their_share_of_the_tensor(
    operation: str, startups: int, units: float
) -> None:
    expected = startups * 5e-6 + units * UNIT
    assert seconds(operation) == pytest.approx((expected, expected), rel=1e-12)


def test_all_reduce_on_eight_cards_takes_2_31_ms() -> None:
    assert seconds("all_reduce_8")[0] == pytest.approx(2.31e-3, rel=1e-9)


def test_all_reduce_is_reduce_scatter_and_then_all_gather() -> None:
    both = seconds("reduce_scatter_8")[0] + seconds("all_gather_8")[0]
    assert seconds("all_reduce_8")[0] == pytest.approx(both, rel=1e-15)


def test_a_flat_ring_over_two_nodes_takes_30_sevenths_of_the_transfer() -> None:
    flat, eight = (TABLE.operations[name].optimistic for name in ("all_reduce_16_flat", "all_reduce_8"))
    assert flat.transfer_s / eight.transfer_s == pytest.approx(30 / 7, rel=1e-12)
    assert flat.transfer_s / UNIT == pytest.approx(7.5, rel=1e-12)
    assert flat.total_s == pytest.approx(9.9e-3, rel=1e-9)


@pytest.mark.parametrize(
    ("operation", "overlapped", "sequence"),
    [("all_reduce_16_rails", 1.75, 2.25), ("all_reduce_16_node_nic", 4.0, 5.75)],
)
def test_hierarchical_all_reduce_overlaps_its_stages_or_runs_them_in_sequence(
    operation: str, overlapped: float, sequence: float
) -> None:
    startup = 14 * 5e-6 + 2 * 10e-6
    expected = (startup + overlapped * UNIT, startup + sequence * UNIT)
    assert seconds(operation) == pytest.approx(expected, rel=1e-9)


def test_64_ranks_start_63_times_on_a_ring_and_6_times_by_doubling() -> None:
    transfer = 63 / 64 * 8000 / 200e9
    assert seconds("all_gather_64_ring")[0] == pytest.approx(63 * 5e-6 + transfer, rel=1e-12)
    assert seconds("all_gather_64_doubling")[0] == pytest.approx(6 * 5e-6 + transfer, rel=1e-12)


def expanded(requirement: str) -> Expanded:
    return worked("lesson").expanded[requirement]


def test_five_collectives_are_demanded_on_a_list_of_group_sizes_and_sizes() -> None:
    for name in ("P2P", "AR", "AG", "RS", "A2A"):
        cells = expanded(f"LES-{name}-01").criteria
        assert len({cell.place.group for cell in cells if cell.place}) >= 2
        sizes = {cell.n for cell in cells if cell.n}
        assert min(sizes) <= 8192
        assert max(sizes) >= 2**30
        assert {cell.condition for cell in cells} == {"exclusive", "multi_group"}


def test_hierarchy_concurrency_report_tail_and_fit_are_demanded() -> None:
    kinds = {each.kind for each in worked("lesson").expanded.values()}
    wanted = {"hierarchical_efficiency", "concurrency_slowdown", "algorithm_report", "tail_ratio", "fit_quality"}
    assert wanted <= kinds
