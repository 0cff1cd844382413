"""torch.distributed: NCCL, HCCL, Gloo, or the plug-in of another device."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from typing import Any

from run_plan.backend import Backend, processor
from run_plan.base import INTEGERS, Call, CannotRunError, Json
from run_plan.launched import as_torchrun, local_rank, own_device
from run_plan.sending import Traffic
from run_plan.torch_calls import TorchCalls

OWN = {"cuda": "nccl", "npu": "hccl", "xpu": "xccl", "musa": "mccl", "mlu": "cncl", "cpu": "gloo"}
"""The library of a type of device."""
MARKED = 1024
"""Iterations that are started before their times are read."""
LONGEST = timedelta(hours=12)
"""How long a call may take: PyTorch counts from when it is started, which is long before its turn comes."""


class OnTorch(Backend):
    """torch.distributed: NCCL, HCCL (torch_npu), Gloo, or the plug-in of another device."""

    def __init__(self, numpy: Any, ccl: str | None, device: str | None, plug_in: str | None) -> None:
        self.np = numpy
        self.torch = importlib.import_module("torch")
        self.dist = importlib.import_module("torch.distributed")
        if plug_in:
            importlib.import_module(plug_in)
        self.kind, self.ccl = self._chosen(device, ccl)
        self.devices = self.kind != "cpu"
        as_torchrun(os.environ)
        self.on: Any = getattr(self.torch, self.kind)
        number = self._number() if self.devices else 0
        self.device = self.torch.device(f"{self.kind}:{number}" if self.devices else "cpu")
        if self.devices:
            self.on.set_device(number)
        self.dist.init_process_group(self.ccl, timeout=LONGEST)
        self.rank, self.size = self.dist.get_rank(), self.dist.get_world_size()
        self.library = self._library()
        self.hardware = self.on.get_device_name(number) if self.devices else processor()
        self.control = self.dist.new_group(backend="gloo", timeout=LONGEST) if self.ccl != "gloo" else None
        self.beside = ThreadPoolExecutor(4)
        self.side: list[Any] = []
        self.signal = self.torch.zeros(1, device=self.device)
        # Of NCCL alone: PyTorch would take the rank modulo the devices of a host, which need not be this one's.
        barred: Json = {"device_ids": [number]} if self.ccl == "nccl" else {}
        self.calls = TorchCalls(self.torch, self.dist, self.rank, self.ccl, barred)

    def _chosen(self, device: str | None, ccl: str | None) -> tuple[str, str]:
        if device in (None, "npu"):
            with suppress(ImportError):
                importlib.import_module("torch_npu")
        if device is None:
            npu = getattr(self.torch, "npu", None)
            device = "cuda" if self.torch.cuda.is_available() else "npu" if npu and npu.is_available() else "cpu"
            device = "cpu" if ccl == "gloo" else device
        if not hasattr(self.torch, device):
            raise CannotRunError(f"this PyTorch has no device {device}; name the module that brings it with --plug-in")
        if ccl is None and device not in OWN:
            raise CannotRunError(f"name the library of the device {device} with --ccl")
        return device, ccl or OWN[device]

    def _number(self) -> int:
        count = self.on.device_count()
        found = own_device(local_rank(), count)
        if found < 0:
            raise CannotRunError(f"process {local_rank()} of this host has no device, of {count} that it sees")
        return found

    def _library(self) -> str:
        if self.ccl == "nccl":
            name = "RCCL" if getattr(self.torch.version, "hip", None) else "NCCL"
            return f"{name} " + ".".join(map(str, self.torch.cuda.nccl.version()))
        return f"{self.ccl} of PyTorch {self.torch.__version__}"

    def _type(self, carrier: str) -> Any:
        names = {"bf16": "bfloat16", "fp16": "float16", "fp32": "float32", "fp64": "float64"}
        names.update({"fp8_e4m3": "float8_e4m3fn", "fp8_e5m2": "float8_e5m2"})
        found = getattr(self.torch, names.get(carrier, carrier), None)
        if found is None:
            raise CannotRunError(f"this PyTorch has no {carrier}")
        return found

    def ordered(self, members: Sequence[int]) -> list[int]:
        # PyTorch sorts the ranks of a group, whatever order it is given.
        return sorted(members)

    def group(self, members: Sequence[int]) -> Any:
        made = self.dist.new_group(list(members), timeout=LONGEST)
        return made if self.rank in members else None

    def release(self, group: Any) -> None:
        self.dist.destroy_process_group(group)

    def buffer(self, carrier: str, elements: int) -> Any:
        return self.torch.zeros(max(elements, 1), dtype=self._type(carrier), device=self.device)

    def put(self, buffer: Any, carrier: str, values: Any) -> None:
        values = values.astype(self.np.int64 if carrier in INTEGERS else self.np.float64)
        buffer[: len(values)] = self.torch.from_numpy(values).to(buffer.dtype).to(self.device)

    def bits(self, buffer: Any, width: int) -> Any:
        return buffer.view(getattr(self.torch, f"int{8 * width}"))

    def placed(self, values: Any) -> Any:
        return self.torch.from_numpy(values).to(self.device)

    def looked_up(self, table: Any, hashes: Any, shift: int) -> Any:
        return self.torch.index_select(table, 0, (hashes.to(self.torch.int32) + shift) & 255)

    def in_place(self, work: Json, wanted: bool) -> bool:
        return work["collective"] in ("all_reduce", "broadcast", "reduce")

    def operation(self, group: Any, members: Sequence[int], work: Json, plan: Traffic, send: Any, recv: Any) -> Call:
        return self.calls.call(group, members, work, plan, send, recv)

    def graphed(self, call: Call) -> Call:
        graph = getattr(self.on, f"{self.kind.upper()}Graph", None) if self.devices else None
        if graph is None:
            return super().graphed(call)
        captured = graph()
        try:  # a thread of PyTorch's own looks at events while this one captures
            capturing = self.on.graph(captured, capture_error_mode="thread_local")
        except TypeError:
            capturing = self.on.graph(captured)
        with capturing:
            call()
        replay: Call = captured.replay
        return replay

    def barrier(self) -> None:
        if self.devices:
            self.on.synchronize()
        self.dist.barrier(group=self.control)

    def gathered(self, value: Any) -> list[Any]:
        found: list[Any] = [None] * self.size
        self.dist.all_gather_object(found, value, group=self.control)
        return found

    def start(self, call: Call, lane: int) -> Call:
        if not self.devices:
            return self.beside.submit(call).result
        while len(self.side) <= lane:
            self.side.append(self.on.Stream())
        stream = self.side[lane]
        stream.wait_stream(self.on.current_stream())
        with self.on.stream(stream):
            call()
        return lambda: self.on.current_stream().wait_stream(stream)

    def timed(
        self, call: Call | None, beside: Sequence[Call], count: int, together: bool = False
    ) -> list[tuple[float, float]]:
        if not self.devices:
            return super().timed(call, beside, count)
        found: list[tuple[float, float]] = []
        marks = [[self.on.Event(enable_timing=True) for _ in range(4)] for _ in range(min(count, MARKED))]
        while len(found) < count:
            used = marks[: count - len(found)]
            self.barrier()
            for each in used:
                self._marked(call, beside, together, *each)
            self.on.synchronize()
            found += [(b.elapsed_time(c) * 1e-3, a.elapsed_time(d) * 1e-3) for a, b, c, d in used]
        return found

    def _marked(
        self, call: Call | None, beside: Sequence[Call], together: bool, first: Any, second: Any, third: Any, last: Any
    ) -> None:
        """One iteration on the stream, between marks. ``together``: a call of all ranks before it lines them up."""
        if together:
            self.dist.all_reduce(self.signal)
        first.record()
        ends = [self.start(one, lane) for lane, one in enumerate(beside)]
        second.record()
        if call is not None:
            call()
        third.record()
        for end in ends:
            end()
        last.record()

    def compute(self, size: int) -> Call:
        kind = self.torch.bfloat16 if self.devices else self.torch.float32
        one = self.torch.ones((size, size), dtype=kind, device=self.device)
        out = self.torch.empty_like(one)
        return lambda: self.torch.mm(one, one, out=out)

    def recovered(self) -> None:
        if self.devices:
            self.on.empty_cache()

    def about(self) -> Json:
        found = {"torch": str(self.torch.__version__), "ccl": self.ccl, "device": self.kind}
        for name in ("cuda", "hip", "cann"):
            if getattr(self.torch.version, name, None):
                found[name] = str(getattr(self.torch.version, name))
        plug_in = sys.modules.get(f"torch_{self.kind}")
        if plug_in is not None:
            found[f"torch_{self.kind}"] = str(getattr(plug_in, "__version__", ""))
        with suppress(OSError), open("/proc/driver/nvidia/version", encoding="utf-8") as stream:
            found["driver"] = stream.readline().strip()[:200]
        return found

    def close(self) -> None:
        self.beside.shutdown()
        self.dist.destroy_process_group()
