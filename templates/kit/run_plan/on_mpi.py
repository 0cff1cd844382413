"""MPI by mpi4py."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from run_plan.backend import Backend, processor
from run_plan.base import BACK, REDUCING, Call, CannotRunError, Json
from run_plan.sending import Traffic


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

    def release(self, group: Any) -> None:
        group.Free()

    def _stored(self, carrier: str) -> str:
        own = {"bf16": "uint16", "fp16": "float16", "fp32": "float32", "fp64": "float64"}
        return own.get(carrier, "uint8" if carrier.startswith("fp8") else carrier)

    def buffer(self, carrier: str, elements: int) -> Any:
        return self.np.zeros(max(elements, 1), dtype=self._stored(carrier))

    def put(self, buffer: Any, carrier: str, values: Any) -> None:
        if carrier == "bf16":
            values = self._as_bf16(values.astype(self.np.float32))
        buffer[: len(values)] = values

    def bits(self, buffer: Any, width: int) -> Any:
        return buffer.view(f"int{8 * width}")

    def placed(self, values: Any) -> Any:
        return values

    def looked_up(self, table: Any, hashes: Any, shift: int) -> Any:
        return self.np.take(self.np.concatenate((table[shift:], table[:shift])), hashes)

    def _as_bf16(self, values: Any) -> Any:
        """The upper half of each float, rounded to nearest, ties to even."""
        bits = values.view(self.np.uint32)
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(self.np.uint16)

    def _of_bf16(self, bits: Any) -> Any:
        return (bits.astype(self.np.uint32) << 16).view(self.np.float32)

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

    def operation(self, group: Any, members: Sequence[int], work: Json, plan: Traffic, send: Any, recv: Any) -> Call:
        name, carrier = work["collective"], work["carrier"]
        me, ranks = members.index(self.rank), len(members)
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
            first, second = self.MPI.Group.Translate_ranks(self.world.group, list(members), group.group)
            return self._between(group, second if me == 0 else first, me == 0, work, s, r)
        return calls[name]

    def _between(self, group: Any, peer: int, first: bool, work: Json, s: Any, r: Any) -> Call:
        """A message to ``peer`` and back; one way only where the plan says so."""

        def there_and_back() -> None:
            if first:
                group.Send(s, peer)
            group.Recv(r, peer)
            if not first:
                group.Send(s, peer)

        def one_way() -> None:
            if first:
                group.Send(s, peer)
            else:
                group.Recv(r, peer)

        return there_and_back if work.get("way", BACK) == BACK else one_way

    def barrier(self) -> None:
        self.world.Barrier()

    def gathered(self, value: Any) -> list[Any]:
        return list(self.world.allgather(value))

    @property
    def alone(self) -> str:
        return "" if self.threads else "a load beside the calls needs an MPI with MPI_THREAD_MULTIPLE"

    def start(self, call: Call, lane: int) -> Call:
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
