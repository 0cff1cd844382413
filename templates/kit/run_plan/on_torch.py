"""torch.distributed: NCCL, HCCL, Gloo, or the plug-in of another device."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from run_plan.backend import Backend, processor
from run_plan.base import BACK, INTEGERS, REDUCING, Call, CannotRunError, Json
from run_plan.sending import Traffic


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
        _as_torchrun()
        local = int(os.environ.get("LOCAL_RANK", "0"))
        self.on: Any = getattr(self.torch, self.kind)
        self.device = self.torch.device(f"{self.kind}:{local}" if self.devices else "cpu")
        if self.devices:
            self.on.set_device(local)
        self.dist.init_process_group(self.ccl)
        self.rank, self.size = self.dist.get_rank(), self.dist.get_world_size()
        self.library = self._library()
        self.hardware = self.on.get_device_name(local) if self.devices else processor()
        self.control = self.dist.new_group(backend="gloo") if self.ccl != "gloo" else None
        self.beside = ThreadPoolExecutor(4)
        self.side: list[Any] = []
        self.marks = self.torch.zeros(1, device=self.device)

    def _chosen(self, device: str | None, ccl: str | None) -> tuple[str, str]:
        if device is None:
            with suppress(ImportError):
                importlib.import_module("torch_npu")
            npu = getattr(self.torch, "npu", None)
            device = "cuda" if self.torch.cuda.is_available() else "npu" if npu and npu.is_available() else "cpu"
            device = "cpu" if ccl == "gloo" else device
        return device, ccl or {"cuda": "nccl", "npu": "hccl"}.get(device, "gloo")

    def _library(self) -> str:
        if self.ccl == "nccl":
            return "NCCL " + ".".join(map(str, self.torch.cuda.nccl.version()))
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
        made = self.dist.new_group(list(members))
        return (made, list(members)) if self.rank in members else None

    def buffer(self, carrier: str, elements: int) -> Any:
        return self.torch.zeros(max(elements, 1), dtype=self._type(carrier), device=self.device)

    def put(self, buffer: Any, carrier: str, start: int, values: Any) -> None:
        whole = carrier in INTEGERS
        values = values.astype(self.np.int64 if whole else self.np.float64)
        buffer[start : start + len(values)] = self.torch.from_numpy(values).to(buffer.dtype).to(self.device)

    def take(self, buffer: Any, carrier: str, start: int, stop: int) -> Any:
        kind = self.torch.int64 if carrier in INTEGERS else self.torch.float64
        return buffer[start:stop].cpu().to(kind).numpy()

    def in_place(self, work: Json, wanted: bool) -> bool:
        return work["collective"] in ("all_reduce", "broadcast", "reduce")

    def operation(self, group: Any, work: Json, plan: Traffic, send: Any, recv: Any) -> Call:
        made, members = group
        name, dist, me = work["collective"], self.dist, members.index(self.rank)
        s, r, counts = send[: plan.send], recv[: plan.recv], list(plan.counts)
        if name not in REDUCING and name != "barrier" and (self.ccl == "gloo" or work["carrier"].startswith("fp8")):
            # What is only moved travels as bytes, whatever types the library knows.
            s, r, wide = s.view(self.torch.uint8), r.view(self.torch.uint8), send.element_size()
            counts = [count * wide for count in counts]
        op = self._op(work) if name in REDUCING else None
        root, even = members[0], name.replace("_v", "")
        calls: dict[str, Call] = {
            "all_reduce": lambda: dist.all_reduce(s, op, group=made),
            "all_gather": self._gathering(r, s, counts, made, name),
            "reduce_scatter": self._scattering(r, s, counts, op, made, name),
            "all_to_all": lambda: dist.all_to_all_single(r, s, [counts[me]] * len(members), counts, group=made),
            "broadcast": lambda: dist.broadcast(s if me == 0 else r, root, group=made),
            "reduce": lambda: dist.reduce(s, root, op, group=made),
            "scatter": lambda: dist.scatter(r, list(s.split(counts)) if me == 0 else None, root, group=made),
            "gather": lambda: dist.gather(s, list(r.split(counts)) if me == 0 else None, root, group=made),
            "barrier": lambda: dist.barrier(group=made),
            "p2p": self._between(s, r, members, made, work.get("way", BACK) != BACK),
        }
        return calls[even]

    def _op(self, work: Json) -> Any:
        name = {"sum": "SUM", "prod": "PRODUCT", "min": "MIN", "max": "MAX", "avg": "AVG"}[work["redop"]]
        if name == "AVG" and self.ccl == "gloo":
            raise CannotRunError("Gloo has no avg")
        return getattr(self.dist.ReduceOp, name)

    def _gathering(self, r: Any, s: Any, counts: list[int], made: Any, name: str) -> Call:
        whole = getattr(self.dist, "all_gather_into_tensor", None)
        if whole is not None and self.ccl != "gloo" and not name.endswith("_v"):
            return lambda: whole(r, s, group=made)
        return lambda: self.dist.all_gather(list(r.split(counts)), s, group=made)

    def _scattering(self, r: Any, s: Any, counts: list[int], op: Any, made: Any, name: str) -> Call:
        whole = getattr(self.dist, "reduce_scatter_tensor", None)
        if whole is not None and not name.endswith("_v"):
            return lambda: whole(r, s, op, group=made)
        return lambda: self.dist.reduce_scatter(r, list(s.split(counts)), op, group=made)

    def _between(self, s: Any, r: Any, members: list[int], made: Any, one_way: bool) -> Call:
        first, peer = self.rank == members[0], members[1] if self.rank == members[0] else members[0]

        def call() -> None:
            if first:
                self.dist.send(s, peer, group=made)
            if not (first and one_way):
                self.dist.recv(r, peer, group=made)
            if not (first or one_way):
                self.dist.send(s, peer, group=made)

        return call

    def barrier(self) -> None:
        if self.devices:
            self.on.synchronize()
        self.dist.barrier(group=self.control)

    def gathered(self, value: Any) -> list[Any]:
        found: list[Any] = [None] * self.size
        self.dist.all_gather_object(found, value, group=self.control)
        return found

    def start(self, call: Call) -> Call:
        if not self.devices:
            return self.beside.submit(call).result
        stream = self.on.Stream()
        stream.wait_stream(self.on.current_stream())
        with self.on.stream(stream):
            call()
        return lambda: self.on.current_stream().wait_stream(stream)

    def timed(self, call: Call | None, beside: Sequence[Call], count: int) -> list[tuple[float, float]]:
        if not self.devices:
            return super().timed(call, beside, count)
        marks = [[self.on.Event(enable_timing=True) for _ in range(4)] for _ in range(count)]
        self.barrier()
        for first, second, third, last in marks:
            first.record()
            ends = [self.start(one) for one in beside]
            second.record()
            if call is not None:
                call()
            third.record()
            for end in ends:
                end()
            last.record()
        self.on.synchronize()
        return [(b.elapsed_time(c) * 1e-3, a.elapsed_time(d) * 1e-3) for a, b, c, d in marks]

    def compute(self, size: int) -> Call:
        kind = self.torch.bfloat16 if self.devices else self.torch.float32
        one = self.torch.ones((size, size), dtype=kind, device=self.device)
        out = self.torch.empty_like(one)
        return lambda: self.torch.mm(one, one, out=out)

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


def _as_torchrun() -> None:
    """What torchrun sets, from what mpirun or srun sets."""
    for name, others in {
        "RANK": ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"),
        "WORLD_SIZE": ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"),
        "LOCAL_RANK": ("OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"),
    }.items():
        for other in others:
            if name not in os.environ and other in os.environ:
                os.environ[name] = os.environ[other]
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", "29511")
