#!/usr/bin/env python3
"""Runs the cells of a plan.json on torch.distributed or MPI, and writes one record a repeat as JSON lines.

Start it as every other program of the machine, once a device::

    torchrun --nnodes 2 --nproc_per_node 8 --rdzv_backend c10d --rdzv_endpoint HOST:29500 run_plan.py
    mpirun -np 16 -N 8 python3 run_plan.py --out records.jsonl
    python3 run_plan.py --dry-run

It needs Python 3.9, numpy, and PyTorch or mpi4py; nothing else. A run that was stopped goes on where it stood when
it is started again with the same --out. Times are in seconds, of every rank and every iteration. On devices the
iterations follow one another on the stream and are timed by its events; on the host a barrier comes before each.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import math
import os
import platform
import socket
import statistics
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

VERSION = "1"
CHUNK = 1 << 24
"""Elements that are filled or checked at a time."""
INTEGERS = {f"{sign}int{bits}": bits // 8 for bits in (8, 16, 32, 64) for sign in ("", "u")}
FLOATS = {"bf16": (2, 8), "fp16": (2, 11), "fp32": (4, 24), "fp64": (8, 53), "fp8_e4m3": (1, 4), "fp8_e5m2": (1, 3)}
"""Bytes of an element, and the bits of its significand, the hidden one included."""
REDUCING = ("all_reduce", "reduce_scatter", "reduce_scatter_v", "reduce")
NOTED = ("NCCL_", "HCCL_", "RCCL_", "GLOO_", "OMPI_MCA_", "UCX_", "MPICH_", "OMP_", "CUDA_", "ASCEND_", "TORCH_NCCL_")
"""Settings of the environment that a record tells start so."""
PASSING = ("OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix", "OMPI_MCA_initial_wdir", "OMPI_MCA_shmem_RUNTIME")
"""Those that a launcher makes up anew for each start."""
BACK = "there_and_back"
"""Of a message: it comes back, and half of that is its time."""
Json = dict[str, Any]
Call = Callable[[], None]


class CannotRunError(Exception):
    """Why a cell cannot be run here; every rank comes to the same answer."""


# ---------------------------------------------------------------------------------------------------------------------
# What is sent: who sends how much to whom


def popularity(ranks: int, seed: int) -> list[int]:
    """Destinations, the most popular first: a Fisher-Yates shuffle by a 64-bit linear congruential generator.

    The seed is the first state; the place that is swapped in comes from the high 32 bits.
    """
    found, state = list(range(ranks)), seed
    for left in range(ranks, 1, -1):
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        other = (state >> 32) % left
        found[left - 1], found[other] = found[other], found[left - 1]
    return found


def shares(ranks: int, skew: float, zero_peers: int) -> list[float]:
    """Share of each destination, the most popular first: place ** -z, the first one being skew / ranks."""
    if skew == 1.0:
        return [1.0 / ranks] * ranks
    served = range(1, ranks - zero_peers + 1)
    low, high = 0.0, 1024.0
    for _ in range(200):
        z = (low + high) / 2.0
        low, high = (z, high) if sum(place**-z for place in served) > ranks / skew else (low, z)
    weights = [float(place ** -((low + high) / 2.0)) for place in served]
    total = sum(weights)
    return [weight / total for weight in weights] + [0.0] * zero_peers


def row(ranks: int, elements: int, matrix: Json | None) -> list[int]:
    """Elements that every source sends to each rank; the largest remainders are rounded up."""
    rule = matrix or {"skew": 1.0, "seed": 0, "zero_peers": 0}
    exact = [share * elements for share in shares(ranks, rule["skew"], rule["zero_peers"])]
    counts = [math.floor(one) for one in exact]
    ordered = sorted(range(ranks), key=lambda place: (counts[place] - exact[place], place))
    for place in ordered[: elements - sum(counts)]:
        counts[place] += 1
    sent = [0] * ranks
    for rank, count in zip(popularity(ranks, rule["seed"]), counts):
        sent[rank] = count
    return sent


class Traffic(NamedTuple):
    """What one rank of a group has in its buffers: ``blocks`` are (rank it comes from, offset there, elements)."""

    send: int
    recv: int
    blocks: tuple[tuple[int, int, int], ...]
    counts: tuple[int, ...]
    """Of a v-form: elements for each rank."""


def traffic(work: Json, ranks: int, me: int) -> Traffic:
    """The buffers of rank ``me`` of a group [elements]. Of a reduction the blocks name rank -1: all ranks together."""
    name, total = work["collective"], work["elements"]
    share = total // ranks
    counts = row(ranks, total, work.get("matrix")) if name.endswith("_v") else [share] * ranks
    before = sum(counts[:me])
    senders = range(ranks)
    starts = [sum(counts[:rank]) for rank in senders]
    found: dict[str, tuple[int, int, list[tuple[int, int, int]]]] = {
        "p2p": (total, total, [] if work.get("way", BACK) != BACK and me == 0 else [(1 - me, 0, total)]),
        "all_reduce": (total, total, [(-1, 0, total)]),
        "all_gather": (counts[me], total, [(rank, 0, counts[rank]) for rank in senders]),
        "reduce_scatter": (total, counts[me], [(-1, before, counts[me])]),
        "all_to_all": (total, counts[me] * ranks, [(rank, starts[me], counts[me]) for rank in senders]),
        "broadcast": (total, total, [(0, 0, total)]),
        "reduce": (total, total if me == 0 else 0, [(-1, 0, total)] if me == 0 else []),
        "scatter": (total if me == 0 else 0, share, [(0, me * share, share)]),
        "gather": (share, total if me == 0 else 0, [(rank, 0, share) for rank in senders] if me == 0 else []),
        "barrier": (0, 0, []),
    }
    if name[:-2] in found and name.endswith("_v"):
        name = name[:-2]
    if name not in found:
        raise CannotRunError(f"this program has no {name}")
    send, recv, blocks = found[name]
    return Traffic(send, recv, tuple(blocks), tuple(counts))


# ---------------------------------------------------------------------------------------------------------------------
# What the buffers hold, and what must come out


class Pattern:
    """Values that tell every rank and every place apart: value(rank, i) = table[(hash(i) + 37 rank) mod 256].

    ``whole``: small whole numbers whose sum over all ranks is exact in the type, in whatever order they are added.
    Otherwise fractions, and a sum may miss by (ranks - 1) unit roundoffs of the sum of all values. Elements without a
    reduction must come out as they went in.
    """

    def __init__(self, numpy: Any, carrier: str, ranks: int, redop: str | None, seed: int, whole: bool = True) -> None:
        self.np, self.ranks, self.redop, self.seed = numpy, ranks, redop, seed
        self.bits = FLOATS[carrier][1] if carrier in FLOATS else 8 * INTEGERS[carrier] - 1
        number = numpy.arange(256)
        spread = (number * 167 + 13) % 256
        if not whole:
            half = 2 ** (self.bits - 1)  # fractions that the type holds exactly, with as many bits as it has
            self.table = (half + (spread * (half // 256) + spread) % half) / (2.0 * half)
        elif redop in ("sum", "avg"):
            self.table = self._summed(spread)
        elif redop == "prod":
            self.table = numpy.where(spread % max(8, ranks // 3) == 0, 2, 1)
        else:
            self.table = spread % min(2**self.bits, 127)
        self.whole = whole

    def _summed(self, spread: Any) -> Any:
        """Values whose sum over the ranks stays below 2 ** bits: of many ranks most hold 0."""
        most = min(2**self.bits, 2**24)
        turns = -(-self.ranks // 256)
        high = most // min(self.ranks, 256) // turns
        if high >= 1:
            return spread % (min(high, 100) + 1)
        return self.np.where(spread < most // turns, 1, 0)

    def places(self, start: int, stop: int) -> Any:
        """The hash of the places start .. stop: 0 .. 255."""
        i = self.np.arange(start, stop, dtype=self.np.uint64) + self.np.uint64(self.seed % 2**32)
        return ((i * self.np.uint64(2654435761)) >> self.np.uint64(15)) & self.np.uint64(255)

    def values(self, rank: int, start: int, stop: int) -> Any:
        """What rank ``rank`` holds at start .. stop."""
        return self.table[(self.places(start, stop).astype(self.np.int64) + 37 * rank) % 256]

    def wrong(self, source: int, start: int, got: Any) -> int:
        """Elements of ``got`` that are not what ``source`` holds from ``start`` on; source -1: the reduction."""
        if source >= 0:
            return int(self.np.count_nonzero(self.values(source, start, start + len(got)) != got))
        at = self.places(start, start + len(got)).astype(self.np.int64)
        wanted, allowed = self._reduced()
        return int(self.np.count_nonzero(~(self.np.abs(got - wanted[at]) <= allowed[at])))

    def _reduced(self) -> tuple[Any, Any]:
        """The reduction over all ranks for each hash, and how far a result may be off."""
        shift = 37 * self.np.arange(self.ranks)
        each = self.table[(self.np.arange(256)[:, None] + shift[None, :]) % 256]
        join = {"sum": "sum", "avg": "sum", "prod": "prod", "min": "min", "max": "max"}[self.redop or "sum"]
        wanted = getattr(each, join)(axis=1)
        if self.redop in ("min", "max", "prod") or (self.whole and self.redop != "avg"):
            return wanted, self.np.zeros(256)
        roundoff = 2.0**-self.bits
        wide = (self.ranks - 1) * roundoff / max(1.0 - (self.ranks - 1) * roundoff, 0.5)
        if self.redop == "avg":
            return wanted / self.ranks, self.np.abs(each).sum(axis=1) / self.ranks * (wide + 2 * roundoff)
        return wanted, self.np.abs(each).sum(axis=1) * wide


# ---------------------------------------------------------------------------------------------------------------------
# The two back ends, behind one small interface


class Backend:
    """What the runner asks of a communication library. ``rank`` of ``size``; ``library`` and its version in words."""

    rank = 0
    size = 1
    library = ""
    hardware = ""
    devices = False
    """Calls run on a stream of a device and are timed by its events."""

    def group(self, members: Sequence[int]) -> Any:
        """A group of ranks, made by all ranks together; None on a rank outside."""
        raise NotImplementedError

    def buffer(self, carrier: str, elements: int) -> Any:
        """Room for so many elements, all zero."""
        raise NotImplementedError

    def put(self, buffer: Any, carrier: str, start: int, values: Any) -> None:
        """Store numbers from element ``start`` on."""
        raise NotImplementedError

    def take(self, buffer: Any, carrier: str, start: int, stop: int) -> Any:
        """Elements as numbers: whole ones of 64 bits, or doubles."""
        raise NotImplementedError

    def operation(self, group: Any, work: Json, plan: Traffic, send: Any, recv: Any) -> Call:
        """The call that is timed. Raises CannotRunError."""
        raise NotImplementedError

    def in_place(self, work: Json, wanted: bool) -> bool:
        """Whether ``operation`` leaves the result in the buffer of the input."""
        return False

    def barrier(self) -> None:
        """Wait for all ranks."""
        raise NotImplementedError

    def gathered(self, value: Any) -> list[Any]:
        """The value of every rank, on every rank."""
        raise NotImplementedError

    def start(self, call: Call) -> Call:
        """Start a call beside what follows; what is returned waits for its end."""
        raise NotImplementedError

    def compute(self, size: int) -> Call:
        """A product of two square matrices of ``size``."""
        raise NotImplementedError

    def timed(self, call: Call | None, beside: Sequence[Call], count: int) -> list[tuple[float, float]]:
        """Times [s] of ``count`` calls, each with one start of what runs beside: of the call, and until all ended."""
        found = []
        for _ in range(count):
            self.barrier()
            first = time.perf_counter()
            ends = [self.start(one) for one in beside]
            second = time.perf_counter()
            if call is not None:
                call()
            third = time.perf_counter()
            for end in ends:
                end()
            found.append((third - second, time.perf_counter() - first))
        return found

    def about(self) -> Json:
        """Versions and settings."""
        return {}

    def abort(self) -> None:
        """End all processes: the others would wait for this one for ever."""
        os._exit(3)

    def close(self) -> None:
        """Let go of the library."""


class OnMpi(Backend):
    """MPI by mpi4py; buffers are numpy arrays on the host. bf16 is added by a reduction of our own, as MPI has none."""

    def __init__(self, numpy: Any) -> None:
        self.np = numpy
        self.MPI = importlib.import_module("mpi4py.MPI")
        self.world = self.MPI.COMM_WORLD
        self.rank, self.size = self.world.rank, self.world.size
        self.library = self.MPI.Get_library_version().split(",")[0].split("\n")[0].strip("\0 ")
        self.hardware = processor()
        self.beside = ThreadPoolExecutor(4)
        self.threads = self.MPI.Query_thread() == self.MPI.THREAD_MULTIPLE
        self.ops: dict[tuple[str, str], Any] = {}

    def group(self, members: Sequence[int]) -> Any:
        made = self.world.Create(self.world.group.Incl(list(members)))
        return None if made == self.MPI.COMM_NULL else made

    def _stored(self, carrier: str) -> str:
        own = {"bf16": "uint16", "fp16": "float16", "fp32": "float32", "fp64": "float64"}
        return own.get(carrier, "uint8" if carrier.startswith("fp8") else carrier)

    def buffer(self, carrier: str, elements: int) -> Any:
        return self.np.zeros(max(elements, 1), dtype=self._stored(carrier))

    def put(self, buffer: Any, carrier: str, start: int, values: Any) -> None:
        if carrier == "bf16":
            values = self._as_bf16(values.astype(self.np.float32))
        buffer[start : start + len(values)] = values

    def _as_bf16(self, values: Any) -> Any:
        """The upper half of each float, rounded to nearest, ties to even."""
        bits = values.view(self.np.uint32)
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(self.np.uint16)

    def _of_bf16(self, bits: Any) -> Any:
        return (bits.astype(self.np.uint32) << 16).view(self.np.float32)

    def take(self, buffer: Any, carrier: str, start: int, stop: int) -> Any:
        part = buffer[start:stop]
        if carrier == "bf16":
            part = self._of_bf16(part)
        whole = carrier in INTEGERS or carrier.startswith("fp8")
        return part.astype(self.np.int64 if whole else self.np.float64)

    def _op(self, carrier: str, redop: str) -> Any:
        known = {"sum": "SUM", "prod": "PROD", "min": "MIN", "max": "MAX"}
        if redop not in known or carrier.startswith("fp8"):
            raise CannotRunError(f"MPI has no {redop} of {carrier}")
        if carrier not in ("bf16", "fp16"):
            return getattr(self.MPI, known[redop])
        if (carrier, redop) not in self.ops:
            join = {"sum": "add", "prod": "multiply", "min": "minimum", "max": "maximum"}[redop]
            self.ops[carrier, redop] = self.MPI.Op.Create(self._joined(carrier, getattr(self.np, join)), commute=True)
        return self.ops[carrier, redop]

    def _joined(self, carrier: str, join: Any) -> Any:
        def join_halves(one: Any, other: Any, _: Any) -> None:
            with self.np.errstate(all="ignore"):
                if carrier == "fp16":
                    a, b = (self.np.frombuffer(each, dtype=self.np.float16) for each in (one, other))
                    b[:] = join(a, b)
                    return
                a, b = (self.np.frombuffer(each, dtype=self.np.uint16) for each in (one, other))
                b[:] = self._as_bf16(join(self._of_bf16(a), self._of_bf16(b)))

        return join_halves

    def _typed(self, buffer: Any, carrier: str, counts: Sequence[int] | None = None) -> list[Any]:
        """A buffer as MPI takes it: halves of reductions travel as pairs of bytes."""
        known = {"float32": self.MPI.FLOAT, "float64": self.MPI.DOUBLE, "float16": self.MPI.UINT16_T}
        kind = known.get(buffer.dtype.name) or getattr(self.MPI, f"{buffer.dtype.name.upper()}_T")
        return [buffer, counts, kind] if counts is not None else [buffer, kind]

    def in_place(self, work: Json, wanted: bool) -> bool:
        return work["collective"] == "broadcast" or (wanted and work["collective"] == "all_reduce")

    def operation(self, group: Any, work: Json, plan: Traffic, send: Any, recv: Any) -> Call:
        name, carrier = work["collective"], work["carrier"]
        me, ranks = group.rank, group.size
        s, r = self._typed(send[: plan.send], carrier), self._typed(recv[: plan.recv], carrier)
        op = self._op(carrier, work["redop"]) if name in REDUCING else None
        own = (list(plan.counts), None)
        if name == "all_to_all_v":
            sent = self._typed(send[: plan.send], carrier, list(plan.counts))
            got = self._typed(recv[: plan.recv], carrier, [plan.counts[me]] * ranks)
            return lambda: group.Alltoallv(sent, got)
        if name == "all_reduce" and self.in_place(work, work["in_place"]):
            return lambda: group.Allreduce(self.MPI.IN_PLACE, s, op)
        calls: dict[str, Call] = {
            "all_reduce": lambda: group.Allreduce(s, r, op),
            "all_gather": lambda: group.Allgather(s, r),
            "all_gather_v": lambda: group.Allgatherv(s, [recv[: plan.recv], own, r[-1]]),
            "reduce_scatter": lambda: group.Reduce_scatter_block(s, r, op),
            "reduce_scatter_v": lambda: group.Reduce_scatter(s, r, own[0], op),
            "all_to_all": lambda: group.Alltoall(s, r),
            "broadcast": lambda: group.Bcast(s if me == 0 else r, 0),
            "reduce": lambda: group.Reduce(s, r if me == 0 else None, op, 0),
            "scatter": lambda: group.Scatter(s if me == 0 else None, r, 0),
            "gather": lambda: group.Gather(s, r if me == 0 else None, 0),
            "barrier": group.Barrier,
        }
        if name == "p2p":
            return self._between(group, work, s, r)
        return calls[name]

    def _between(self, group: Any, work: Json, s: Any, r: Any) -> Call:
        """A message there and back; one way only where the plan says so."""

        def there_and_back() -> None:
            if group.rank == 0:
                group.Send(s, 1)
                group.Recv(r, 1)
            else:
                group.Recv(r, 0)
                group.Send(s, 0)

        def one_way() -> None:
            if group.rank == 0:
                group.Send(s, 1)
            else:
                group.Recv(r, 0)

        return there_and_back if work.get("way", BACK) == BACK else one_way

    def barrier(self) -> None:
        self.world.Barrier()

    def gathered(self, value: Any) -> list[Any]:
        return list(self.world.allgather(value))

    def start(self, call: Call) -> Call:
        if not self.threads:
            raise CannotRunError("a load beside the calls needs an MPI with MPI_THREAD_MULTIPLE")
        return self.beside.submit(call).result

    def compute(self, size: int) -> Call:
        one = self.np.ones((size, size), dtype=self.np.float32)
        out = self.np.empty_like(one)
        return lambda: self.np.matmul(one, one, out=out)

    def about(self) -> Json:
        known = importlib.import_module("mpi4py")
        return {"mpi4py": known.__version__, "mpi": self.MPI.Get_library_version().strip("\0 \n")[:200]}

    def abort(self) -> None:
        sys.stderr.flush()
        self.world.Abort(3)

    def close(self) -> None:
        self.beside.shutdown()
        self.world.Barrier()


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

    def group(self, members: Sequence[int]) -> Any:
        made = self.dist.new_group(list(members))
        return (made, list(members)) if self.rank in members else None

    def buffer(self, carrier: str, elements: int) -> Any:
        return self.torch.zeros(max(elements, 1), dtype=self._type(carrier), device=self.device)

    def put(self, buffer: Any, carrier: str, start: int, values: Any) -> None:
        whole = carrier in INTEGERS
        values = values.astype(self.np.int64 if whole else self.np.float32)
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


def processor() -> str:
    """Name of the host's processor."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as stream:
        for line in stream:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


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


