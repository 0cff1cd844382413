"""Traces written from known values, in the forms of both vendors: what is planned here must be read back exactly."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from estimator.evidence.traces.files.read import TraceReading, read_trace
from estimator.evidence.traces.files.stream import JsonStream
from estimator.evidence.traces.gather import Gathered, gathered

TORCH = {
    "all_reduce": ("allreduce", "nccl:all_reduce", "c10d::allreduce_", "AllReduce_Sum_bf16_RING_LL"),
    "all_gather": ("_allgather_base", "nccl:_all_gather_base", "c10d::_allgather_base_", "AllGather_RING_LL"),
    "reduce_scatter": (
        *("_reduce_scatter_base", "nccl:_reduce_scatter_base", "c10d::_reduce_scatter_base_"),
        "ReduceScatter_Sum_bf16_RING_LL",
    ),
    "all_to_all_v": ("all_to_allv", "nccl:all_to_all", "c10d::alltoall_base_", "SendRecv"),
    "broadcast": ("broadcast", "nccl:broadcast", "c10d::broadcast_", "Broadcast_RING_LL"),
}
HCCL = {
    "all_reduce": "hcom_allReduce_",
    "all_gather": "hcom_allGather_",
    "reduce_scatter": "hcom_reduceScatter_",
    "all_to_all_v": "hcom_alltoallv_",
    "broadcast": "hcom_broadcast_",
}
HASH = "6297232067196334501"
WIDTH = 2
"""Bytes of an element: everything is bf16."""


@dataclass(frozen=True)
class Planned:
    """One call: ``arrive``, microseconds at which each rank starts it; all end ``transfer`` us after the last one."""

    collective: str
    n: int
    arrive: dict[int, float]
    transfer: float
    step: int = 1

    @property
    def end(self) -> float:
        """When it ends, everywhere."""
        return max(self.arrive.values()) + self.transfer

    def elapsed(self, rank: int) -> float:
        """Microseconds that a rank's kernel runs."""
        return self.end - self.arrive[rank]

    def waiting(self, rank: int) -> float:
        """Microseconds of it before the last rank came."""
        return self.elapsed(rank) - self.transfer

    def elements(self, ranks: int) -> tuple[int, int]:
        """(in, out) of one rank."""
        whole = self.n // WIDTH
        share = whole // ranks
        return {"all_gather": (share, whole), "reduce_scatter": (whole, share)}.get(self.collective, (whole, whole))


@dataclass(frozen=True)
class Job:
    """Ranks, their calls, what each computes (spans in us) and the steps (label, start, end)."""

    ranks: int
    calls: Sequence[Planned]
    computing: dict[int, list[tuple[float, float]]] = field(default_factory=dict)
    steps: Sequence[tuple[int, float, float]] = ()


def kineto(job: Job, rank: int, *, metadata: bool = True, sequence: bool = False) -> dict[str, Any]:
    """A trace of one rank as PyTorch writes it; without ``metadata`` as it did before 2024."""
    events: list[dict[str, Any]] = [
        {"ph": "M", "name": "process_name", "pid": 100, "tid": 0, "ts": 0, "args": {"name": "python"}}
    ]
    for label, start, end in job.steps:
        events.append(_event("user_annotation", f"ProfilerStep#{label}", start, end - start, 100, 1, {}))
    for number, call in enumerate(call for call in job.calls if rank in call.arrive):
        events += _kineto_call(job, call, rank, number, metadata, sequence)
    for start, end in job.computing.get(rank, []):
        args = {"device": 0, "stream": 7, "correlation": 90_000 + len(events)}
        events.append(_event("kernel", "void gemm_bf16<128>(float*)", start, end - start, 0, 7, args))
    return {
        "schemaVersion": 1,
        "distributedInfo": {"backend": "nccl", "rank": rank, "world_size": job.ranks},
        "traceEvents": events,
        "traceName": "rank.json",
    }


