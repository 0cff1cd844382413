from typing import Any

import pytest

from estimator.evidence.traces.call import CallGroup, RankTrace
from tests.evidence.traces.written import Job, Planned, kineto, reading

JOB = Job(
    ranks=4,
    calls=[
        Planned("all_reduce", 2**20, {0: 100.0, 1: 130.0}, 50.0),
        Planned("all_gather", 2**22, {0: 300.25, 1: 300.0}, 80.5),
        Planned("reduce_scatter", 2**22, {0: 500.0}, 60.0),
        Planned("all_to_all_v", 2**21, {0: 700.0}, 70.0, step=2),
        Planned("broadcast", 2**10, {0: 900.0}, 5.0, step=2),
    ],
    computing={0: [(90.0, 120.0), (110.0, 140.0), (520.0, 800.0)]},
    steps=[(4, 0.0, 600.0), (5, 600.0, 1000.0)],
)


def rank0(**form: bool) -> RankTrace:
    (found,) = reading(kineto(JOB, 0, **form)).ranks
    return found


def test_each_call_stands_once_with_the_duration_of_its_kernel() -> None:
    found = rank0()
    assert (found.rank, found.world, found.steps) == ("0", 4, ("4", "5"))
    assert [call.collective for call in found.calls] == [call.collective for call in JOB.calls]
    assert [call.elapsed for call in found.calls] == [80e-6, 80.5e-6, 60e-6, 70e-6, 5e-6]
    assert [call.n(4) for call in found.calls] == [call.n for call in JOB.calls]
    assert {call.group for call in found.calls} == {CallGroup("3", "[0, 1, 2, 3]", 4)}
    assert [call.step for call in found.calls] == ["4", "4", "4", "5", "5"]
    assert found.computing["0"].total == (50 + 280) * 1000


def test_an_old_trace_tells_the_same_but_the_group() -> None:
    found = rank0(metadata=False)
    assert [call.collective for call in found.calls] == [
        *("all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast"),
    ]
    assert [call.elapsed for call in found.calls] == [call.elapsed for call in rank0().calls]
    assert [call.n(4) for call in found.calls] == [call.n for call in JOB.calls]
    # An AllGather and a ReduceScatter tell the ranks by input and output; the others cannot.
    assert [call.group.size for call in found.calls] == [None, 4, 4, None, None]


def events(job: dict[str, Any], *dropped: str) -> dict[str, Any]:
    kept = [event for event in job["traceEvents"] if event.get("cat") not in dropped]
    return job | {"traceEvents": kept}


def test_without_shapes_an_old_trace_tells_the_collective_and_no_size() -> None:
    trace = kineto(JOB, 0, metadata=False)
    for event in trace["traceEvents"]:
        event.get("args", {}).pop("Input Dims", None)
    (found,) = reading(trace).ranks
    assert [call.collective for call in found.calls][:2] == ["all_reduce", "all_gather"]
    assert [call.n(4) for call in found.calls] == [None] * 5


def test_a_kernel_alone_is_known_by_its_name() -> None:
    (found,) = reading(events(kineto(JOB, 0, metadata=False), "cpu_op", "user_annotation", "cuda_runtime")).ranks
    assert [call.collective for call in found.calls] == [
        *("all_reduce", "all_gather", "reduce_scatter", "", "broadcast"),
    ]
    assert found.calls[3].what == "ncclKernel_SendRecv"


def test_the_external_id_tells_where_launches_are_missing() -> None:
    (found,) = reading(events(kineto(JOB, 0), "cuda_runtime")).ranks
    stripped = events(kineto(JOB, 0), "cuda_runtime")
    for event in stripped["traceEvents"]:
        if event.get("cat") == "kernel":
            event["args"] = {key: event["args"][key] for key in ("device", "External id") if key in event["args"]}
    (same,) = reading(stripped).ranks
    assert [(call.collective, call.n(4), call.group) for call in same.calls] == [
        (call.collective, call.n(4), call.group) for call in found.calls
    ]


def test_words_of_the_first_releases_are_known() -> None:
    trace = kineto(JOB, 0, metadata=False)
    older = {"kernel": "Kernel", "cuda_runtime": "Runtime", "cpu_op": "Operator"}
    for event in trace["traceEvents"]:
        event["cat"] = older.get(event.get("cat", ""), event.get("cat"))
    (found,) = reading(trace).ranks
    assert [call.n(4) for call in found.calls] == [call.n for call in JOB.calls]
    assert found.computing["0"].total == 330_000


