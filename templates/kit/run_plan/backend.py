"""What the runner asks of a communication library: one small interface."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from run_plan.base import Call, Json
from run_plan.sending import Traffic


class Backend:
    """What the runner asks of a communication library. ``rank`` of ``size``; ``library`` and its version in words."""

    rank = 0
    size = 1
    library = ""
    hardware = ""
    devices = False
    """Calls run on a stream of a device and are timed by its events."""

    def ordered(self, members: Sequence[int]) -> list[int]:
        """The members of a group in the order in which the library numbers them."""
        return list(members)

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


def processor() -> str:
    """Name of the host's processor."""
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as stream:
        for line in stream:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
