"""Time and peak memory of a process or of a function, and the table of ratios."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Run(NamedTuple):
    """Wall-clock seconds (the quickest of the repeats), the largest resident set [MiB], and seconds of the processor.

    The processor's are the fewest of the repeats too; other programs lengthen them less.
    """

    seconds: float
    peak_mib: float
    processor: float = 0.0


def processes(*commands: Sequence[str], repeats: int = 5, exits: int = 0) -> list[Run]:
    """Whole processes in turn, so that a busy moment of the machine meets all of them; the quickest of each counts.

    Another exit than ``exits`` is an error, since a failure is quick and proves nothing.
    """
    runs = [[_process_once(command, exits) for command in commands] for _ in range(repeats)]
    return [_best(each) for each in zip(*runs, strict=True)]


def _best(runs: Sequence[Run]) -> Run:
    return Run(min(run.seconds for run in runs), max(run.peak_mib for run in runs), min(run.processor for run in runs))


def process(command: Sequence[str], repeats: int = 3) -> Run:
    """One whole process, which ends with 0."""
    return processes(command, repeats=repeats)[0]


def _process_once(command: Sequence[str], exits: int) -> Run:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    assert child.stderr is not None
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != exits:
        raise RuntimeError(f"{' '.join(command)}: exit {child.returncode}: {errors.decode()[-2000:]}")
    return Run(seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)


def python(code: str, *args: object) -> list[str]:
    """The command that runs a piece of Python."""
    return [sys.executable, "-c", code, *map(str, args)]


def inside(work: Callable[[], object], repeats: int = 5) -> float:
    """Seconds of a call in this process, the quickest of the repeats after one call to warm up."""
    work()
    return min(_once(work) for _ in range(repeats))


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
