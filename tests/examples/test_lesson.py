"""The lesson's figures, worked out by hand.

Alone: n/B = 256 MB / 200 GB/s = 1.28 ms, start-up 5 us; across 10 us and a quarter of the rate. Beside other groups:
1.6 ms, 8 us; across 15 us, 6.4 ms.
"""

import pytest

from estimator.report.sentences.sentence import sentence
from estimator.require.criterion import Expanded
from estimator.spec.requirements.kinds import AlgorithmReport
from estimator.tools.catalogue import commands
from tests.examples.opened import worked

TABLE = worked("lesson").table
UNIT, LOADED = 1.28e-3, 1.6e-3
REORDER = 2 * 256e6 / 1e12
"""Two passes over the buffer."""


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
    expected = (startups * 5e-6 + units * UNIT, startups * 8e-6 + units * LOADED)
    assert seconds(operation) == pytest.approx(expected, rel=1e-12)


def test_across_switches_a_message_takes_twice_its_transfer() -> None:
    assert seconds("p2p_across_switches") == pytest.approx((8e-6 + 2 * UNIT, 12e-6 + 4e-3), rel=1e-12)


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
    assert slow.total_s == pytest.approx(12.45e-3, rel=1e-9)  # 30 rounds of 15 us, 7.5 times 1.6 ms
    # A block itself makes 15 hops a half, two of them across: 13 x 5 us + 2 x 10 us.
    assert flat.total_s == pytest.approx(2 * (13 * 5e-6 + 2 * 10e-6) + 9.6e-3, rel=1e-9)


STARTS = (14 * 5e-6 + 2 * 10e-6, 14 * 8e-6 + 2 * 15e-6)


@pytest.mark.parametrize(
    ("operation", "overlapped", "sequence"),
    [("all_reduce_16_rails", 1.75, 2.25), ("all_reduce_16_node_nic", 4.0, 5.75)],
)
def test_hierarchical_all_reduce_overlaps_its_stages_or_runs_them_in_sequence(
    operation: str, overlapped: float, sequence: float
) -> None:
    # Both are four times slower across than inside, alone and beside other groups.
    expected = (STARTS[0] + overlapped * UNIT, STARTS[1] + sequence * LOADED)
    assert seconds(operation) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("operation", "across"), [("all_to_all_16_rails", 2.0), ("all_to_all_16_node_nic", 16.0)])
def test_all_to_all_on_two_nodes_regroups_inside_and_sends_half_of_the_tensor_across(
    operation: str, across: float
) -> None:
    # Seven start-ups inside, one across; 7/8 n inside; n/2 across at a quarter of the rate, or eight ranks by one NIC.
    expected = (7 * 5e-6 + 10e-6 + across * UNIT, 7 * 8e-6 + 15e-6 + (7 / 8 + across) * LOADED + REORDER + 5e-6)
    assert seconds(operation) == pytest.approx(expected, rel=1e-9)


def test_all_to_all_takes_no_less_than_what_leaves_a_node_over_what_its_nics_carry() -> None:
    # D = 8 ranks x 256 MB x 8/16 = 1.024 GB; B = 400 GB/s of eight NICs, or 50 GB/s of one.
    rails, single = (TABLE.operations[f"all_to_all_16_{name}"].bound for name in ("rails", "node_nic"))
    assert (rails.cut, rails.bytes) == ("node_nics", 1.024e9)
    assert rails.seconds == pytest.approx(2.56e-3, rel=1e-12)
    assert single.seconds == pytest.approx(20.48e-3, rel=1e-12)
    for name in ("rails", "node_nic"):
        assert seconds(f"all_to_all_16_{name}")[0] > TABLE.operations[f"all_to_all_16_{name}"].bound.seconds


def test_the_check_of_the_cut_is_demanded() -> None:
    cells = expanded("LES-CUT-01").criteria
    assert {cell.limit for cell in cells} == {1.25}
    assert min(cell.n for cell in cells if cell.n) == 2**26


def test_every_interval_has_width() -> None:
    assert {name: each.time.width for name, each in TABLE.operations.items() if each.time.width < 1.2} == {}


def test_64_ranks_start_63_times_on_a_ring_and_6_times_by_doubling() -> None:
    transfer = 63 / 64 * 8000 / 50e9
    assert seconds("all_gather_64_ring")[0] == pytest.approx(63 * 10e-6 + transfer, rel=1e-12)
    assert seconds("all_gather_64_doubling")[0] == pytest.approx(6 * 10e-6 + transfer, rel=1e-12)


def test_each_of_the_four_kinds_of_path_has_parameters_of_its_own_and_a_point_to_point_test() -> None:
    spec = worked("lesson").opened.spec
    kinds = {name: path.location for name, path in spec.platform.paths.items()}
    assert sorted(kinds.values()) == ["inter_node", "inter_node_shared", "intra_node", "intra_node_cross_switch"]
    groups = {cell.place.group for cell in expanded("LES-P2P-01").criteria if cell.place}
    assert [spec.groups[name].levels for name in sorted(groups)] == [
        ("bridge",),
        ("rail",),
        ("node_nic",),
        ("in_node",),
    ]


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
    assert (inside, across, both) == ({"cards4", "cards8"}, {"rail8", "ranks64"}, {"cards16"})


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
