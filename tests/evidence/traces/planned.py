"""Jobs drawn at random whose every call is known, so that what their traces tell can be worked out from the plan."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.evidence.traces.written import HCCL, TORCH, WIDTH, _event

STEP = 10_000
"""Microseconds of one step."""


@dataclass(frozen=True)
class Kind:
    """Calls of one operation: ``groups`` are all groups of ranks that make it, each on its own."""

    name: str
    collective: str
    n: int
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Call:
    """One call: ``arrive`` [us] of each rank, all end ``transfer`` us after the last of them."""

    kind: Kind
    group: tuple[int, ...]
    step: int
    arrive: dict[int, int]
    transfer: int

    @property
    def end(self) -> int:
        return max(self.arrive.values()) + self.transfer


@dataclass
class Drawn:
    """A job: its calls, and what each rank computes (spans in us, apart from each other or not)."""

    ranks: int
    steps: int
    calls: list[Call] = field(default_factory=list)
    computing: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    ahead: dict[int, int] = field(default_factory=dict)
    """By how much each rank's clock is ahead of the first's [us]."""


def drawn(random: Random, ranks: int, kinds: list[Kind], skewed: bool) -> Drawn:
    """A job of two or three steps: late ranks, uneven transfers, computation beside some of the calls."""
    job = Drawn(ranks, random.randint(2, 3))
    job.ahead = {rank: random.randint(-5_000_000, 5_000_000) if skewed else 0 for rank in range(ranks)}
    clock = dict.fromkeys(range(ranks), 0)
    for step in range(job.steps):
        clock = dict.fromkeys(clock, step * STEP)
        for kind in [random.choice(kinds) for _ in range(random.randint(3, 9))]:
            for group in kind.groups:
                arrive = {rank: clock[rank] + random.choice([1, 5, 40, 200]) for rank in group}
                call = Call(kind, group, step, arrive, random.randint(20, 400))
                job.calls.append(call)
                clock |= dict.fromkeys(group, call.end)
        if max(clock.values()) >= (step + 1) * STEP:
            raise ValueError("a step does not hold its calls")
    for rank in range(ranks):
        starts = sorted(random.randrange(job.steps * STEP) for _ in range(40))
        job.computing[rank] = [(start, start + random.randint(5, 900)) for start in starts]
    return job


def trace(job: Drawn, rank: int, *, metadata: bool = True) -> dict[str, Any]:
    """What PyTorch's profiler writes of one rank."""
    zero = job.ahead[rank]
    events = [
        _event("user_annotation", f"ProfilerStep#{step}", zero + step * STEP - 300.0, STEP - 1, 100, 1, {})
        for step in range(job.steps)
    ]
    mine = [call for call in job.calls if rank in call.arrive]
    for number, call in enumerate(mine):
        events += _call(call, rank, zero, number, metadata)
    for start, end in job.computing[rank]:
        args = {"device": rank % 8, "stream": 7, "correlation": 90_000}
        events.append(_event("kernel", "gemm<128>", zero + start, end - start, rank % 8, 7, args))
    return {"distributedInfo": {"rank": rank, "world_size": job.ranks}, "traceEvents": events}


def cluster(job: Drawn, *, idle: int = 3) -> dict[str, Any]:
    """What an Ascend profiler's cluster analysis writes of all ranks; ``idle`` us of launching come before."""
    groups: dict[str, Any] = {}
    for number, call in enumerate(job.calls):
        name = f"{HCCL[call.kind.collective]}_{number % 1000:03d}_{number}_1@{call.group[0]}77{len(call.group)}"
        steps = groups.setdefault(str(call.group).replace(",)", ")"), {})
        leaf = steps.setdefault(f"step{call.step}", {}).setdefault(name, {})
        for rank, at in call.arrive.items():
            waited = max(call.arrive.values()) - at
            leaf[str(rank)] = {
                "Communication Time Info": {
                    "Start Timestamp(us)": job.ahead[rank] + 1.7e15 + at,
                    "Elapse Time(ms)": (call.end - at + idle) / 1e3,
                    "Transit Time(ms)": call.transfer / 1e3,
                    "Wait Time(ms)": waited / 1e3,
                    "Synchronization Time(ms)": waited / 1e3,
                    "Idle Time(ms)": idle / 1e3,
                },
                "Communication Bandwidth Info": {"SDMA": {"Transit Size(MB)": sent(call) / 1e6}},
            }
    return groups


def sent(call: Call) -> float:
    """Bytes that one rank sends by an algorithm that sends no more than it must."""
    others = (len(call.group) - 1) / len(call.group)
    return call.kind.n * {"all_reduce": 2 * others, "broadcast": 1.0}.get(call.kind.collective, others)


def _call(call: Call, rank: int, zero: int, number: int, metadata: bool) -> Iterator[dict[str, Any]]:
    name, annotation, operator, kernel = TORCH[call.kind.collective]
    whole, share = call.kind.n // WIDTH, call.kind.n // WIDTH // len(call.group)
    into, out_of = {"all_gather": (share, whole), "reduce_scatter": (whole, share)}.get(
        call.kind.collective, (whole, whole)
    )
    told: dict[str, Any] = {
        "Collective name": name,
        "dtype": "BFloat16",
        "In msg nelems": into,
        "Out msg nelems": out_of,
        "Group size": len(call.group),
        "Process Group Name": f"{call.kind.groups.index(call.group)}/{len(call.group)}",
        "Process Group Ranks": str(list(call.group)),
    }
    start, host, ids = zero + call.arrive[rank], zero + call.step * STEP - 250.0 + number % 100, {"External id": number}
    shapes = {"Input Dims": [[into]], "Input type": ["c10::BFloat16"]}
    pair = {"Input Dims": [[out_of], [into]], "Input type": ["c10::BFloat16"] * 2}
    yield _event("cpu_op", operator, host, 0.9, 100, 1, {"External id": number, **({} if metadata else pair)})
    yield _event("cpu_op", "record_param_comms", host + 0.1, 0.7, 100, 1, ids | (told if metadata else {}))
    yield _event("user_annotation", annotation, host + 0.2, 0.5, 100, 1, shapes)
    launch = {"correlation": 7000 + number}
    yield _event("cuda_runtime", "cudaLaunchKernel", host + 0.3, 0.1, 100, 1, launch)
    args = {"device": rank % 8, "stream": 40, **launch, **(ids | told if metadata else {})}
    yield _event("kernel", f"ncclDevKernel_{kernel}(Args)", start, call.end - call.arrive[rank], rank % 8, 40, args)