# ---------------------------------------------------------------------------------------------------------------------
# Where a cell runs: ranks of the plan on the processes that were started


class Nodes:
    """The processes that were started, node by node."""

    def __init__(self, hosts: Sequence[str], per_node: int | None) -> None:
        names = [str(rank // per_node) for rank in range(len(hosts))] if per_node else list(hosts)
        found: dict[str, list[int]] = {}
        for rank, name in enumerate(names):
            found.setdefault(name, []).append(rank)
        self.ranks = list(found.values())
        self.names = [hosts[held[0]] + (f"/{number}" if per_node else "") for number, held in enumerate(self.ranks)]
        self.of = {rank: number for number, held in enumerate(self.ranks) for rank in held}

    def placed(self, groups: Iterable[Sequence[int]], per_host: int) -> dict[int, int]:
        """Rank of the plan -> process: the hosts that the plan uses are the nodes that were started, in order."""
        used = sorted({rank for group in groups for rank in group})
        hosts = {host: number for number, host in enumerate(sorted({rank // per_host for rank in used}))}
        if len(hosts) > len(self.ranks):
            raise CannotRunError(f"it needs {len(hosts)} nodes, and {len(self.ranks)} were started")
        found = {}
        for rank in used:
            held, device = self.ranks[hosts[rank // per_host]], rank % per_host
            if device >= len(held):
                raise CannotRunError(f"it needs {device + 1} ranks on a node, and one has {len(held)}")
            found[rank] = held[device]
        return found

    def spread(self, members: Sequence[int]) -> str:
        """Nodes in order with the ranks of a group, such as n0:0-7 n1:8-15; nodes of one host are told apart."""
        spans: list[list[Any]] = []
        for rank, process in enumerate(members):
            node = self.of[process]
            if spans and spans[-1][0] == node:
                spans[-1][2] = rank
            else:
                spans.append([node, rank, rank])
        return " ".join(f"{self.names[node]}:{low}-{high}" for node, low, high in spans[:100])


# ---------------------------------------------------------------------------------------------------------------------
# Running a cell


class Buffers:
    """The buffers of one rank for one operation, how they are filled and checked."""

    def __init__(self, library: Backend, numpy: Any, group: Any, members: Sequence[int], work: Json) -> None:
        self.library, self.np, self.work = library, numpy, work
        self.me = members.index(library.rank)
        self.plan = traffic(work, len(members), self.me)
        self.carrier = work["carrier"]
        self.send = library.buffer(self.carrier, self.plan.send)
        self.recv = library.buffer(self.carrier, self.plan.recv)
        self.ranks = len(members)
        self.in_place = library.in_place(work, work["in_place"])
        self.call = library.operation(group, work, self.plan, self.send, self.recv)

    def pattern(self, whole: bool) -> Pattern:
        """What the buffers hold."""
        redop = self.work["redop"] if self.work["collective"] in REDUCING else None
        return Pattern(self.np, self.carrier, self.ranks, redop, self.work["seed"], whole)

    def fill(self, whole: bool = True) -> None:
        """The input of this rank; the output is cleared, so that what an earlier call left does not count."""
        pattern = self.pattern(whole)
        for start in range(0, self.plan.send, CHUNK):
            stop = min(start + CHUNK, self.plan.send)
            self.library.put(self.send, self.carrier, start, pattern.values(self.me, start, stop))
        for start in range(0, self.plan.recv, CHUNK):
            count = min(CHUNK, self.plan.recv - start)
            self.library.put(self.recv, self.carrier, start, self.np.zeros(count, dtype=self.np.int64))

    def wrong(self, whole: bool) -> int:
        """Elements of the result that are not what they must be."""
        pattern, at, found = self.pattern(whole), 0, 0
        root_of_broadcast = self.work["collective"] == "broadcast" and self.me != 0
        result = self.send if self.in_place and not root_of_broadcast else self.recv
        for source, first, count in self.plan.blocks:
            for start in range(0, count, CHUNK):
                stop = min(start + CHUNK, count)
                got = self.library.take(result, self.carrier, at + start, at + stop)
                found += pattern.wrong(source, first + start, got)
            at += count
        return found

    @property
    def checks(self) -> tuple[bool, ...]:
        """Calls that are checked: of whole numbers, which must be exact, and of fractions, within their roundoff.

        Whole numbers alone where nothing is added in floating point.
        """
        added = self.carrier in FLOATS and self.work["collective"] in REDUCING and self.work["redop"] in ("sum", "avg")
        return (True, False) if added and self.ranks < 2 ** (FLOATS[self.carrier][1] - 1) else (True,)

    def checked(self) -> int:
        """Wrong elements of the calls that are checked."""
        found = 0
        for whole in self.checks:
            self.fill(whole)
            self.library.barrier()
            self.call()
            self.library.barrier()
            found += self.wrong(whole)
        return found


class Runner:
    """Runs cells one after another; every rank goes the same way."""

    def __init__(self, library: Backend, numpy: Any, plan: Json, options: argparse.Namespace) -> None:
        self.library, self.np, self.plan, self.options = library, numpy, plan, options
        self.nodes = Nodes(library.gathered(socket.gethostname()), options.ranks_per_node)
        self.groups: dict[tuple[tuple[int, ...], int], Any] = {}

    def group(self, members: Sequence[int], copy: int) -> Any:
        """A group, made once; ``copy``: a second one of the same ranks does not wait for the first."""
        key = (tuple(members), copy)
        if key not in self.groups:
            self.groups[key] = self.library.group(members)
        return self.groups[key]

    def run(self, cell: Json, repeat: int) -> Json:
        """The record of one repeat; raises CannotRunError, the same on all ranks."""
        procedure = cell["procedure"]
        made = [load["condition"] for load in cell["load"] if load["kind"] == "by_hand"]
        if made and made[0] not in self.options.made:
            raise CannotRunError(
                f"condition {made[0]} is made by hand; make it, then start again with --made {made[0]}"
            )
        if procedure["launch"] == "graph":
            raise CannotRunError("calls in a graph are run by the script of the requirement")
        place = self.plan["places"][cell["place"]]
        loads = [load for load in cell["load"] if load["kind"] == "groups"]
        everywhere = place["groups"] + [group for load in loads for group in load["groups"]]
        at = self.nodes.placed(everywhere, self.plan["machine"]["ranks_per_host"])
        groups = [[at[rank] for rank in group] for group in place["groups"]]
        measured = self._prepared(groups, {**cell, **procedure}, 0)
        beside = [
            self._prepared(
                [[at[rank] for rank in group] for group in load["groups"]], {**cell, **load, **procedure}, copy
            )
            for copy, load in enumerate(loads, 1)
        ]
        agreed(self.library, [measured, *beside])
        return self._measured(cell, groups, measured, [one for one in beside if isinstance(one, Buffers)], repeat)

    def _prepared(self, groups: Sequence[Sequence[int]], work: Json, copy: int) -> Any:
        """Buffers and call of this rank; None on a rank outside; what went wrong, for all to hear."""
        mine: Any = None
        for members in groups:
            made = self.group(members, copy)
            if made is not None:
                try:
                    mine = Buffers(self.library, self.np, made, members, work)
                    mine.fill()
                except Exception as error:
                    mine = failure(error)
        return mine

    def _measured(self, cell: Json, groups: Any, mine: Buffers | None, loads: list[Buffers], repeat: int) -> Json:
        procedure, library = cell["procedure"], self.library
        call = mine.call if mine else None
        agreed(library, [tried(call), *(tried(one.call) for one in loads)])
        beside = [one.call for one in loads]
        compute = [self._product(cell, call)] if any(load["kind"] == "compute" for load in cell["load"]) else []
        warm, count = self.options.warmup, self.options.iterations
        warm, count = procedure["warmup"] if warm is None else warm, count or self._enough(procedure, call)
        overlapped = cell["measure"] == "overlap"
        series: Json = {}
        if overlapped:
            series["alone"] = self._series(call, [], warm, count)[0]
            series["compute"] = self._series(None, compute, warm, count)[1]
        own, together = self._series(call, beside + compute, warm, count)
        series["times"] = together if overlapped else own
        wrong = self._checked(mine) if procedure["check"] else None
        return self._record(cell, groups, mine, library.gathered((series, wrong)), (warm, count, repeat))

    def _enough(self, procedure: Json, call: Call | None) -> int:
        """The iterations of the plan, or more where they would not last as long as it asks for."""
        count: int = procedure["iterations"]
        if procedure["duration"]:
            own = statistics.median(own for own, _ in self.library.timed(call, [], 5))
            count = max(count, math.ceil(1.1 * procedure["duration"] / max(self.library.gathered(own))))
        return count

    def _series(self, call: Any, beside: list[Call], warm: int, count: int) -> tuple[list[float], list[float]]:
        """Times of the calls, and until what ran beside them had ended too."""
        self.library.timed(call, beside, warm)
        found = self.library.timed(call, beside, count)
        return [own for own, _ in found], [every for _, every in found]

    def _product(self, cell: Json, call: Call | None) -> Call:
        """Products that take twice as long as the call, as many on every rank."""
        load = next(load for load in cell["load"] if load["kind"] == "compute")
        product = self.library.compute(self.options.gemm or load["size"])
        self.library.timed(None, [product], 2)
        one = statistics.median(every for _, every in self.library.timed(None, [product], 3))
        own = statistics.median(own for own, _ in self.library.timed(call, [], 3))
        both = self.library.gathered((one, own))
        times = max(own for _, own in both) / max(min(one for one, _ in both), 1e-9)
        number = max(1, math.ceil(2.0 * times))

        def products() -> None:
            for _ in range(number):
                product()

        return products

    def _checked(self, mine: Buffers | None) -> int:
        """Wrong elements of this rank; ranks outside keep step with the barriers of those inside."""
        own = len(mine.checks) if mine else 0
        most = max(self.library.gathered(own))
        found = mine.checked() if mine else 0
        for _ in range(2 * (most - own)):
            self.library.barrier()
        return found

    def _in_place(self, mine: Buffers | None, wanted: bool, first: int) -> bool | None:
        """Whether input and output shared a buffer; None where the library has only the form that was not asked for."""
        found: bool = self.library.gathered(mine.in_place if mine else None)[first]
        return found if found == wanted else None

    def _record(self, cell: Json, groups: Any, mine: Any, every: list[Any], ran: tuple[int, int, int]) -> Json:
        members = [rank for group in groups for rank in group]
        half = 0.5 if cell["way"] == BACK else 1.0
        procedure, place = cell["procedure"], self.plan["places"][cell["place"]]
        # Shards of weights go to the devices of instances: one of these is what the requirement calls the group.
        each = [[pair[1] for pair in groups[: place["ranks"]]]] if cell["way"] == "shards" else groups
        record = {
            "cell": cell["id"],
            "requirement": cell["requirement"],
            "collective": cell["collective"],
            "group": place["group"],
            "path": place["path"],
            "ranks": len(each[0]),
            "nodes": max(len({self.nodes.of[rank] for rank in group}) for group in each),
            "groups": len(each),
            "members": groups,
            "dtype": cell["dtype"],
            "redop": cell["redop"] or "",
            "n": cell["bytes"],
            "skew": cell["matrix"]["skew"] if cell["matrix"] else 1.0,
            "condition": cell["condition"],
            "placement": self.nodes.spread(each[0]),
            "in_place": self._in_place(mine, procedure["in_place"], members[0]),
            "buffer": "plain",
            "launch": "host",
            "warmup": ran[0],
            "iterations": ran[1],
            "repeat": ran[2],
            "repeats": self.options.repeats or procedure["repeats"],
        }
        for name in [name for name in record if record[name] is None]:
            del record[name]
        for name in every[members[0]][0]:
            scale = half if name in ("times", "alone") else 1.0
            record[name] = [[float(f"{scale * one:.5g}") for one in every[rank][0][name]] for rank in members]
        if procedure["check"]:
            record["wrong"] = sum(every[rank][1] for rank in members)
        return record


def failure(error: Exception) -> str:
    """An error as one line."""
    return (
        f"{type(error).__name__}: {error}".split("\n")[0][:300] if not isinstance(error, CannotRunError) else str(error)
    )


def tried(call: Call | None) -> str | None:
    """Why a first call fails, None where it does not."""
    try:
        if call is not None:
            call()
    except Exception as error:
        return failure(error)
    return None


def agreed(library: Backend, found: Sequence[Any]) -> None:
    """Raises CannotRunError on all ranks where one of them has a reason."""
    reasons = [one for one in found if isinstance(one, str)]
    every = [reason for reasons in library.gathered(reasons) for reason in reasons]
    if every:
        raise CannotRunError(every[0])


# ---------------------------------------------------------------------------------------------------------------------
# The plan, the records, and the command line


def read_plan(path: str) -> tuple[Json, str]:
    """The plan and the digest of its bytes."""
    with open(path, "rb") as stream:
        data = stream.read()
    plan: Json = json.loads(data)
    if plan.get("commspec_plan") != 1:
        raise SystemExit(f"{path}: no plan of version 1")
    return plan, hashlib.sha256(data).hexdigest()


def chosen(plan: Json, only: Sequence[str]) -> list[Json]:
    """The cells of the requirements or ids that were asked for; all of them where none were."""
    found = [cell for cell in plan["cells"] if not only or {cell["id"], cell["requirement"]} & set(only)]
    unknown = set(only) - {name for cell in found for name in (cell["id"], cell["requirement"])}
    if unknown:
        raise SystemExit(f"the plan has no {', '.join(sorted(unknown))}")
    return found


class Records:
    """The file of records. A last line that was cut goes; what an earlier run measured is not measured again."""

    def __init__(self, path: str, digest: str) -> None:
        self.path, self.digest = path, digest
        self.done: dict[tuple[str, int], bool] = {}
        self.new = not os.path.exists(path) or os.path.getsize(path) == 0
        if not self.new:
            self._read()

    def _read(self) -> None:
        with open(self.path, "r+b") as stream:
            whole = 0
            for number, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                data = self._line(line)
                if number == 0 and data.get("environment", {}).get("plan_sha256") != self.digest:
                    raise SystemExit(f"{self.path}: records of another plan; choose another --out")
                if "times" in data:
                    self.done[data["cell"], data["repeat"]] = data.get("wrong", 0) == 0
            stream.truncate(whole)
        self.new = whole == 0

    def _line(self, line: bytes) -> Json:
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise SystemExit(f"{self.path}: no records of this program; choose another --out")
        return data

    def write(self, line: Json) -> None:
        """Add a line that is on the disk when this returns."""
        with open(self.path, "a", encoding="utf-8") as stream:
            stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            stream.flush()
            os.fsync(stream.fileno())


def first_line(library: Backend, runner: Runner, digest: str, every: list[Json]) -> Json:
    """What all records share: tool, versions, placement, settings of every host."""
    environment: Json = {"plan_sha256": digest, "python": platform.python_version(), "system": platform.platform()}
    environment.update(library.about())
    environment["processes"] = runner.nodes.spread(range(library.size))
    if runner.options.ranks_per_node:
        environment["ranks_per_node_told"] = runner.options.ranks_per_node
    if runner.options.gemm:
        environment["gemm_told"] = runner.options.gemm
    for name in sorted(os.environ):
        if name.startswith(NOTED) and not name.startswith(PASSING):
            environment[name] = os.environ[name][:500]
    for key in ("system", "hardware"):
        differing = sorted({one[key] for one in every})
        if len(differing) > 1:
            environment[f"{key}_differs"] = "; ".join(differing)[:1000]
    return {
        "commspec_records": 1,
        "tool": "run_plan",
        "version": VERSION,
        "library": library.library[:500],
        "hardware": runner.options.hardware or library.hardware,
        "command": " ".join(sys.argv)[:2000],
        "over_ranks": "max",
        "statistic": "mean",
        "environment": environment,
    }


def slow_rank(record: Json) -> str | None:
    """A rank that takes half as long again as the others, in words; of ten iterations and three ranks on."""
    medians = [statistics.median(times) for times in record["times"]]
    if len(medians) < 3 or len(record["times"][0]) < 10:
        return None
    worst = max(range(len(medians)), key=lambda at: medians[at])
    others = statistics.median(medians[:worst] + medians[worst + 1 :])
    if medians[worst] <= 1.5 * others:
        return None
    rank = [rank for group in record["members"] for rank in group][worst]
    return f"process {rank} takes {medians[worst] / others:.1f} times as long as the others"


def say(text: str) -> None:
    """A line for who watches."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def span(seconds: float) -> str:
    """A time as people read it."""
    return (
        f"{seconds:.3g} s"
        if seconds < 120
        else f"{seconds / 60:.0f} min"
        if seconds < 7200
        else f"{seconds / 3600:.1f} h"
    )


def dry_run(cells: Sequence[Json], plan: Json) -> int:
    """Print the cells with what they need and how long they take by the model."""
    for cell in cells:
        place = plan["places"][cell["place"]]
        hosts = {rank // plan["machine"]["ranks_per_host"] for group in place["groups"] for rank in group}
        where = f"{len(place['groups'])} x {len(place['groups'][0])} ranks on {len(hosts)} hosts"
        beside = "".join(f" + {load['kind']}" for load in cell["load"])
        low, high = (span(one) for one in cell["seconds"])
        sys.stdout.write(
            f"{cell['id']}: {cell['collective']} {cell['dtype']} {cell['bytes']} B, {where}{beside}, {low} to {high}\n"
        )
    low, high = (span(sum(cell["seconds"][end] for cell in cells)) for end in (0, 1))
    sys.stdout.write(f"{len(cells)} cells, {low} to {high}, checks and fills not counted\n")
    return 0


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    here = os.path.dirname(os.path.abspath(__file__))
    made = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    made.add_argument("--plan", default=os.path.join(here, "plan.json"), help="the plan (default: beside this file)")
    made.add_argument("--out", default="records.jsonl", help="file of records; a run goes on where it stood")
    made.add_argument(
        "--only", action="append", default=[], metavar="ID", help="a requirement or a cell; may be repeated"
    )
    made.add_argument("--dry-run", action="store_true", help="print cells and time, run nothing")
    made.add_argument("--backend", choices=("torch", "mpi"), help="default: torch under torchrun, else mpi")
    made.add_argument("--ccl", help="backend of torch.distributed: nccl, hccl, gloo, or a plug-in's")
    made.add_argument("--device", help="device type of PyTorch: cuda, npu, cpu, or a plug-in's")
    made.add_argument("--plug-in", help="module to import for a device of another vendor")
    made.add_argument("--hardware", help="name of the device, in place of the one that is found")
    made.add_argument("--ranks-per-node", type=int, help="count so many processes as a node, whatever host they are on")
    made.add_argument(
        "--made", action="append", default=[], metavar="CONDITION", help="a condition that you made by hand"
    )
    made.add_argument("--gemm", type=int, help="size of the matrices of a computing load")
    for name in ("warmup", "iterations", "repeats"):
        made.add_argument(f"--{name}", type=int, help="in place of the plan's, to try it out; the records say so")
    return made.parse_args(arguments)


def opened(options: argparse.Namespace, numpy: Any) -> Backend:
    """The back end."""
    name = options.backend or (
        "torch" if "TORCHELASTIC_RUN_ID" in os.environ or options.ccl or options.device else "mpi"
    )
    return OnMpi(numpy) if name == "mpi" else OnTorch(numpy, options.ccl, options.device, options.plug_in)


def turns(cells: Sequence[Json], options: argparse.Namespace) -> Iterator[tuple[Json, int]]:
    """Every repeat of every cell; the first repeats of all come first, so that a stop leaves something of each."""
    most = max((options.repeats or cell["procedure"]["repeats"] for cell in cells), default=0)
    for repeat in range(1, most + 1):
        for cell in cells:
            if repeat <= (options.repeats or cell["procedure"]["repeats"]):
                yield cell, repeat


def main(arguments: Sequence[str]) -> int:
    """Run the plan; 0: every repeat ran and every result was right, 1: not so, 2: a wrong command line."""
    options = parsed(arguments)
    plan, digest = read_plan(options.plan)
    cells = chosen(plan, options.only)
    if options.dry_run:
        return dry_run(cells, plan)
    numpy = importlib.import_module("numpy")
    library = opened(options, numpy)
    try:
        code = run_all(library, numpy, plan, digest, cells, options)
    except Exception:
        traceback.print_exc()
        library.abort()
        raise
    library.close()
    return code


def run_all(
    library: Backend, numpy: Any, plan: Json, digest: str, cells: Sequence[Json], options: argparse.Namespace
) -> int:
    """Run what has no record yet."""
    runner = Runner(library, numpy, plan, options)
    records, refusal = opened_records(library, options.out, digest)
    every = library.gathered(
        {"digest": digest, "system": platform.platform(), "hardware": library.hardware, "refusal": refusal}
    )
    if len({one["digest"] for one in every}) > 1:
        every[0]["refusal"] = "the hosts have different plans"
    if every[0]["refusal"]:
        if library.rank == 0:
            say(every[0]["refusal"])
        return 2
    if records is not None and records.new:
        records.write(first_line(library, runner, digest, every))
    done = library.gathered(records.done if records is not None else None)[0]
    count = {"run": 0, "wrong": sum(not right for right in done.values()), "left": 0}
    for cell, repeat in turns(cells, options):
        if (cell["id"], repeat) not in done:
            line = run_one(runner, cell, repeat)
            tell(line, count, records is not None)
            if records is not None:
                records.write(line)
    if records is not None:
        words = f"{count['run']} run, {len(done)} from before, {count['wrong']} with wrong results"
        say(f"{words}, {count['left']} not run")
    return 1 if count["wrong"] or count["left"] else 0


def opened_records(library: Backend, path: str, digest: str) -> tuple[Records | None, str]:
    """The file of records on the first rank, or why it cannot be used."""
    if library.rank != 0:
        return None, ""
    try:
        return Records(path, digest), ""
    except (SystemExit, OSError) as error:
        return None, str(error)


def run_one(runner: Runner, cell: Json, repeat: int) -> Json:
    """The record of a repeat, or the line that says why there is none."""
    try:
        return runner.run(cell, repeat)
    except CannotRunError as reason:
        return {"cell": cell["id"], "requirement": cell["requirement"], "repeat": repeat, "not_run": str(reason)}


def tell(line: Json, count: dict[str, int], aloud: bool) -> None:
    """Count a line, and say on the first rank what is not as it should be."""
    head = f"{line['cell']} repeat {line['repeat']}"
    if "not_run" in line:
        count["left"] += 1
        notes = [f"not run: {line['not_run']}"]
    else:
        count["run"] += 1
        count["wrong"] += bool(line.get("wrong"))
        notes = [f"{line['wrong']} wrong elements"] if line.get("wrong") else []
        notes += [note for note in (slow_rank(line),) if note]
    for note in notes if aloud else []:
        say(f"{head}: {note}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
