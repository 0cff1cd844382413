"""The call of torch.distributed for each collective."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from run_plan.base import BACK, REDUCING, Call, CannotRunError, Json
from run_plan.sending import Traffic

PLAIN = ("bf16", "fp16", "fp32", "fp64", "int8", "uint8", "int32", "int64")
"""Types that every library of a device moves; others travel as bytes where nothing is added."""


class TorchCalls:
    """The calls of one process. ``ccl``: the library's name; ``barred``: what a barrier is told of the device."""

    def __init__(self, torch: Any, dist: Any, rank: int, ccl: str, barred: Json) -> None:
        self.torch, self.dist, self.rank, self.ccl, self.barred = torch, dist, rank, ccl, barred

    def call(self, made: Any, members: Sequence[int], work: Json, plan: Traffic, send: Any, recv: Any) -> Call:
        """The call between ``members`` of the group ``made``. Raises CannotRunError."""
        name, dist, me = work["collective"], self.dist, members.index(self.rank)
        s, r, counts = send[: plan.send], recv[: plan.recv], list(plan.counts)
        if name not in REDUCING and name != "barrier" and (self.ccl == "gloo" or work["carrier"] not in PLAIN):
            # What is only moved travels as bytes, whatever types the library knows.
            s, r, wide = s.view(self.torch.uint8), r.view(self.torch.uint8), send.element_size()
            counts = [count * wide for count in counts]
        op = self._op(work) if name in REDUCING else None
        root, even = members[0], name.replace("_v", "")
        calls: dict[str, Call] = {
            "all_reduce": lambda: dist.all_reduce(s, op, group=made),
            "all_gather": self._gathering(r, s, counts, made),
            "reduce_scatter": self._scattering(r, s, counts, op, made),
            "all_to_all": self._exchanging(r, s, counts, me, made, name),
            "broadcast": lambda: dist.broadcast(s if me == 0 else r, root, group=made),
            "reduce": lambda: dist.reduce(s, root, op, group=made),
            "scatter": lambda: dist.scatter(r, list(s.split(counts)) if me == 0 else None, root, group=made),
            "gather": lambda: dist.gather(s, list(r.split(counts)) if me == 0 else None, root, group=made),
            "barrier": lambda: dist.barrier(group=made, **self.barred),
            "p2p": self._between(s, r, members, made, work.get("way", BACK) != BACK),
        }
        return calls[even]

    def _op(self, work: Json) -> Any:
        name = {"sum": "SUM", "prod": "PRODUCT", "min": "MIN", "max": "MAX", "avg": "AVG"}[work["redop"]]
        if name == "AVG" and self.ccl in ("gloo", "hccl"):
            raise CannotRunError(f"{self.ccl} has no avg")
        return getattr(self.dist.ReduceOp, name)

    def _named(self, *names: str) -> Any:
        """The first of these calls that this PyTorch has: they were given other names in time."""
        return next((getattr(self.dist, name) for name in names if hasattr(self.dist, name)), None)

    def _gathering(self, r: Any, s: Any, counts: list[int], made: Any) -> Call:
        """Of equal parts one buffer: a list of them would be copied together within the time that is taken."""
        whole = self._named("all_gather_single", "all_gather_into_tensor")
        if whole is not None and self.ccl != "gloo" and len(set(counts)) == 1:
            return lambda: whole(r, s, group=made)
        return lambda: self.dist.all_gather(list(r.split(counts)), s, group=made)

    def _scattering(self, r: Any, s: Any, counts: list[int], op: Any, made: Any) -> Call:
        whole = self._named("reduce_scatter_single", "reduce_scatter_tensor")
        if whole is not None and len(set(counts)) == 1:
            return lambda: whole(r, s, op, group=made)
        return lambda: self.dist.reduce_scatter(r, list(s.split(counts)), op, group=made)

    def _exchanging(self, r: Any, s: Any, counts: list[int], me: int, made: Any, name: str) -> Call:
        """With parts named it is the uneven call even where they are equal, as in HCCL, which has one for each."""
        parts = ([counts[me]] * len(counts), counts) if name.endswith("_v") else (None, None)
        return lambda: self.dist.all_to_all_single(r, s, *parts, group=made)

    def _between(self, s: Any, r: Any, members: Sequence[int], made: Any, one_way: bool) -> Call:
        first, peer = self.rank == members[0], members[1] if self.rank == members[0] else members[0]

        def call() -> None:
            if first:
                self.dist.send(s, peer, group=made)
            if not (first and one_way):
                self.dist.recv(r, peer, group=made)
            if not (first or one_way):
                self.dist.send(s, peer, group=made)

        return call
