"""The back ends of devices from end to end: PyTorch's own Gloo carries the bytes, and a device is played around it.

No accelerator takes part. What is shown is that the program asks NCCL and HCCL for calls that PyTorch has, on streams
and with events in an order that gives times, and that its records say which back end it was.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.tools.kit.small import uneven
from tests.tools.kit.start import made, run

pytestmark = [pytest.mark.kit, pytest.mark.slow]
PLAYED = """
import contextlib
import os
import types
import torch
import torch.distributed as dist
KIND, CCL, GRAPHS = {names!r}
diary = []

class Event:
    def __init__(self, enable_timing):
        assert enable_timing
    def record(self):
        self.at = time.perf_counter()
        diary.append("mark")
    def elapsed_time(self, other):
        assert diary[-1] == "synchronize", "times are read before the device has ended"
        return (other.at - self.at) * 1e3

class Stream:
    made = []
    def __init__(self):
        Stream.made.append(self)
        assert len(Stream.made) <= 4, "each start of a load has a stream of its own"
    def wait_stream(self, other):
        assert other is not self
        diary.append("wait")

main = Stream()
used = [main]

@contextlib.contextmanager
def stream(which):
    used.append(which)
    yield
    used.pop()

class Graph:
    taken = []
    def __init__(self):
        self.calls = []
        Graph.taken.append(self)
    def replay(self):
        for call in self.calls:
            call()

capturing = []

@contextlib.contextmanager
def graph(captured, capture_error_mode="global"):
    assert capture_error_mode == "thread_local"
    assert "mark" not in diary[len(diary) - diary[::-1].index("synchronize"):], "captured while the device is at work"
    capturing.append(captured.calls)
    yield
    capturing.pop()

def captured(name):
    before = getattr(dist, name)
    def call(*given, **named):
        if capturing:
            capturing[-1].append(lambda: before(*given, **named))
        else:
            before(*given, **named)
    setattr(dist, name, call)

captured("all_to_all_single")
groups = []
kept = dist.new_group
def new_group(ranks=None, *, timeout, **named):
    groups.append(ranks)
    return kept(ranks, timeout=timeout, **named)
dist.new_group = new_group

played = types.SimpleNamespace(
    Event=Event, Stream=Stream, current_stream=lambda: used[-1], stream=stream, is_available=lambda: True,
    graph=graph, device_count=lambda: 4, empty_cache=lambda: None, **{KIND.upper() + "Graph": Graph},
    synchronize=lambda: diary.append("synchronize"), set_device=lambda number: None,
    get_device_name=lambda number: "played device", nccl=types.SimpleNamespace(version=lambda: (2, 21, 5)),
)
if KIND == "npu":
    sys.modules["torch_npu"] = types.ModuleType("torch_npu")
    torch.cuda = types.SimpleNamespace(is_available=lambda: False)
setattr(torch, KIND, played)
real = torch.device
asked = []
def device(text):
    asked.append(text)
    return real("cpu")
torch.device = device
begun = dist.init_process_group
def init_process_group(ccl, timeout):
    assert ccl == CCL
    assert timeout.total_seconds() > 3600, "a thousand long calls are started at once, and the last waits for all"
    begun("gloo", timeout=timeout)
dist.init_process_group = init_process_group
before = run_plan.OnTorch.close
def close(self):
    assert asked[0] == KIND + ":" + os.environ["LOCAL_RANK"], asked
    assert diary.count("mark") > 0
    assert len(Graph.taken) == GRAPHS
    every = self.gathered(groups)
    assert all(one == every[0] for one in every), "groups are made by all ranks in the same order"
    before(self)
run_plan.OnTorch.close = close
"""


def played(kind: str, ccl: str, graphs: int = 0) -> str:
    """``graphs``: how many a process captures."""
    return PLAYED.replace("{names!r}", repr((kind, ccl, graphs)))


@pytest.mark.parametrize(("kind", "ccl"), [("cuda", "nccl"), ("npu", "hccl")])
def test_calls_in_a_graph_are_captured_and_checked(kind: str, ccl: str, tmp_path: Path) -> None:
    """What is timed and checked is what the graph starts; six cells, two of them with a second group beside."""
    kit = made(in_graphs(), tmp_path)
    done = run(kit, 4, "--only", "A2AV", "--repeats", "1", "--ccl", ccl, fault=played(kind, ccl, 8), torch=True)
    ran = [line for line in done.lines() if "times" in line]
    assert (done.code, len(ran)) == (0, 6), done.said
    assert {line["launch"] for line in ran} == {"graph"}
    assert {line["wrong"] for line in ran} == {0}


def test_a_library_without_graphs_leaves_their_cells_out(tmp_path: Path) -> None:
    done = run(made(in_graphs(), tmp_path), 4, "--only", "A2AV", "--only", "RSV", "--repeats", "1")
    assert done.code == 1
    assert {one.table.benchmark or one.table.requirement for one in done.records} == {"RSV"}
    assert {one.reason for one in done.rejections} == {
        "not run: calls in a graph need a device whose PyTorch captures graphs"
    }


def in_graphs() -> str:
    """The uneven exchange, its All-to-All-v in graphs."""
    data = yaml.safe_load(uneven(4).replace("bf16", "fp32"))
    data["requirements"]["A2AV"]["test"]["launch"] = "graph"
    text: str = yaml.safe_dump(data, sort_keys=False)
    return text


@pytest.mark.parametrize(("kind", "ccl", "library"), [("cuda", "nccl", "NCCL 2.21.5"), ("npu", "hccl", "hccl of")])
def test_what_runs_on_a_device_runs_on_a_played_one(kind: str, ccl: str, library: str, tmp_path: Path) -> None:
    kit = made(uneven(4).replace("bf16", "fp32"), tmp_path)
    chosen = ("--only", "A2AV", "--only", "OVER", "--only", "SLOW", "--only", "SYNC", "--repeats", "1")
    # ``--ccl`` comes last: what the start-up says of Gloo is overruled by what a device has.
    done = run(kit, 4, *chosen, "--ccl", ccl, fault=played(kind, ccl), torch=True)
    ran = [line for line in done.lines() if "times" in line]
    assert {line["requirement"] for line in ran} == {"A2AV", "OVER", "SLOW", "SYNC"}, done.said
    assert [line["cell"] for line in ran if line["wrong"]] == []
    assert all(time > 0.0 for line in ran for rank in line["times"] for time in rank)
    assert {line["condition"] for line in ran} == {"exclusive", "multi_group", "with_compute"}
    told = dict(done.records[0].table.environment)
    assert (told["device"], told["ccl"]) == (kind, ccl)
    assert done.records[0].table.library.startswith(library)
    assert done.records[0].table.hardware == "played device"
