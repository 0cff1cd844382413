"""Communication calls of a PyTorch profiler (Kineto) trace, event by event.

One call stands in a trace up to four times: as ``record_param_comms`` and ``nccl:all_reduce`` on the host, as
``nccl:all_reduce`` on the device's annotation row, and as the kernel. The kernel is the call, and its duration the
call's; the others only say what it was, where its own ``args`` do not. What Gloo and MPI do has no kernel: there the
host's ``gloo:all_reduce`` is the call.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from estimator.evidence.traces.busy import Spans
from estimator.evidence.traces.call import (
    HOST,
    LATEST,
    CallGroup,
    RankSeen,
    RankTrace,
    count,
    duration,
    label,
    nanoseconds,
    word,
)
from estimator.evidence.traces.files.host import HostCalls, HostSaid, amount_of, external_id, said_by, said_by_name
from estimator.evidence.traces.files.names import annotates, collective_of_kernel, is_communication
from estimator.evidence.traces.steps import ProfiledSteps
from estimator.phrase import phrase
from estimator.units import Counted

Event = Mapping[str, Any]
Kept = TypeVar("Kept", str, CallGroup)
PIECE = 2**16


class Kernel(NamedTuple):
    """A communication kernel: what its own ``args`` say, and the numbers that lead to the host's call."""

    name: str
    start: int
    elapsed: float
    device: str
    said: HostSaid
    external: int | None
    correlation: int | None