def test_an_annotation_among_the_operators_is_one_too() -> None:
    """As the releases up to 1.12 wrote them; 2,049,000 elements of fp32 are a bucket of a ResNet-50."""
    said = {"External id": 2513, "Input dims": [[2049000]], "Input type": ["float"]}
    host = {"ph": "X", "cat": "Operator", "name": "nccl:all_reduce", "pid": 9, "tid": 7, "ts": 160, "dur": 75}
    args = {"device": 0, "correlation": 33218, "external id": 2513}
    kernel = {"ph": "X", "cat": "Kernel", "name": "ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", "pid": 0}
    (found,) = reading([host | {"args": said}, kernel | {"ts": 162, "dur": 1556, "args": args}]).ranks
    assert [(call.collective, call.n(None), call.elapsed) for call in found.calls] == [
        ("all_reduce", 8_196_000.0, 1556e-6)
    ]


def test_a_call_of_gloo_is_what_the_host_did() -> None:
    """No kernel stands for it; a single group is listed, so that every call is of it."""
    annotation = {"ph": "X", "cat": "user_annotation", "pid": 9, "tid": 11, "dur": 43_794.208}
    gathered = {"Input Dims": [[65536]], "Input type": ["float"]}
    events = [
        {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 9, "tid": 9, "ts": 0, "dur": 60_000},
        {"ph": "X", "cat": "cpu_op", "name": "c10d::allreduce_", "pid": 9, "tid": 9, "ts": 1, "dur": 9, "args": {}},
        annotation | {"name": "gloo:all_reduce", "ts": 5, "args": {"Input Dims": [[1048576]], "Input type": ["float"]}},
        annotation | {"name": "gloo:all_gather", "ts": 50_000, "args": gathered},
        annotation | {"name": "gloo:barrier", "ts": 70_000, "args": {}},
        annotation | {"name": "gloo:send", "ts": 80_000, "args": gathered},
    ]
    config = [{"pg_name": "0", "pg_desc": "default_pg", "pg_size": 4, "ranks": [0, 1, 2, 3]}]
    info = {"backend": "gloo", "rank": 1, "world_size": 4, "pg_count": 1, "pg_config": config}
    (found,) = reading({"traceEvents": events, "distributedInfo": info}).ranks
    assert found.notes == ()
    assert [(call.collective, call.n(4), call.step) for call in found.calls] == [
        *(("all_reduce", 4_194_304.0, "1"), ("all_gather", 1_048_576.0, "1"), ("barrier", 0.0, "")),
        ("p2p", 262_144.0, ""),
    ]
    assert found.calls[0].elapsed == pytest.approx(43_794.208e-6, rel=1e-12)
    assert {call.group for call in found.calls[:3]} == {CallGroup("0", "[0, 1, 2, 3]", 4)}
    assert found.calls[3].group == CallGroup("", "", 2)


