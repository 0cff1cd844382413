"""A trace file of any known kind, known by its content, read in one pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from estimator.evidence.traces.call import RankTrace
from estimator.evidence.traces.files.ascend import GROUPS, TIME, Communication
from estimator.evidence.traces.files.kineto import Kineto
from estimator.evidence.traces.files.stream import JsonStream
from estimator.evidence.traces.files.timeline import Timeline

Kind = Literal["", "kineto", "timeline", "export"]
LINK = "Transport Type"
"""In ``communication_matrix.json``: what a pair of ranks is joined by."""
DEPTH = 8
"""Keys that may lead to a call in an export; deeper values are taken as they are."""


@dataclass(frozen=True, slots=True)
class TraceReading:
    """What one file holds. ``kind``: "" where it has no communication. ``groups``: hash -> ranks, where it names them.

    ``trace``: whether anything in it is of a trace; a file of other JSON has nothing. ``cut``: it ends while events
    were still being written. ``matrix``: it tells of links and not of calls.
    """

    ranks: tuple[RankTrace, ...]
    kind: Kind
    groups: Mapping[str, str] = field(default_factory=dict)
    trace: bool = True
    cut: bool = False
    matrix: bool = False


def read_trace(stream: JsonStream, rank: str) -> TraceReading:
    """Read a trace. ``rank``: the name of its rank where it does not tell the number.

    Raises UserError, with line and column, where it is no JSON, and with the kinds that are known where it is none.
    """
    return _Reader(stream).read(rank)


class _Reader:
    """Hands each part of one file to whom it belongs."""

    def __init__(self, stream: JsonStream) -> None:
        self.stream = stream
        self.kineto, self.communication = Kineto(), Communication()
        self.timeline = Timeline(self.kineto.steps)
        self.events = 0
        self.trace = self.matrix = False

    def read(self, rank: str) -> TraceReading:
        start = self.stream.peek()
        if start == "[":
            self._events(open_end=True)
        elif start == "{":
            self._top()
        else:
            self.stream.refuse("no trace: a trace is JSON, an object or a list of events")
        self.stream.end()
        return replace(self._reading(rank), cut=self.stream.cut, matrix=self.matrix)

    def _top(self) -> None:
        for key in self.stream.members():
            start = self.stream.peek()
            if key == "traceEvents" and start == "[":
                self.trace = True
                self._events()
            elif key == "distributedInfo":
                self.trace = True
                self.kineto.distributed(self.stream.value())
            elif key == GROUPS:
                self.communication.named(self.stream.value())
            elif start == "{":
                self._export([key])
            else:
                self.stream.value()

    def _events(self, *, open_end: bool = False) -> None:
        value, kineto, timeline = self.stream.value, self.kineto.take, self.timeline.take
        for _ in self.stream.items(open_end=open_end):
            event = value()
            if type(event) is dict and not kineto(event):
                timeline(event)
            self.trace = self.trace or (type(event) is dict and "ph" in event)  # what every kind of event has
            self.events += 1

    def _export(self, keys: list[str]) -> None:
        """Walk the object at the cursor: one that holds the times of a call is a leaf."""
        leaf: dict[str, object] = {}
        for key in self.stream.members():
            if self.stream.peek() == "{" and not key.startswith("Communication ") and len(keys) < DEPTH:
                self._export([*keys, key])
                continue
            value = self.stream.value()
            if key.startswith("Communication "):
                leaf[key] = value
            self.matrix = self.matrix or key == LINK
        if TIME in leaf:
            self.communication.take(keys, leaf)

    def _reading(self, rank: str) -> TraceReading:
        groups, found = self.communication.groups, self.communication.traces(rank)
        if len(self.timeline) and not self.kineto.on_device:
            return TraceReading((self.timeline.trace(rank), *found), "timeline", groups)
        if self.kineto.kernels or len(self.kineto.hosts):
            return TraceReading((self.kineto.trace(rank), *found), "kineto", groups)
        if found or groups:
            return TraceReading(tuple(found), "export", groups)
        return TraceReading((self.kineto.trace(rank),) if self.events else (), "", groups, self.trace)
