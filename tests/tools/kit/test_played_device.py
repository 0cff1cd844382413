"""The back ends of devices from end to end: PyTorch's own Gloo carries the bytes, and a device is played around it.

No accelerator takes part. What is shown is that the program asks NCCL and HCCL for calls that PyTorch has, on streams
and with events in an order that gives times, and that its records say which back end it was.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.kit.small import uneven
from tests.tools.kit.start import made, run

pytestmark = [pytest.mark.kit, pytest.mark.slow]
PLAYED = """
import contextlib
import types
import torch
import torch.distributed as dist
KIND, CCL = {names!r}
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
    def wait_stream(self, other):
        diary.append("wait")

@contextlib.contextmanager
def stream(which):
    yield

played = types.SimpleNamespace(
    Event=Event, Stream=Stream, current_stream=Stream, stream=stream, is_available=lambda: True,
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
def init_process_group(ccl):
    assert ccl == CCL
    begun("gloo")
dist.init_process_group = init_process_group
before = run_plan.OnTorch.close
def close(self):
    assert asked[0].startswith(KIND + ":"), asked
    assert diary.count("mark") > 0
    before(self)
run_plan.OnTorch.close = close
"""


@pytest.mark.parametrize(("kind", "ccl", "library"), [("cuda", "nccl", "NCCL 2.21.5"), ("npu", "hccl", "hccl of")])
def test_what_runs_on_a_device_runs_on_a_played_one(kind: str, ccl: str, library: str, tmp_path: Path) -> None:
    kit = made(uneven(4).replace("bf16", "fp32"), tmp_path)
    chosen = ("--only", "A2AV", "--only", "OVER", "--only", "SLOW", "--only", "SYNC", "--repeats", "1")
    # ``--ccl`` comes last: what the start-up says of Gloo is overruled by what a device has.
    done = run(kit, 4, *chosen, "--ccl", ccl, fault=PLAYED.replace("{names!r}", repr((kind, ccl))), torch=True)
    ran = [line for line in done.lines() if "times" in line]
    assert {line["requirement"] for line in ran} == {"A2AV", "OVER", "SLOW", "SYNC"}, done.said
    assert [line["cell"] for line in ran if line["wrong"]] == []
    assert all(time > 0.0 for line in ran for rank in line["times"] for time in rank)
    assert {line["condition"] for line in ran} == {"exclusive", "multi_group", "with_compute"}
    told = dict(done.records[0].table.environment)
    assert (told["device"], told["ccl"]) == (kind, ccl)
    assert done.records[0].table.library.startswith(library)
    assert done.records[0].table.hardware == "played device"
