"""Communication calls of an Ascend timeline: ``trace_view.json`` or ``msprof_*.json``.

Each group has a row of calls, and below it rows of planes with what the device did for them: copies to other devices
(transit), waits for a peer's notice (wait), copies inside. The plane that moved and waited longest tells a call's.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from estimator.cost.collectives import EVEN
from estimator.evidence.traces.busy import Busy, Spans
from estimator.evidence.traces.call import CallGroup, RankSeen, RankTrace, Told, count, duration, nanoseconds, word
from estimator.evidence.traces.files.ascend import parts_of
from estimator.evidence.traces.files.names import collective_named_by, width_of
from estimator.evidence.traces.steps import ProfiledSteps
from estimator.phrase import phrase
from estimator.units import Counted

Event = Mapping[str, Any]
Thread = tuple[str, str]

INSIDE, MOVE, WAIT, POST = range(4)
"""Tasks: a copy inside the device, one to another device, a wait for a notice, a send that the NIC carries out."""
_TASKS: Mapping[str, int] = {"memcpy": MOVE, "reduce_inline": MOVE, "notify_wait": WAIT, "rdmasend": POST}
CALLS = ("hcom_", "hccl_", "Hccl")
_ROWS = ("HCCL", "Communication")
"""Processes whose rows are the calls; "Ascend Hardware" may show them a second time."""
SHARED = ("all_gather", "reduce_scatter", "scatter", "gather")
_COMPUTES = ("AI_CORE", "AI_VECTOR_CORE", "AI_CPU", "MIX_AIC", "MIX_AIV")


class TimelineCall(NamedTuple):
    """A call as it stands in the timeline."""

    thread: Thread
    name: str
    start: int
    elapsed: float
    elements: int | None
    dtype: str


class Timeline:
    """Takes events one by one and keeps what is needed. ``steps``: those that PyTorch's own events mark."""

    def __init__(self, steps: ProfiledSteps) -> None:
        self.steps = steps
        self.odd = 0
        self._processes: dict[str, str] = {}
        self._names: dict[Thread, str] = {}
        self._rows: list[TimelineCall] = []
        self._tasks: dict[Thread, Tasks] = {}
        self._overlap, self._hardware = Spans(), Spans()

    def take(self, event: Event) -> None:
        """Keep what an event tells."""
        name = word(event.get("name"))
        if event.get("ph") == "M":
            self._named(name, event)
            return
        start, lasted = nanoseconds(event.get("ts")), duration(event.get("dur"))
        if start is None or lasted is None:
            self.odd += name.startswith(CALLS)
            return
        args = event.get("args")
        self._take(name, event, args if isinstance(args, dict) else {}, start, lasted)

    def _take(self, name: str, event: Event, args: Mapping[str, Any], start: int, lasted: float) -> None:
        end = start + round(lasted * 1000)
        kind = _TASKS.get(name.lower())
        if kind is not None:
            self._tasks.setdefault(_thread(event), Tasks()).add(kind, args, start, end)
        elif name.startswith(CALLS):
            elements, dtype = count(args.get("count")), word(args.get("data_type"))
            self._rows.append(TimelineCall(_thread(event), name, start, lasted / 1e6, elements, dtype))
        elif name == "Computing":
            self._overlap.add(start, end)
        elif args.get("Task Type") in _COMPUTES:
            self._hardware.add(start, end)
        elif name.startswith("ProfilerStep"):
            self.steps.take(name, start, lasted)

    def trace(self, rank: str) -> RankTrace:
        """Everything of this rank, called ``rank``: a timeline does not tell its number."""
        below = self._below(sorted({row.thread for row in self._rows}, key=_in_order))
        calls = [self._seen(row, below.get(row.thread, [])) for row in self._own_rows()]
        calls.sort(key=lambda call: call.start)
        spans = self._overlap if len(self._overlap.starts) else self._hardware
        computing: dict[str, Busy] = {"": spans.busy()} if len(spans.starts) else {}
        notes = (phrase("{odd:call} without start or duration left out", odd=Counted(self.odd)),) if self.odd else ()
        return RankTrace(rank, tuple(calls), computing, None, self.steps.labels, notes)

    def __len__(self) -> int:
        return len(self._rows)

    def _named(self, name: str, event: Event) -> None:
        args = event.get("args")
        text = word(args.get("name")) if isinstance(args, dict) else ""
        if name == "process_name":
            self._processes[word(event.get("pid"))] = text
        elif name == "thread_name":
            self._names[_thread(event)] = text

    def _own_rows(self) -> Iterator[TimelineCall]:
        """The calls, each once: from the rows of groups where there are any."""
        own = [row for row in self._rows if self._processes.get(row.thread[0], "") in _ROWS]
        seen: set[tuple[str, int]] = set()
        for row in own or [row for row in self._rows if row.name.startswith(CALLS[:2])]:
            if (row.name, row.start) not in seen:
                seen.add((row.name, row.start))
                yield row

    def _below(self, threads: Sequence[Thread]) -> dict[Thread, list[Tasks]]:
        """The planes under each row of calls."""
        found: dict[Thread, list[Tasks]] = {}
        for thread, tasks in self._tasks.items():
            if (above := _above(threads, thread)) is not None:
                found.setdefault(above, []).append(tasks)
        return found

    def _seen(self, row: TimelineCall, planes: Sequence[Tasks]) -> RankSeen:
        what, order, group = parts_of(row.name)
        collective = collective_named_by(what)
        hashed = re.search(r"\d{6,}", self._names.get(row.thread, ""))
        end = row.start + round(row.elapsed * 1e9)
        done = [tasks.within(row.start, end) for tasks in planes]
        transit, wait, _ = max(done, key=lambda one: one[0] + one[1], default=(0.0, 0.0, 0))
        amount, told = _told(collective, row, float(sum(one[2] for one in done)))
        return RankSeen(
            what=what,
            collective=collective,
            group=CallGroup(group or (hashed[0] if hashed else ""), "", None),
            amount=amount,
            step=self.steps.at(row.start),
            start=row.start,
            elapsed=row.elapsed,
            told=told,
            transit=transit if transit + wait > 0.0 else None,
            wait=wait if transit + wait > 0.0 else None,
            idle=max(row.elapsed - transit - wait, 0.0) if transit + wait > 0.0 else None,
            order=order,
        )


