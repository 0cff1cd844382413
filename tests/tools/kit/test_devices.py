"""What the kit's program does on a device, played by a device that keeps a diary: no accelerator is needed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.tools.kit.program import loaded

RUN = loaded()


class Device:
    """Streams and events as PyTorch has them; every mark takes one millisecond."""

    def __init__(self) -> None:
        self.diary: list[str] = []

    def Event(self, enable_timing: bool) -> Any:  # noqa: N802
        assert enable_timing
        event = SimpleNamespace(at=0)

        def record() -> None:
            self.diary.append("mark")
            event.at = len(self.diary)

        event.record = record
        event.elapsed_time = lambda other: float(other.at - event.at)
        return event

    def Stream(self) -> Any:  # noqa: N802
        return SimpleNamespace(wait_stream=lambda _: self.diary.append("side waits"))

    def current_stream(self) -> Any:
        return SimpleNamespace(wait_stream=lambda _: self.diary.append("main waits"))

    def stream(self, _: Any) -> Any:
        return _Nothing()

    def synchronize(self) -> None:
        self.diary.append("synchronize")

    def graph(self, captured: Any, capture_error_mode: str) -> Any:
        assert capture_error_mode == "thread_local", "a thread of PyTorch's looks at events meanwhile"
        self.diary.append("capture")
        return _Nothing()

    def CUDAGraph(self) -> Any:  # noqa: N802
        return SimpleNamespace(replay=lambda: self.diary.append("replay"))


class _Nothing:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def on(device: Device) -> Any:
    library = RUN.OnTorch.__new__(RUN.OnTorch)
    library.devices, library.on, library.control, library.side, library.kind = True, device, None, [], "cuda"
    library.signal = "signal"
    library.dist = SimpleNamespace(barrier=lambda group: device.diary.append("barrier"), all_reduce=device.diary.append)
    return library


def test_iterations_follow_one_another_on_the_stream_and_are_timed_by_its_events() -> None:
    """One barrier before all, one wait at the end: the host does not stand between two calls."""
    device = Device()
    found = on(device).timed(lambda: device.diary.append("call"), [], 3)
    once = ["mark", "mark", "call", "mark", "mark"]
    assert device.diary == ["synchronize", "barrier", *once * 3, "synchronize"]
    assert found == [(2e-3, 4e-3)] * 3


def test_a_load_runs_on_a_stream_of_its_own_beside_each_call() -> None:
    device = Device()
    load = [lambda: device.diary.append("load")]
    on(device).timed(lambda: device.diary.append("call"), load, 1)
    assert device.diary[2:-1] == ["mark", "side waits", "load", "mark", "call", "mark", "main waits", "mark"]


def test_ranks_that_only_run_what_is_beside_the_call_begin_each_time_with_the_others() -> None:
    """Otherwise a load on other ranks has ended its last call while those that are timed still have some to make."""
    device = Device()
    on(device).timed(lambda: device.diary.append("call"), [], 2, True)
    once = ["signal", "mark", "mark", "call", "mark", "mark"]
    assert device.diary == ["synchronize", "barrier", *once * 2, "synchronize"]


def test_what_runs_beside_has_the_same_stream_each_time() -> None:
    """Memory that a call takes for itself is kept for each stream."""
    device = Device()
    library = on(device)
    library.timed(None, [lambda: None, lambda: None], 3)
    assert len(library.side) == 2


def test_a_long_test_reads_its_times_now_and_then() -> None:
    """2,500 iterations are three rounds of events; every one of them is timed."""
    device = Device()
    found = on(device).timed(lambda: None, [], 2500)
    assert found == [(1e-3, 3e-3)] * 2500
    assert device.diary.count("barrier") == 3
    assert device.diary.count("mark") == 4 * 2500


def test_a_call_in_a_graph_is_captured_once_and_replayed() -> None:
    device = Device()
    call = on(device).graphed(lambda: device.diary.append("call"))
    call()
    call()
    assert device.diary == ["capture", "call", "replay", "replay"]


def test_a_library_without_graphs_says_so() -> None:
    library = on(Device())
    library.kind = "gcu"
    with pytest.raises(RUN.CannotRunError, match="captures graphs"):
        library.graphed(lambda: None)


@pytest.mark.parametrize(
    ("cuda", "npu", "asked", "chosen"),
    [
        (True, None, (None, None), ("cuda", "nccl")),
        (False, True, (None, None), ("npu", "hccl")),
        (False, False, (None, None), ("cpu", "gloo")),
        (True, None, (None, "gloo"), ("cpu", "gloo")),
        (True, None, ("gcu", "eccl"), ("gcu", "eccl")),
        (False, True, ("npu", None), ("npu", "hccl")),
    ],
)
def test_the_device_that_is_there_is_taken(
    cuda: bool, npu: bool | None, asked: tuple[str | None, str | None], chosen: tuple[str, str]
) -> None:
    library = RUN.OnTorch.__new__(RUN.OnTorch)
    library.torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: cuda), cpu=None, gcu=None)
    if npu is not None:
        library.torch.npu = SimpleNamespace(is_available=lambda: npu)
    assert library._chosen(*asked) == chosen


@pytest.mark.parametrize(
    ("asked", "said"),
    [(("gcu", None), "name the library of the device gcu with --ccl"), (("tpu", None), "PyTorch has no device tpu")],
)
def test_a_device_that_nobody_knows_is_told(asked: tuple[str, str | None], said: str) -> None:
    library = RUN.OnTorch.__new__(RUN.OnTorch)
    library.torch = SimpleNamespace(gcu=None)
    with pytest.raises(RUN.CannotRunError, match=said):
        library._chosen(*asked)


def test_the_ranks_of_a_group_are_in_the_order_of_pytorch() -> None:
    """Processes that were started host by turns are not in order; PyTorch sorts them, MPI takes them as they come."""
    assert RUN.OnTorch.__new__(RUN.OnTorch).ordered([0, 2, 1, 3]) == [0, 1, 2, 3]
    assert RUN.OnMpi.__new__(RUN.OnMpi).ordered([0, 2, 1, 3]) == [0, 2, 1, 3]


class Calls:
    """torch.distributed that tells what was asked of it."""

    ReduceOp = SimpleNamespace(SUM="sum", AVG="avg", MAX="max", MIN="min", PRODUCT="prod")

    def __init__(self) -> None:
        self.made: list[tuple[str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        if name in ("all_gather_single", "reduce_scatter_single"):
            raise AttributeError("names of PyTorch 2.13")
        return lambda *given, **_: self.made.append((name, given))


class Tensor:
    """As much of a tensor as the calls look at."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __getitem__(self, part: slice) -> Tensor:
        return Tensor(self.values[part])

    def view(self, kind: Any) -> Tensor:
        return Tensor(self.values.view(kind))

    def element_size(self) -> int:
        return int(self.values.itemsize)

    def split(self, counts: list[int]) -> list[Tensor]:
        return [Tensor(part) for part in np.split(self.values, np.cumsum(counts)[:-1])]


