import pytest

from estimator.evidence.traces.call import CallGroup, nanoseconds
from estimator.evidence.traces.gather import gathered
from tests.evidence.traces.written import HASH, Job, Planned, cluster, export, reading, sent, timeline, together

JOB = Job(
    ranks=2,
    calls=[
        Planned("all_reduce", 2**20, {0: 100.0, 1: 130.0}, 50.0),
        Planned("all_gather", 2**22, {0: 300.25, 1: 300.0}, 80.5),
        Planned("all_to_all_v", 2**21, {0: 700.0, 1: 650.0}, 70.0, step=2),
    ],
    computing={0: [(90.0, 120.0), (110.0, 140.0)], 1: [(0.0, 400.0)]},
    steps=[(1, 0.0, 600.0), (2, 600.0, 1000.0)],
)
COLLECTIVES = ["all_reduce", "all_gather", "all_to_all_v"]


def test_an_export_tells_transit_wait_and_idle_apart() -> None:
    (found,) = reading(export(JOB, 0, idle=7.0), "dev0").ranks
    assert (found.rank, found.steps) == ("dev0", ("1", "2"))
    assert [call.collective for call in found.calls] == COLLECTIVES
    assert [call.transit for call in found.calls] == pytest.approx([50e-6, 80.5e-6, 70e-6], rel=1e-12)
    assert [call.wait for call in found.calls] == pytest.approx([30e-6, 0.0, 0.0], rel=1e-12)
    assert [call.idle for call in found.calls] == pytest.approx([7e-6] * 3, rel=1e-12)
    assert [call.elapsed for call in found.calls] == pytest.approx([87e-6, 87.5e-6, 77e-6], rel=1e-12)
    assert {call.group for call in found.calls} == {CallGroup(HASH)}
    # AllReduce of two ranks sends n, the others n/2: from these the size in a group of two.
    assert [call.n(2) for call in found.calls] == pytest.approx([call.n for call in JOB.calls], rel=1e-12)
    assert [call.n(None) for call in found.calls] == [None] * 3


def test_a_call_without_its_start_still_has_its_times() -> None:
    told = export(JOB, 0)
    for kinds in told.values():
        for leaf in kinds["collective"].values():
            leaf["Communication Time Info"].pop("Start Timestamp(us)", None)
    (found,) = reading(told).ranks
    assert [call.collective for call in found.calls] == COLLECTIVES
    assert [call.transit for call in found.calls] == pytest.approx([50e-6, 80.5e-6, 70e-6], rel=1e-12)


def test_the_cluster_form_has_every_rank_and_the_group() -> None:
    found = reading(cluster(JOB)).ranks
    assert [trace.rank for trace in found] == ["0", "1"]
    assert {call.group for trace in found for call in trace.calls} == {CallGroup(HASH, "[0, 1]", 2)}
    waits = [[call.wait for call in trace.calls] for trace in found]
    assert waits == [pytest.approx([30e-6, 0.0, 0.0], abs=1e-15), pytest.approx([0.0, 0.25e-6, 50e-6], rel=1e-9)]


def test_a_timeline_tells_waits_from_the_plane_below_a_call() -> None:
    (found,) = reading(timeline(JOB, 1)).ranks
    assert [call.collective for call in found.calls] == COLLECTIVES
    assert [call.transit for call in found.calls] == pytest.approx([50e-6, 80.5e-6, 70e-6], rel=1e-12)
    assert [call.wait for call in found.calls] == pytest.approx([0.0, 0.25e-6, 50e-6], abs=1e-12)
    assert [call.n(2) for call in found.calls] == pytest.approx([call.n for call in JOB.calls], rel=1e-12)
    assert [call.step for call in found.calls] == ["1", "1", "2"]
    assert found.computing[""].total == 400_000


def test_what_gloo_did_beside_it_does_not_hide_a_timeline() -> None:
    gloo = {"ph": "X", "cat": "user_annotation", "name": "gloo:barrier", "ts": 5, "dur": 3, "args": {}}
    found = reading([*timeline(JOB, 1), gloo])
    assert found.kind == "timeline"
    assert [call.collective for call in found.ranks[0].calls] == COLLECTIVES


def test_a_timeline_and_an_export_of_one_folder_are_one_rank() -> None:
    both = {"a/trace_view.json": timeline(JOB, 0), "a/communication.json": export(JOB, 0)}
    (found,) = gathered([(name, "a", reading(content, name)) for name, content in both.items()]).ranks
    assert len(found.calls) == 3
    assert [call.wait for call in found.calls] == pytest.approx([30e-6, 0.0, 0.0], abs=1e-12)
    assert [call.n(2) for call in found.calls] == pytest.approx([call.n for call in JOB.calls], rel=1e-12)
    assert found.computing[""].total == 50_000


