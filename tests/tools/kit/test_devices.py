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


class _Nothing:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def on(device: Device) -> Any:
    library = RUN.OnTorch.__new__(RUN.OnTorch)
    library.devices, library.on, library.control = True, device, None
    library.dist = SimpleNamespace(barrier=lambda group: device.diary.append("barrier"))
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


@pytest.mark.parametrize(
    ("cuda", "npu", "asked", "chosen"),
    [
        (True, None, (None, None), ("cuda", "nccl")),
        (False, True, (None, None), ("npu", "hccl")),
        (False, False, (None, None), ("cpu", "gloo")),
        (True, None, (None, "gloo"), ("cpu", "gloo")),
        (True, None, ("gcu", "eccl"), ("gcu", "eccl")),
        (False, None, ("npu", None), ("npu", "hccl")),
    ],
)
def test_the_device_that_is_there_is_taken(
    cuda: bool, npu: bool | None, asked: tuple[str | None, str | None], chosen: tuple[str, str]
) -> None:
    library = RUN.OnTorch.__new__(RUN.OnTorch)
    library.torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: cuda))
    if npu is not None:
        library.torch.npu = SimpleNamespace(is_available=lambda: npu)
    assert library._chosen(*asked) == chosen


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
        return lambda *given, **_: self.made.append((name, given))


class Tensor:
    """As much of a tensor as the calls look at."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __getitem__(self, part: slice) -> Tensor:
        return Tensor(self.values[part])

    def split(self, counts: list[int]) -> list[Tensor]:
        return [Tensor(part) for part in np.split(self.values, np.cumsum(counts)[:-1])]


@pytest.mark.parametrize(
    ("name", "asked", "size"),
    [
        ("all_reduce", "all_reduce", 12),
        ("all_gather", "all_gather_into_tensor", 12),
        ("all_gather_v", "all_gather", 12),
        ("reduce_scatter", "reduce_scatter_tensor", 4),
        ("reduce_scatter_v", "reduce_scatter", 4),
        ("all_to_all", "all_to_all_single", 12),
        ("all_to_all_v", "all_to_all_single", 12),
        ("broadcast", "broadcast", 12),
        ("reduce", "reduce", 12),
        ("scatter", "scatter", 4),
        ("gather", "gather", 4),
        ("barrier", "barrier", 0),
    ],
)
def test_every_collective_has_its_call(name: str, asked: str, size: int) -> None:
    """Three ranks with twelve elements on a library that has all; the first buffer named is of the right length."""
    library = RUN.OnTorch.__new__(RUN.OnTorch)
    library.dist, library.rank, library.ccl = Calls(), 5, "nccl"
    work = {"collective": name, "elements": 12, "redop": "sum", "carrier": "fp32", "matrix": None}
    plan = RUN.traffic(work, 3, 0)
    send, recv = (Tensor(np.zeros(max(count, 1))) for count in (plan.send, plan.recv))
    library.operation(("group", [5, 6, 7]), work, plan, send, recv)()
    ((made, given),) = library.dist.made
    assert made == asked
    if size:
        first = given[0]
        parts = first if isinstance(first, list) else [first]
        assert sum(len(one.values) for one in parts) == size


def test_a_message_goes_there_and_back_or_one_way() -> None:
    for way, expected in ((RUN.BACK, ["send", "recv"]), ("one_way", ["send"])):
        library = RUN.OnTorch.__new__(RUN.OnTorch)
        library.dist, library.rank, library.ccl = Calls(), 5, "nccl"
        work = {"collective": "p2p", "elements": 4, "redop": None, "carrier": "fp32", "way": way}
        buffer = Tensor(np.zeros(4))
        library.operation(("group", [5, 6]), work, RUN.traffic(work, 2, 0), buffer, buffer)()
        assert [name for name, _ in library.dist.made] == expected