SKEWED = {"skew": 2.0, "seed": 7, "zero_peers": 0}
"""Of three ranks the busiest, rank 0 by this seed, gets two thirds."""


@pytest.mark.parametrize(
    ("name", "matrix", "asked", "size"),
    [
        ("all_reduce", None, "all_reduce", 12),
        ("all_gather", None, "all_gather_into_tensor", 12),
        ("all_gather_v", None, "all_gather_into_tensor", 12),
        ("all_gather_v", SKEWED, "all_gather", 12),
        ("reduce_scatter", None, "reduce_scatter_tensor", 4),
        ("reduce_scatter_v", None, "reduce_scatter_tensor", 4),
        ("reduce_scatter_v", SKEWED, "reduce_scatter", 8),
        ("all_to_all", None, "all_to_all_single", 12),
        ("all_to_all_v", None, "all_to_all_single", 12),
        ("all_to_all_v", SKEWED, "all_to_all_single", 24),
        ("broadcast", None, "broadcast", 12),
        ("reduce", None, "reduce", 12),
        ("scatter", None, "scatter", 4),
        ("gather", None, "gather", 4),
        ("barrier", None, "barrier", 0),
    ],
)
def test_every_collective_has_its_call(name: str, matrix: dict[str, float] | None, asked: str, size: int) -> None:
    """Three ranks with twelve elements on a library that has all; the first buffer named is of the right length.

    Of equal parts it is one buffer, of others a list: a list of equal ones would be copied while time is taken.
    """
    calls = RUN.TorchCalls(None, Calls(), 5, "nccl", {"device_ids": [5]})
    work = {"collective": name, "elements": 12, "redop": "sum", "carrier": "fp32", "matrix": matrix}
    plan = RUN.traffic(work, 3, 0)
    send, recv = (Tensor(np.zeros(max(count, 1))) for count in (plan.send, plan.recv))
    calls.call("group", [5, 6, 7], work, plan, send, recv)()
    ((made, given),) = calls.dist.made
    assert made == asked
    if size:
        first = given[0]
        parts = first if isinstance(first, list) else [first]
        assert sum(len(one.values) for one in parts) == size