def test_a_file_that_names_the_groups_serves_all_others() -> None:
    names = {"parallel_group_info": {HASH: {"group_name": "default_group", "group_rank": 0, "global_ranks": [0, 1]}}}
    found = together(export(JOB, 0), names)
    assert found.notes == ()
    assert {call.group for call in found.ranks[0].calls} == {CallGroup(HASH, "[0, 1]", 2)}


def test_what_a_nic_acknowledges_is_transfer_and_what_comes_before_is_waiting() -> None:
    events = timeline(Job(2, [Planned("all_reduce", 2**20, {0: 0.0}, 100.0)]), 0)[:5]
    row = {"ph": "X", "pid": 5, "args": {}}
    events.append(row | {"name": "hcom_allReduce__501_0_1", "tid": 0, "ts": "1000.0", "dur": 100.0})
    prepared = [("RDMASend", 1, 1), ("Notify_Wait", 2, 10)]
    for name, start, lasted in [*prepared, ("RDMASend", 12, 2), ("RDMASend", 14, 2), ("Notify_Wait", 16, 30)]:
        events.append(row | {"name": name, "tid": 1, "ts": f"{1000 + start}.000", "dur": lasted})
    (found,) = reading(events).ranks
    assert found.calls[0].wait == pytest.approx(10e-6)
    assert found.calls[0].transit == pytest.approx((1 + 2 + 2 + 30) * 1e-6)


def test_what_was_sent_stays_apart_from_copies_inside() -> None:
    times = export(JOB, 0)["step1"]["collective"]
    name, leaf = next(iter(times.items()))
    leaf["Communication Bandwidth Info"] = {
        "RDMA": {"Transit Size(MB)": 1.0},
        "HCCS": {"Transit Size(MB)": 2.0},
        "PCIE": {"Transit Size(MB)": 0.5},
        "SDMA": {"Transit Size(MB)": 2.5},
        "LOCAL": {"Transit Size(MB)": 9.0},
    }
    (found,) = reading({"step": {"collective": {name: leaf}}}).ranks
    assert (found.calls[0].amount, found.calls[0].told, found.calls[0].step) == (3.5e6, "sent", "")


def test_bytes_sent_are_those_of_the_hand() -> None:
    # 1 MiB AllReduce of eight ranks: each sends 7 shares out and 7 on: 14/8 MiB.
    assert sent(Planned("all_reduce", 2**20, {}, 0.0), 8) == 1.75 * 2**20


def test_time_stamps_keep_their_nanoseconds() -> None:
    assert nanoseconds("1695054582608213.250") == 1695054582608213250
    assert nanoseconds(4458676524595.135) == 4458676524595135
    assert [nanoseconds(odd) for odd in ("1e5", "-1", "", "1.2.3", "٣", None, True, 1e30)] == [None] * 8


@pytest.mark.parametrize("odd", [None, "x", -1, 1e300, [[]], {"a": 1}, True])
def test_no_value_is_taken_on_trust(odd: object) -> None:
    for trace in (export(JOB, 0), cluster(JOB)):
        for found in reading(_with(trace, odd)).ranks:
            assert all(call.elapsed >= 0.0 for call in found.calls)
    for key in ("ts", "dur", "name", "pid", "tid", "args"):
        reading([event | {key: odd} for event in timeline(JOB, 0)])


def _with(value: object, odd: object) -> object:
    if isinstance(value, dict):
        return {key: _with(item, odd) for key, item in value.items()}
    return odd


def test_files_of_several_ranks_in_one_folder_are_joined_by_their_rank() -> None:
    files = [(f"rank{rank}_t.json", "a", reading(timeline(JOB, rank), str(rank))) for rank in (0, 1)]
    files += [(f"rank{rank}_c.json", "a", reading(export(JOB, rank), str(rank))) for rank in (1, 0)]
    found = gathered(files)
    assert ([trace.rank for trace in found.ranks], found.notes) == (["0", "1"], ())
    assert [len(trace.calls) for trace in found.ranks] == [3, 3]
    assert found.ranks[1].calls[0].wait == pytest.approx(0.0, abs=1e-12)
    assert found.ranks[0].calls[0].wait == pytest.approx(30e-6)