def _kineto_call(
    job: Job, call: Planned, rank: int, number: int, metadata: bool, sequence: bool
) -> Iterator[dict[str, Any]]:
    """One call four times over: operator, metadata and annotation on the host, annotation and kernel on the device."""
    name, annotation, operator, kernel = TORCH[call.collective]
    into, out_of = call.elements(job.ranks)
    start, lasted, external, correlation = call.arrive[rank], call.elapsed(rank), 10 * number + 1, 7000 + number
    told: dict[str, Any] = {
        "Collective name": name,
        "dtype": "BFloat16",
        "In msg nelems": into,
        "Out msg nelems": out_of,
        "Group size": job.ranks,
        "Process Group Name": "3",
        "Process Group Ranks": str(list(range(job.ranks))),
        **({"Seq": number} if sequence else {}),
    }
    shapes: dict[str, Any] = {"Input Dims": [[into]], "Input type": ["c10::BFloat16"]}
    pair = {"Input Dims": [[out_of], [into], []], "Input type": ["c10::BFloat16", "c10::BFloat16", ""]}
    host = start - 20
    yield _event("cpu_op", operator, host - 6, 16, 100, 1, {"External id": external, **({} if metadata else pair)})
    yield _event(
        *("cpu_op", "record_param_comms", host - 4, 12, 100, 1),
        {"External id": external + 1, **(told if metadata else shapes)},
    )
    yield _event("user_annotation", annotation, host - 2, 8, 100, 1, {"External id": external + 2, **shapes})
    yield _event("cuda_runtime", "cudaLaunchKernel", host, 3, 100, 1, {"correlation": correlation})
    yield _event("gpu_user_annotation", annotation, start, lasted, 0, 40, {"External id": external + 1})
    args = {"device": 0, "stream": 40, "correlation": correlation}
    args |= {"External id": external + 1, **told} if metadata else {"External id": correlation}
    prefix = "ncclDevKernel_" if metadata else "ncclKernel_"
    yield _event("kernel", f"{prefix}{kernel}(ncclDevComm*, unsigned long)", start, lasted, 0, 40, args)


def _event(
    category: str, name: str, start: float, lasted: float, pid: int, tid: int, args: dict[str, Any]
) -> dict[str, Any]:
    return {
        "ph": "X", "cat": category, "name": name, "pid": pid, "tid": tid,
        "ts": 1_700_000_000_000_000 + start, "dur": lasted, "args": args,
    }  # fmt: skip


def stamp(start: float) -> str:
    """A moment as Ascend's timeline writes it."""
    return f"{1_700_000_000_000_000 + int(start)}.{round(start % 1 * 1000):03d}"


def sent(call: Planned, ranks: int) -> float:
    """Bytes that one rank sends by an algorithm that sends no more than it must."""
    factor = {"all_reduce": 2 * (ranks - 1) / ranks, "broadcast": 1.0}.get(call.collective, (ranks - 1) / ranks)
    return call.n * factor


def ascend_times(job: Job, call: Planned, rank: int, idle: float = 0.0) -> dict[str, Any]:
    """The leaf of one call on one rank; ``idle`` us of launching come before."""
    megabytes = sent(call, job.ranks) / 1e6
    bandwidth = {"Transit Size(MB)": megabytes, "Transit Time(ms)": call.transfer / 1e3, "Bandwidth(GB/s)": 1.0}
    return {
        "Communication Time Info": {
            "Start Timestamp(us)": 1_700_000_000_000_000 + call.arrive[rank],
            "Elapse Time(ms)": (call.elapsed(rank) + idle) / 1e3,
            "Transit Time(ms)": call.transfer / 1e3,
            "Wait Time(ms)": call.waiting(rank) / 1e3,
            "Synchronization Time(ms)": call.waiting(rank) / 1e3,
            "Idle Time(ms)": idle / 1e3,
            "Wait Time Ratio": 0.5,
        },
        "Communication Bandwidth Info": {"HCCS": bandwidth, "SDMA": bandwidth, "RDMA": {"Transit Size(MB)": 0}},
    }