def test_the_groups_that_a_trace_lists_tell_what_a_kernel_leaves_out() -> None:
    args = {"Collective name": "allreduce", "In msg nelems": 8, "Out msg nelems": 8, "dtype": "Half"}
    kernel = {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_Generic", "ts": 1, "dur": 2}
    config = [{"pg_name": "0", "pg_size": 8, "ranks": []}, {"pg_name": "5", "pg_size": 2, "ranks": "[3, 7]"}, "odd"]
    events = [kernel | {"args": args | {"Process Group Name": name}} for name in ("5", "9")]
    (found,) = reading({"traceEvents": events, "distributedInfo": {"pg_config": config}}).ranks
    assert [call.group for call in found.calls] == [CallGroup("5", "[3, 7]", 2), CallGroup("9", "", None)]


def test_a_call_is_of_the_only_group_unless_its_tensors_tell_another() -> None:
    pair = {"Input Dims": [[4000], [1000]], "Input type": ["float", "float"], "External id": 4}
    host = {"ph": "X", "cat": "cpu_op", "name": "c10d::_allgather_base_", "ts": 1, "dur": 9, "args": pair}
    kernels = [
        {"ph": "X", "cat": "kernel", "name": f"ncclKernel_{name}", "ts": 3, "dur": 2, "args": {"External id": number}}
        for number, name in ((4, "AllGather"), (5, "AllReduce"))
    ]
    config = [{"pg_name": "0", "pg_size": 2, "ranks": [0, 1]}]
    (found,) = reading({"traceEvents": [host, *kernels], "distributedInfo": {"pg_config": config}}).ranks
    assert [call.group for call in found.calls] == [CallGroup("", "", 4), CallGroup("0", "[0, 1]", 2)]
    config.append({"pg_name": "1", "pg_size": 2, "ranks": [0, 2]})
    (found,) = reading({"traceEvents": [host, *kernels], "distributedInfo": {"pg_config": config}}).ranks
    assert [call.group for call in found.calls] == [CallGroup("", "", 4), CallGroup()]


def test_a_list_of_more_tensors_than_eight_is_summed_whole() -> None:
    said = {"Input Dims": [[1000]] * 20, "Input type": ["float"] * 20, "External id": 4}
    host = {"ph": "X", "cat": "user_annotation", "name": "nccl:all_reduce", "ts": 1, "dur": 9, "args": said}
    kernel = {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_Generic", "ts": 3, "dur": 2}
    (found,) = reading([host, kernel | {"args": {"External id": 4}}]).ranks
    assert [call.n(None) for call in found.calls] == [80_000.0]


def test_a_send_and_its_receive_are_one_pair_of_ranks() -> None:
    args = {"Collective name": "send", "In msg nelems": 8, "Out msg nelems": 8, "dtype": "Half", "Group size": 16}
    args |= {"Process Group Name": "7", "Src Rank": 3, "Dst Rank": 5, "Seq": 9, "device": 0}
    kernel = {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_SendRecv", "ts": 1, "dur": 2, "args": args}
    (found,) = reading([kernel, kernel | {"args": args | {"Collective name": "recv"}}]).ranks
    assert {(call.collective, call.group, call.n(2), call.order) for call in found.calls} == {
        ("p2p", CallGroup("7", "3->5", 2), 16.0, "")
    }


def test_an_end_of_a_send_that_the_kernel_leaves_out_is_the_rank_itself() -> None:
    """A send names its destination alone, a receive its source."""
    args = {"Collective name": "send", "In msg nelems": 8, "Out msg nelems": 8, "dtype": "Half", "Group size": 4}
    kernel = {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_SendRecv", "ts": 1, "dur": 2}
    sends = [
        kernel | {"args": args | {"Dst Rank": 5}},
        kernel | {"args": args | {"Collective name": "recv", "Src Rank": 2}},
    ]
    (found,) = reading({"traceEvents": sends, "distributedInfo": {"rank": 3}}).ranks
    assert [call.group.ranks for call in found.calls] == ["3->5", "2->3"]
    (found,) = reading(sends, "somewhere/trace.json").ranks
    assert [call.group.ranks for call in found.calls] == ["", ""]


def test_a_batch_of_sends_and_receives_is_one_call_of_the_kernel_that_does_it() -> None:
    """``batch_isend_irecv`` posts them one by one, and its end launches one kernel, which carries no metadata."""

    def posted(collective: str, at: float, elements: int) -> dict[str, Any]:
        args = {"Collective name": collective, "In msg nelems": elements, "Out msg nelems": elements, "dtype": "Half"}
        args |= {"Process Group Name": "12", "Group size": 4, "External id": at}
        return host | {"name": "record_param_comms", "ts": at, "dur": 2, "args": args}

    def done(correlation: int, at: float) -> list[dict[str, Any]]:
        args = {"correlation": correlation, "device": 0}
        launch = host | {"cat": "cuda_runtime", "name": "cudaLaunchKernelExC", "ts": at, "dur": 2, "args": args}
        return [launch, launch | {"cat": "kernel", "name": "ncclDevKernel_SendRecv(Args)", "ts": at + 9, "dur": 40}]

    host = {"ph": "X", "cat": "cpu_op", "pid": 9, "tid": 7}
    batch = host | {"cat": "user_annotation", "name": "nccl:coalesced", "ts": 21, "dur": 12, "args": {}}
    events = [posted("send", 10, 4096), posted("recv", 15, 8192), batch, *done(1, 30), *done(2, 50)]
    (found,) = reading([*events, posted("recv", 60, 16), *done(3, 70)]).ranks
    assert [(call.collective, call.n(2), call.group) for call in found.calls] == [
        ("p2p", 16384.0, CallGroup("12", "", 2)),
        ("", None, CallGroup()),
        ("p2p", 32.0, CallGroup("12", "", 2)),
    ]


def test_calls_of_the_host_alone_are_told() -> None:
    (found,) = reading(events(kineto(JOB, 0), "kernel")).ranks
    assert found.calls == ()
    assert found.notes == ("communication on the host and no device kernel of it: profile the device too",)


@pytest.mark.parametrize("odd", [None, "x", -1, 1e300, [], {}, True, "1" * 60])
@pytest.mark.parametrize("key", ["ts", "dur", "cat", "name", "pid", "args"])
def test_no_value_of_an_event_is_taken_on_trust(key: str, odd: object) -> None:
    trace = kineto(JOB, 0)
    for event in trace["traceEvents"]:
        event[key] = odd
    for found in reading(trace).ranks:
        assert all(call.elapsed >= 0.0 for call in found.calls)


@pytest.mark.parametrize("odd", [None, "x", -1, 1e300, 2.5, [[]], {"a": 1}, True, "9" * 60])
def test_no_value_of_the_metadata_is_taken_on_trust(odd: object) -> None:
    for form in (True, False):
        trace = kineto(JOB, 0, metadata=form)
        for event in trace["traceEvents"]:
            event["args"] = dict.fromkeys(event["args"], odd)
        for found in reading(trace | {"distributedInfo": {"rank": odd, "world_size": odd}}).ranks:
            assert all(call.n(4) is None or call.n(4) >= 0.0 for call in found.calls)  # type: ignore[operator]