class Kineto:
    """Takes events one by one and keeps what is needed: communication whole, kernels and launches as numbers."""

    def __init__(self) -> None:
        self.kernels: list[Kernel] = []
        self.computing: dict[str, Spans] = {}
        self.hosts = HostCalls()
        self.steps = ProfiledSteps()
        self.rank = ""
        self.world: int | None = None
        self.odd = 0
        self._groups: Mapping[str, CallGroup] = {}
        self._seen_before: dict[object, object] = {}
        self._launched = array("q"), array("q"), array("q")  # correlation, thread, nanoseconds
        self._takers: Mapping[str, Callable[[Event, int, float], None]] = {
            **dict.fromkeys(("kernel", "Kernel"), self._kernel),
            **dict.fromkeys(
                ("cuda_runtime", "cuda_driver", "xpu_runtime", "xpu_driver", "Runtime", "runtime"), self._launch
            ),
            **dict.fromkeys(("cpu_op", "Operator", "operator"), self._operator),
            "user_annotation": self._annotation,
        }

    def take(self, event: Event) -> bool:
        """Keep what an event tells; False when it is none of Kineto's."""
        category = event.get("cat")
        taker = self._takers.get(category) if type(category) is str else None
        if taker is None:
            return False
        start, lasted = nanoseconds(event.get("ts")), duration(event.get("dur"))
        if start is None or lasted is None:
            self.odd += event.get("ph") == "X"
        else:
            taker(event, start, lasted)
        return True

    @property
    def on_device(self) -> bool:
        """Whether any call was a kernel's."""
        return any(kernel.device != HOST for kernel in self.kernels)

    def distributed(self, info: Any) -> None:
        """What the trace's ``distributedInfo`` says of the whole job."""
        if isinstance(info, dict):
            rank = count(info.get("rank"))
            self.rank = "" if rank is None else str(rank)
            self.world = count(info.get("world_size"))
            self._groups = _groups(info.get("pg_config"))

    def trace(self, rank: str) -> RankTrace:
        """Everything of this rank; ``rank``: its name where the trace does not tell its number."""
        launches = self._launches()
        moments: dict[int, list[int]] = {}
        for thread, moment in sorted(launches.values()):
            moments.setdefault(thread, []).append(moment)
        own = self.rank or rank
        calls = [self._seen(kernel, launches, moments, own) for kernel in self.kernels]
        calls.sort(key=lambda call: call.start)
        computing = {device: spans.busy() for device, spans in self.computing.items()}
        notes = tuple(self._notes())
        return RankTrace(own, tuple(calls), computing, self.world, self.steps.labels, notes)

    def _kernel(self, event: Event, start: int, lasted: float) -> None:
        args, name = event.get("args"), word(event.get("name"))
        args = args if isinstance(args, dict) else {}
        device = word(args.get("device", event.get("pid")))
        if "Collective name" not in args and not is_communication(name):
            self.computing.setdefault(device, Spans()).add(start, start + round(lasted * 1000))
            return
        ids = external_id(args), count(args.get("correlation"))
        self.kernels.append(Kernel(name, start, lasted / 1e6, device, said_by(args), *ids))

    def _launch(self, event: Event, start: int, _: float) -> None:
        args, name = event.get("args"), word(event.get("name"))
        correlation = count(args.get("correlation")) if isinstance(args, dict) else None
        if correlation is not None and "aunch" in name:
            for column, number in zip(self._launched, (correlation, self.hosts.thread(event), start), strict=True):
                column.append(number)

    def _operator(self, event: Event, start: int, lasted: float) -> None:
        name = word(event.get("name"))
        if name.startswith(("record_param", "c10d::")):
            self.hosts.operator(event, start, lasted)
        else:  # the first releases have annotations among the operators
            self._annotation(event, start, lasted)

    def _annotation(self, event: Event, start: int, lasted: float) -> None:
        name = word(event.get("name"))
        if name.startswith("ProfilerStep"):
            self.steps.take(name, start, lasted)
            return
        where = annotates(name)
        if where == "device":
            self.hosts.annotation(event, start, lasted)
        elif where == "host":
            self.kernels.append(Kernel(name, start, lasted / 1e6, HOST, said_by_name(event), None, None))

    def _launches(self) -> dict[int, tuple[int, int]]:
        """Correlation -> thread and moment of the launch, of the communication kernels alone."""
        correlations, threads, moments = (np.frombuffer(column, dtype=np.int64) for column in self._launched)
        wanted = np.array([kernel.correlation for kernel in self.kernels if kernel.correlation is not None], np.int64)
        found = {}
        for start in range(0, len(correlations), PIECE):  # the search makes copies
            for at in np.flatnonzero(np.isin(correlations[start : start + PIECE], wanted)) + start:
                found[int(correlations[at])] = int(threads[at]), int(moments[at])
        return found

    def _seen(
        self, kernel: Kernel, launches: Mapping[int, tuple[int, int]], moments: Mapping[int, Sequence[int]], own: str
    ) -> RankSeen:
        launch = launches.get(kernel.correlation) if kernel.correlation is not None else None
        said = kernel.said.completed(self.hosts.of(launch, kernel.external))
        collective = said.collective or collective_of_kernel(kernel.name)
        if launch is not None and not collective:  # a batch of sends and receives is launched when all are posted
            thread, moment = launch
            at = bisect_left(moments[thread], moment)
            said = self.hosts.posted(thread, moments[thread][at - 1] if at else -LATEST * 1000, moment) or said
            collective = said.collective
        amount, told = amount_of(collective, said)
        step = self.steps.at(launch[1] if launch else kernel.start)
        return RankSeen(
            what=self._once(label(re.split(r"[(<]", kernel.name)[0])),
            collective=collective,
            group=self._once(self._group(said, collective, own)),
            amount=amount,
            step=step,
            start=kernel.start,
            elapsed=kernel.elapsed,
            device=kernel.device,
            told=told,
            order=said.order,
        )

    def _once(self, one: Kept) -> Kept:
        """The one that is equal to it and was seen before: calls are many, their groups and names few."""
        return cast("Kept", self._seen_before.setdefault(one, one))

    def _group(self, said: HostSaid, collective: str, own: str) -> CallGroup:
        """The ranks of a call, with what the trace says of its groups; of a single one, every call is of that.

        ``own``: this rank, the other end of a P2P.
        """
        if "->" in said.ranks:
            ends = [end or own for end in said.ranks.split("->")]
            return CallGroup(said.group, "->".join(ends) if all(end.isdecimal() for end in ends) else "", said.size)
        told = CallGroup(said.group, said.ranks, said.size)
        only = next(iter(self._groups.values())) if len(self._groups) == 1 and told[:2] == ("", "") else None
        known = self._groups.get(said.group, only)
        if known is None or collective == "p2p" or told.size not in (None, known.size):
            return told
        return CallGroup(known.name, told.ranks or known.ranks, known.size)

    def _notes(self) -> list[str]:
        notes = [phrase("{odd:event} without start or duration left out", odd=Counted(self.odd))] if self.odd else []
        if not self.kernels and len(self.hosts):
            notes.append("communication on the host and no device kernel of it: profile the device too")
        return notes


def _groups(config: Any) -> dict[str, CallGroup]:
    """The groups that ``pg_config`` of ``distributedInfo`` lists, by their names."""
    found = {}
    for told in config if isinstance(config, list) else ():
        size = count(told.get("pg_size")) if isinstance(told, dict) else None
        if size is not None and (name := word(told.get("pg_name"))):
            ranks = told.get("ranks")
            found[name] = CallGroup(name, str(ranks) if isinstance(ranks, list) else word(ranks), size)
    return found
