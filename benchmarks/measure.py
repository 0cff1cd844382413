"""Time and peak memory of a process or of a function, and the table of ratios."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Run(NamedTuple):
    """Wall-clock seconds (the median of the repeats) and the largest resident set [MiB]."""

    seconds: float
    peak_mib: float


def process(command: Sequence[str], repeats: int = 3) -> Run:
    """Run a whole process; a non-zero exit is an error, since a failure is quick and proves nothing."""
    runs = [_process_once(command) for _ in range(repeats)]
    return Run(statistics.median(run.seconds for run in runs), max(run.peak_mib for run in runs))


def _process_once(command: Sequence[str]) -> Run:
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert child.stderr is not None
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit {child.returncode}: {errors.decode()[-2000:]}")
    return Run(seconds, usage.ru_maxrss / 1024)


def python(code: str, *args: str, repeats: int = 3) -> Run:
    """Run a piece of Python in a process of its own."""
    return process([sys.executable, "-c", code, *args], repeats)


def inside(work: Callable[[], object], repeats: int = 5) -> float:
    """Median seconds of a call in this process, after one call to warm up."""
    work()
    return statistics.median(_once(work) for _ in range(repeats))


def _once(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


@dataclass
class Board:
    """The figures of one run; each is printed as it comes."""

    missed: list[str] = field(default_factory=list)

    def figure(
        self, name: str, value: float, unit: str, aim: float | None = None, beside: str = "", *, least: bool = False
    ) -> None:
        """Print one figure with its aim (``at most``, or ``at least`` with ``least``) and what it was held against."""
        met = aim is None or (value >= aim if least else value <= aim)
        if not met:
            self.missed.append(name)
        target = "" if aim is None else f"{'>=' if least else '<='} {aim:g} {'ok' if met else 'MISSED'}"
        print(f"{name:<52} {value:>10.4g} {unit:<7} {target:<18} {beside}", flush=True)
