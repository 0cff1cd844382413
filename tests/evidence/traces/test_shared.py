"""Real traces, where the environment names their folder: COMMSPEC_TRACES=DIR. They are not part of the project."""

import gzip
import os
from collections import Counter
from pathlib import Path

import pytest

from estimator.evidence.traces.files.read import TraceReading, read_trace
from estimator.evidence.traces.files.stream import JsonStream

FOLDER = os.environ.get("COMMSPEC_TRACES", "")
pytestmark = pytest.mark.skipif(not FOLDER, reason="COMMSPEC_TRACES names no folder of real traces")


def read(name: str) -> TraceReading:
    data = (Path(FOLDER) / name).read_bytes()
    content = gzip.decompress(data) if name.endswith(".gz") else data
    return read_trace(JsonStream(iter([content]), name), "file")


def test_a_trace_with_metadata_counts_each_kernel_once() -> None:
    (found,) = read("kineto_2ranks_with_metadata.json.gz").ranks
    assert Counter(call.collective for call in found.calls) == {"all_reduce": 15, "broadcast": 6}
    assert {call.group.size for call in found.calls} == {2}
    # Five buckets of fp32 a step: together the 25,557,032 parameters of a ResNet-50.
    step = [call.n(2) for call in found.calls if call.step == "4" and call.collective == "all_reduce"]
    assert step == [8196000.0, 31502336.0, 26255360.0, 26550272.0, 9724160.0]
    assert sum(n or 0.0 for n in step) / 4 == 25_557_032
    # In the last step the peer was late: 8.2 MB took 6.0 ms.
    late = max(found.calls, key=lambda call: call.elapsed)
    assert (late.n(2), late.step) == (8196000.0, "6")
    assert late.elapsed == pytest.approx(5993.392e-6, rel=1e-12)


def test_a_trace_without_metadata_takes_sizes_from_the_annotations() -> None:
    (found,) = read("kineto_128ranks_no_metadata.json.gz").ranks
    assert (found.rank, found.world, found.steps) == ("0", 128, ("551", "552"))
    assert Counter(call.collective for call in found.calls) == {"all_to_all": 4, "all_reduce": 4, "all_gather": 2}
    gathers = [(call.n(64), call.group.size) for call in found.calls if call.collective == "all_gather"]
    assert gathers == [(2.0**30, 64)] * 2
    assert [call.n(None) for call in found.calls if call.collective == "all_reduce"] == [
        *(19618307 * 4.0, 26955536 * 4.0, 26258430 * 4.0, 5716654 * 4.0),
    ]


def test_the_cluster_form_tells_waits_of_both_ranks() -> None:
    found = read("ascend_cluster_communication.json").ranks
    assert [trace.rank for trace in found] == ["0", "1"]
    calls = [trace.calls[0] for trace in found]
    assert [call.collective for call in calls] == ["broadcast"] * 2
    assert [call.group.size for call in calls] == [2, 2]
    assert [call.transit for call in calls] == pytest.approx([8.0599375e-6, 16.30984375e-6], rel=1e-12)
    assert [call.wait for call in calls] == pytest.approx([0.11596064153125, 1.5e-7], rel=1e-12)
    assert [call.amount for call in calls] == pytest.approx([85312.0, 134208.0], rel=1e-12)