class Tasks:
    """What one plane did: kind, start and end [ns], bytes sent."""

    def __init__(self) -> None:
        self._columns = array("q"), array("q"), array("q"), array("q")
        self._table: np.ndarray[Any, np.dtype[np.int64]] | None = None

    def add(self, kind: int, args: Mapping[str, Any], start: int, end: int) -> None:
        """One more task."""
        size = count(args.get("size(Byte)")) or 0
        local = kind == MOVE and args.get("transport type") == "LOCAL"
        sent = size if kind in (MOVE, POST) and not local else 0
        for column, number in zip(self._columns, (start, end, INSIDE if local else kind, sent), strict=True):
            column.append(number)
        self._table = None

    def within(self, start: int, end: int) -> tuple[float, float, int]:
        """(seconds of transit, seconds of wait, bytes sent) of the tasks that begin inside a call [ns].

        A NIC acknowledges what two posts in a row gave to it: that wait is the transfer.
        """
        table = self._sorted()
        low, high = int(np.searchsorted(table[0], start)), int(np.searchsorted(table[0], end, side="right"))
        transit = wait = sent = 0
        kinds = table[2][low:high].tolist()
        for at, (begun, ended, kind, size) in enumerate(table[:, low:high].T.tolist()):
            payload = kinds[at - 2 : at] == [POST, POST] if kind == WAIT else kind == POST
            transit += ended - begun if kind == MOVE or payload else 0
            wait += ended - begun if kind == WAIT and not payload else 0
            sent += size
        return transit / 1e9, wait / 1e9, sent

    def _sorted(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        if self._table is None:
            table = np.array(self._columns, dtype=np.int64)
            self._table = table[:, np.argsort(table[0], kind="stable")]
        return self._table


def _told(collective: str, row: TimelineCall, sent: float) -> tuple[float | None, Told]:
    """The bytes of a call, and what they are: the count of elements of an AllGather is one rank's share.

    An All-to-All counts one peer's block in some releases and all of them in others: there only what was sent tells.
    """
    kind, width = EVEN.get(collective, ""), width_of(row.dtype)
    if kind == "barrier":
        return 0.0, "whole"
    if row.elements is None or width is None or kind in ("", "all_to_all"):
        return sent or None, "sent"
    return float(row.elements * width), "share" if kind in SHARED else "whole"


def _thread(event: Event) -> Thread:
    return word(event.get("pid")), word(event.get("tid"))


def _in_order(thread: Thread) -> tuple[str, int, str]:
    pid, tid = thread
    return pid, int(tid) if tid.isdecimal() and len(tid) < 19 else 0, tid


def _above(threads: Sequence[Thread], plane: Thread) -> Thread | None:
    """The row of calls that a plane stands under: the last one before it in the same process."""
    at = bisect_right(threads, _in_order(plane), key=_in_order) - 1
    return threads[at] if at >= 0 and threads[at][0] == plane[0] else None
