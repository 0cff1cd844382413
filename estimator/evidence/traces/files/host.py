"""What the host's events of a PyTorch profiler trace say of the kernels that they launch."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from math import prod
from typing import Any, NamedTuple

from estimator.cost.collectives import EVEN
from estimator.evidence.traces.call import Told, count, word
from estimator.evidence.traces.files.names import collective_named_by, width_of

EXTERNAL = ("External id", "external id")
NESTED = 12
"""Calls of one thread, the last to begin, among which an open one is looked for: three stand inside each other."""


class HostSaid(NamedTuple):
    """What one event says of a call, each part empty where it says nothing; ``into``, ``out_of`` [byte] of one rank.

    ``into`` the collective goes the rank's input, ``out_of`` it comes its output.
    """

    collective: str = ""
    into: float | None = None
    out_of: float | None = None
    size: int | None = None
    group: str = ""
    ranks: str = ""
    order: str = ""

    def completed(self, others: list[HostSaid]) -> HostSaid:
        """With what is missing taken from others, the first that tells it."""
        parts = zip(*(self, *others), strict=True)
        return HostSaid(*(next((part for part in each if part not in (None, "")), each[0]) for each in parts))


class HostCall(NamedTuple):
    """A host event that says something of a call; its span [ns]."""

    start: int
    end: int
    said: HostSaid


def external_id(args: Mapping[str, Any]) -> int | None:
    """The number that an operator of the host and what it launched have in common."""
    return next((found for key in EXTERNAL if (found := count(args.get(key))) is not None), None)


def said_by(args: Mapping[str, Any]) -> HostSaid:
    """What the metadata of a collective says, in a kernel's ``args`` or those of ``record_param_comms``."""
    if "Collective name" not in args:
        return HostSaid()
    collective, width = collective_named_by(word(args["Collective name"])), width_of(word(args.get("dtype"))) or 0
    elements = (count(args.get(key)) for key in ("In msg nelems", "Out msg nelems"))
    into, out_of = (float(each * width) if each is not None and width else None for each in elements)
    group, ranks = word(args.get("Process Group Name")), word(args.get("Process Group Ranks"))
    if collective == "p2p":  # a send and its receive have sequences of their own, and each names the other end alone
        ends = [count(args.get(key)) for key in ("Src Rank", "Dst Rank")]
        pair = "->".join("" if end is None else str(end) for end in ends)
        return HostSaid(collective, into, out_of, 2, group, pair if pair != "->" else "")
    return HostSaid(collective, into, out_of, count(args.get("Group size")), group, ranks, word(args.get("Seq")))


def said_by_name(event: Mapping[str, Any]) -> HostSaid:
    """What an event called ``nccl:all_reduce`` or ``gloo:send`` says, whose dimensions are the input's."""
    collective, args = collective_named_by(word(event.get("name"))), event.get("args")
    moved = _moved(args) if isinstance(args, dict) else []
    known = [part for part in moved if part is not None]
    into = sum(known) if known and known == moved else None
    return HostSaid(collective, into, size=2 if collective == "p2p" else None)


def amount_of(collective: str, said: HostSaid) -> tuple[float | None, Told]:
    """The bytes of a call from what one rank puts in and gets out, and what they are.

    An AllGather that takes 16 MiB and says nothing of its output has that as one rank's share.
    """
    into, out_of, kind = said.into, said.out_of, EVEN.get(collective, collective)
    if kind == "barrier":
        return 0.0, "whole"
    if kind in ("reduce_scatter", "all_to_all", "reduce"):
        return into, "whole"
    if kind in ("scatter", "gather") or (kind == "all_gather" and out_of is None):
        return out_of if kind == "scatter" else into, "share"
    if kind == "all_gather":
        return out_of, "whole"
    known = [moved for moved in (into, out_of) if moved is not None]
    return max(known, default=None) if collective else None, "whole"


