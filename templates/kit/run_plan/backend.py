"""What the runner asks of a communication library: one small interface."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from run_plan.base import Call, CannotRunError, Json
from run_plan.sending import Traffic


class Backend:
    """What the runner asks of a communication library. ``rank`` of ``size``; ``library`` and its version in words."""

    rank = 0
    size = 1
    library = ""
    hardware = ""
    hashes: Any = None
    """Of all places, once they were worked out."""
    devices = False
    """Calls run on a stream of a device and are timed by its events."""

    def ordered(self, members: Sequence[int]) -> list[int]:
        """The members of a group in the order in which the library numbers them."""
        return list(members)

    def group(self, members: Sequence[int]) -> Any:
        """A group of ranks, made by all ranks together; None on a rank outside."""
        raise NotImplementedError

    def release(self, group: Any) -> None:
        """Let go of a group, on all of its ranks."""

    def buffer(self, carrier: str, elements: int) -> Any:
        """Room for so many elements, all zero."""
        raise NotImplementedError

    def put(self, buffer: Any, carrier: str, values: Any) -> None:
        """Store numbers from the first element on."""
        raise NotImplementedError

    def bits(self, buffer: Any, width: int) -> Any:
        """The same elements as whole numbers of ``width`` bytes with a sign."""
        raise NotImplementedError

    def placed(self, values: Any) -> Any:
        """An array of numpy where the buffers are."""
        raise NotImplementedError

    def looked_up(self, table: Any, hashes: Any, shift: int) -> Any:
        """table[(hash + shift) mod 256] of each hash."""
        raise NotImplementedError

    def wrong(self, found: Any, low: Any, high: Any = None) -> int:
        """How many are below ``low`` or above ``high``; not the same as ``low`` where there is no other end."""
        return int((found != low if high is None else (found < low) | (found > high)).sum())

    def operation(self, group: Any, members: Sequence[int], work: Json, plan: Traffic, send: Any, recv: Any) -> Call:
        """The call that is timed, between ``members`` of the group. Raises CannotRunError."""
        raise NotImplementedError

    def graphed(self, call: Call) -> Call:
        """The call captured in a graph, which starts it anew. Raises CannotRunError."""
        raise CannotRunError("calls in a graph need a device whose PyTorch captures graphs")

    def in_place(self, work: Json, wanted: bool) -> bool:
        """Whether ``operation`` leaves the result in the buffer of the input."""
        return False

    def barrier(self) -> None:
        """Wait for all ranks."""
        raise NotImplementedError

    def gathered(self, value: Any) -> list[Any]:
        """The value of every rank, on every rank."""
        raise NotImplementedError

    @property
    def alone(self) -> str:
        """Why nothing can run beside a call; empty where it can."""
        return ""

    def start(self, call: Call, lane: int) -> Call:
        """Start a call beside what follows; what is returned waits for its end. ``lane``: which of those beside."""
        raise NotImplementedError

    def compute(self, size: int) -> Call:
        """A product of two square matrices of ``size``."""
        raise NotImplementedError

    def timed(
        self, call: Call | None, beside: Sequence[Call], count: int, together: bool = False
    ) -> list[tuple[float, float]]:
        """Times [s] of ``count`` calls, each with one start of what runs beside: of the call, and until all ended.

        ``together``: all ranks begin each of them together, as some only run what is beside the others' calls.
        """
        found = []
        for _ in range(count):
            self.barrier()
            first = time.perf_counter()
            ends = [self.start(one, lane) for lane, one in enumerate(beside)]
            second = time.perf_counter()
            if call is not None:
                call()
            third = time.perf_counter()
            for end in ends:
                end()
            found.append((third - second, time.perf_counter() - first))
        return found

    def recovered(self) -> None:
        """Give memory back after a cell that could not be run."""

    def about(self) -> Json:
        """Versions and settings."""
        return {}

    def abort(self) -> None:
        """End all processes: the others would wait for this one for ever."""
        os._exit(3)

    def close(self) -> None:
        """Let go of the library."""


def processor() -> str:
    """Name of the host's processor."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as stream:
        for line in stream:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