def test_a_newer_pytorch_is_called_by_its_newer_names() -> None:
    class Newer(Calls):
        def __getattr__(self, name: str) -> Any:
            return lambda *given, **_: self.made.append((name, given))

    for name, asked in (("all_gather", "all_gather_single"), ("reduce_scatter", "reduce_scatter_single")):
        calls = RUN.TorchCalls(None, Newer(), 5, "nccl", {})
        work = {"collective": name, "elements": 12, "redop": "sum", "carrier": "fp32"}
        calls.call("group", [5, 6, 7], work, RUN.traffic(work, 3, 0), Tensor(np.zeros(12)), Tensor(np.zeros(12)))()
        assert calls.dist.made[0][0] == asked


@pytest.mark.parametrize(("name", "parts"), [("all_to_all", (None, None)), ("all_to_all_v", ([4, 4, 4], [4, 4, 4]))])
def test_an_even_exchange_names_no_parts(name: str, parts: tuple[object, object]) -> None:
    """HCCL has one call for equal parts and one for those that are named, and takes the latter where any are."""
    calls = RUN.TorchCalls(None, Calls(), 5, "hccl", {})
    work = {"collective": name, "elements": 12, "redop": None, "carrier": "fp32", "matrix": None}
    plan = RUN.traffic(work, 3, 0)
    calls.call("group", [5, 6, 7], work, plan, Tensor(np.zeros(12)), Tensor(np.zeros(12)))()
    assert calls.dist.made[0][1][2:] == parts


@pytest.mark.parametrize("carrier", ["int16", "uint16", "uint32", "uint64", "fp8_e4m3"])
def test_what_a_library_has_no_type_for_travels_as_bytes(carrier: str) -> None:
    """NCCL in PyTorch has no 16-bit whole numbers and none without a sign but bytes, HCCL no wide ones without one."""
    calls = RUN.TorchCalls(SimpleNamespace(uint8=np.uint8), Calls(), 5, "nccl", {})
    work = {"collective": "all_to_all_v", "elements": 12, "redop": None, "carrier": carrier, "matrix": SKEWED}
    plan = RUN.traffic(work, 3, 0)
    wide = {"int16": 2, "uint16": 2, "uint32": 4, "uint64": 8, "fp8_e4m3": 1}[carrier]
    send, recv = (Tensor(np.zeros(count, f"u{wide}")) for count in (plan.send, plan.recv))
    calls.call("group", [5, 6, 7], work, plan, send, recv)()
    ((_, (got, sent, received, parts)),) = calls.dist.made
    assert (len(got.values), len(sent.values)) == (3 * plan.counts[0] * wide, 12 * wide)
    assert (received, parts) == ([plan.counts[0] * wide] * 3, [count * wide for count in plan.counts])


@pytest.mark.parametrize("ccl", ["gloo", "hccl"])
def test_an_average_is_asked_of_no_library_without_one(ccl: str) -> None:
    """torch_npu would take an unknown reduction for a sum."""
    calls = RUN.TorchCalls(None, Calls(), 5, ccl, {})
    work = {"collective": "all_reduce", "elements": 12, "redop": "avg", "carrier": "fp32"}
    with pytest.raises(RUN.CannotRunError, match=f"{ccl} has no avg"):
        calls.call("group", [5, 6, 7], work, RUN.traffic(work, 3, 0), Tensor(np.zeros(12)), Tensor(np.zeros(12)))


def test_a_barrier_of_nccl_is_told_its_device() -> None:
    """PyTorch would take the rank modulo the devices of the host, another one than that of ``LOCAL_RANK``."""
    told = []
    dist = SimpleNamespace(barrier=lambda **given: told.append(given), send=None, recv=None)
    calls = RUN.TorchCalls(None, dist, 5, "nccl", {"device_ids": [1]})
    work = {"collective": "barrier", "elements": 0, "redop": None, "carrier": "uint8"}
    calls.call("group", [5, 6], work, RUN.traffic(work, 2, 0), Tensor(np.zeros(1)), Tensor(np.zeros(1)))()
    assert told == [{"group": "group", "device_ids": [1]}]


def test_a_message_goes_there_and_back_or_one_way() -> None:
    for way, expected in ((RUN.BACK, ["send", "recv"]), ("one_way", ["send"])):
        calls = RUN.TorchCalls(None, Calls(), 5, "nccl", {})
        work = {"collective": "p2p", "elements": 4, "redop": None, "carrier": "fp32", "way": way}
        buffer = Tensor(np.zeros(4))
        calls.call("group", [5, 6], work, RUN.traffic(work, 2, 0), buffer, buffer)()
        assert [name for name, _ in calls.dist.made] == expected