class HostCalls:
    """Host events about communication, by the thread they run in and by their external id."""

    def __init__(self) -> None:
        self._threads: dict[tuple[str, str], int] = {}
        self._calls: dict[int, list[HostCall]] = {}
        self._by_id: dict[int, list[HostSaid]] = {}
        self._sorted = False

    def __len__(self) -> int:
        return len(self._by_id)

    def thread(self, event: Mapping[str, Any]) -> int:
        """A small number for the thread of an event."""
        return self._threads.setdefault((word(event.get("pid")), word(event.get("tid"))), len(self._threads))

    def operator(self, event: Mapping[str, Any], start: int, lasted: float) -> None:
        """Keep ``record_param_comms`` and the operators of ``c10d``."""
        name, args = word(event.get("name")), event.get("args")
        if not isinstance(args, dict):
            return
        if name == "record_param_comms":
            told = said_by(args) if "Collective name" in args else HostSaid(into=next(iter(_moved(args)), None))
            self._keep(event, start, lasted, told)
        elif name.startswith("c10d::") and (collective := collective_named_by(name)):
            self._keep(event, start, lasted, _of_operator(collective, args))

    def annotation(self, event: Mapping[str, Any], start: int, lasted: float) -> None:
        """Keep an annotation such as ``nccl:all_reduce``."""
        if (said := said_by_name(event)).collective:
            self._keep(event, start, lasted, said)

    def of(self, launch: tuple[int, int] | None, external: int | None) -> list[HostSaid]:
        """What is said of a kernel: by the calls of the thread that launched it, else by those of its external id."""
        around = self._around(*launch) if launch is not None else []
        return around or (self._by_id.get(external, []) if external is not None else [])

    def posted(self, thread: int, after: int, before: int) -> HostSaid | None:
        """What a thread sent and received between two moments, which one kernel does together; None of nothing.

        Its bytes are the most that one of them moves: they go at one time.
        """
        self._sort()
        calls = self._calls.get(thread, [])
        first, last = (bisect_right(calls, moment, key=lambda call: call.start) for moment in (after, before))
        said = [call.said for call in calls[first:last] if call.said.collective == "p2p"]
        moved = [each for one in said for each in (one.into, one.out_of) if each is not None]
        return HostSaid("p2p", max(moved, default=None), size=2, group=said[0].group) if said else None

    def _around(self, thread: int, moment: int) -> list[HostSaid]:
        """The calls of a thread that a moment lies in, metadata first, then the innermost."""
        self._sort()
        calls = self._calls.get(thread, [])
        at = bisect_right(calls, moment, key=lambda call: call.start)
        found = [call.said for call in reversed(calls[max(at - NESTED, 0) : at]) if moment <= call.end]
        return sorted(found, key=lambda said: (said.size is None, said.out_of is None))

    def _sort(self) -> None:
        if not self._sorted:
            for calls in self._calls.values():
                calls.sort(key=lambda call: (call.start, -call.end))
            self._sorted = True

    def _keep(self, event: Mapping[str, Any], start: int, lasted: float, said: HostSaid) -> None:
        self._sorted = False
        self._calls.setdefault(self.thread(event), []).append(HostCall(start, start + round(lasted * 1000), said))
        args = event.get("args")
        external = external_id(args) if isinstance(args, dict) else None
        if external is not None and said.collective:
            self._by_id.setdefault(external, []).append(said)


def _of_operator(collective: str, args: Mapping[str, Any]) -> HostSaid:
    """An operator of c10d takes its output first, then its input: AllGather tells the group by their ratio."""
    moved = _moved(args)[:2]
    if len(moved) < 2 or None in moved:
        return HostSaid(collective)
    out_of, into = (float(part or 0) for part in moved)
    parts = {"all_gather": (out_of, into), "reduce_scatter": (into, out_of)}.get(collective, (0.0, 0.0))
    size = int(parts[0] // parts[1]) if parts[1] and parts[0] % parts[1] == 0 else None
    return HostSaid(collective, into, out_of, size)


def _moved(args: Mapping[str, Any]) -> list[float | None]:
    """Bytes of each tensor that ``Input Dims`` (``Input dims`` at first) and ``Input type`` tell, scalars left out."""
    dims, types = args.get("Input Dims", args.get("Input dims")), args.get("Input type")
    if not isinstance(dims, list) or not isinstance(types, list):
        return []
    return [_tensor(shape, word(kind)) for shape, kind in zip(dims, types, strict=False) if shape]


def _tensor(shape: Any, dtype: str) -> float | None:
    width = width_of(dtype)
    lengths = [count(length) for length in shape] if isinstance(shape, list) else [None]
    if width is None or None in lengths or len(lengths) > 16:
        return None
    return float(prod(length for length in lengths if length is not None) * width)
