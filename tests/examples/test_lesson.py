"""The lesson's figures, worked out by hand: n/B = 256 MB / 200 GB/s = 1.28 ms, start-up 5 us; across 10 us, 50 GB/s."""

import pytest

from estimator.require.criterion import Expanded
from estimator.require.sentence import sentence
from estimator.spec.kinds import AlgorithmReport
from estimator.tools.catalogue import commands
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
    slow = TABLE.operations["all_reduce_16_flat"].conservative
    assert slow.total_s == pytest.approx(9.9e-3, rel=1e-9)  # 30 rounds of 10 us, 7.5 times 1.28 ms
    # A block itself makes 15 hops a half, two of them across: 13 x 5 us + 2 x 10 us.
    assert flat.total_s == pytest.approx(2 * (13 * 5e-6 + 2 * 10e-6) + 9.6e-3, rel=1e-9)


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


@pytest.mark.parametrize("name", ["AR", "AG", "RS", "A2A"])
def test_a_collective_is_demanded_inside_a_node_across_nodes_and_over_both_levels(name: str) -> None:
    places = {cell.place for cell in expanded(f"LES-{name}-01").criteria if cell.place}
    assert {place.ranks for place in places} == {4, 8, 16, 64}
    inside = {place.group for place in places if place.nodes == 1}
    across = {place.group for place in places if place.nodes > 1 and max(place.node_ranks) == 1}
    both = {place.group for place in places if place.nodes > 1 and max(place.node_ranks) > 1}
    assert (inside, across, both) == ({"cards4", "cards8"}, {"rail8"}, {"cards16", "ranks64"})


def test_eight_groups_at_once_are_set_against_one_and_both_are_run() -> None:
    found = worked("lesson")
    lines = [each.line for each in commands(found.opened.spec, "LES-CON-01", expanded("LES-CON-01"))]
    assert ["NCCL_TESTS_SPLIT=MOD 8" in line for line in lines] == [False, True]
    assert {cell.at_once for cell in expanded("LES-CON-01").criteria} == {8}


def test_the_report_names_algorithm_path_bus_bandwidth_end_to_end_and_tail() -> None:
    requirement = worked("lesson").opened.spec.requirements["LES-REP-01"]
    assert isinstance(requirement, AlgorithmReport)
    assert requirement.reports == ("algorithm", "path", "busbw", "end_to_end_time", "tail_latency")


def test_the_fit_predicts_the_step_and_a_trace_checks_it() -> None:
    found = worked("lesson")
    text = sentence("LES-FIT-01", found.opened.spec, expanded("LES-FIT-01"), "en")
    assert text.replace("\u00a0", " ") == (
        "With α and B fitted to the sweeps of this document, the training framework and the communication library must "
        "show that the predicted step time is within 15 % of the measured one, checked by a trace of the step."
    )


def test_hierarchy_concurrency_report_tail_and_fit_are_demanded() -> None:
    kinds = {each.kind for each in worked("lesson").expanded.values()}
    wanted = {"hierarchical_efficiency", "concurrency_slowdown", "algorithm_report", "tail_ratio", "fit_quality"}
    assert wanted <= kinds