def ascend_name(call: Planned, number: int) -> str:
    """The name of a call in an export."""
    return f"{HCCL[call.collective]}_501_{number}_1@{HASH}"


def export(job: Job, rank: int, idle: float = 0.0) -> dict[str, Any]:
    """``communication.json`` of one rank."""
    steps: dict[str, Any] = {}
    for number, call in enumerate(job.calls):
        of_step = steps.setdefault(f"step{call.step}", {"p2p": {}, "collective": {}})
        of_step["collective"][ascend_name(call, number)] = ascend_times(job, call, rank, idle)
        of_step["collective"]["Total Op Info"] = ascend_times(job, call, rank)
    return steps


def cluster(job: Job) -> dict[str, Any]:
    """The cluster form: group, step, call, rank."""
    steps: dict[str, Any] = {}
    for number, call in enumerate(job.calls):
        leaf = {str(rank): ascend_times(job, call, rank) for rank in range(job.ranks)}
        steps.setdefault(f"step{call.step}", {})[ascend_name(call, number)] = leaf
    return {str(tuple(range(job.ranks))): steps}


def timeline(job: Job, rank: int) -> list[dict[str, Any]]:
    """``trace_view.json`` of one rank: a row of calls, a plane of tasks below it, the overlap analysis."""
    events: list[dict[str, Any]] = [
        {"ph": "M", "name": "process_name", "pid": 5, "args": {"name": "Communication"}},
        {"ph": "M", "name": "thread_name", "pid": 5, "tid": 0, "args": {"name": f"Group {HASH} Communication"}},
        {"ph": "M", "name": "thread_name", "pid": 5, "tid": 1, "args": {"name": "Plane 0"}},
        {"ph": "M", "name": "process_name", "pid": 4, "args": {"name": "Ascend Hardware"}},
        {"ph": "M", "name": "process_name", "pid": 6, "args": {"name": "Overlap Analysis"}},
    ]
    for label, start, end in job.steps:
        step = _row(f"ProfilerStep#{label}", start, end - start, 1, 1, {})
        events.append(step | {"cat": "cpu_op"})
        events.append(_row("c10d::allreduce_", start, 5.0, 1, 1, {}) | {"cat": "cpu_op"})
    for number, call in enumerate(job.calls):
        name, start, lasted = ascend_name(call, number).split("@")[0], call.arrive[rank], call.elapsed(rank)
        elements = call.elements(job.ranks)[call.collective == "reduce_scatter"]
        events.append(_row(name, start, lasted, 5, 0, {"count": elements, "data_type": "BFP16", "alg_type": "RING"}))
        events.append(_row(name, start, lasted, 4, 9, {"Task Type": "COMMUNICATION"}))
        events.append(_row("Notify_Wait", start, call.waiting(rank), 5, 1, {"task type": "Notify_Wait"}))
        copy = {"transport type": "SDMA", "size(Byte)": round(sent(call, job.ranks)), "link type": "HCCS"}
        events.append(_row("Memcpy", call.end - call.transfer, call.transfer, 5, 1, copy))
    for start, end in job.computing.get(rank, []):
        events.append(_row("MatMul", start, end - start, 4, 2, {"Task Type": "AI_CORE"}))
        events.append(_row("Computing", start, end - start, 6, 0, {}))
    return events


def _row(name: str, start: float, lasted: float, pid: int, tid: int, args: dict[str, Any]) -> dict[str, Any]:
    return {"ph": "X", "name": name, "pid": pid, "tid": tid, "ts": stamp(start), "dur": lasted, "args": args}


def reading(content: object, rank: str = "file") -> TraceReading:
    """What is read of a trace."""
    return read_trace(JsonStream(iter([json.dumps(content).encode()]), "trace.json"), rank)


def together(*contents: object) -> Gathered:
    """What is read of several files, each in a folder of its own."""
    return gathered([(f"{at}.json", str(at), reading(content, f"{at}.json")) for at, content in enumerate(contents)])
