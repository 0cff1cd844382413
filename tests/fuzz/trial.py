"""One command line on some files, in a process of its own with limits of time and memory, and what is wrong with it."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from estimator.cli.streams import prepare_streams

SECONDS = 20
"""Of the processor, for one command."""
WALL = 200
"""Of the clock, for a command that waits; a busy machine may give it a tenth of a processor."""
MEGABYTES = 1024
CODES = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class Input:
    """Files by name (a folder ends in /), links by name, and the command line that is run beside them."""

    files: Mapping[str, bytes]
    args: Sequence[str]
    links: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the process ended (a signal below 0), processor seconds, peak megabytes, what it printed."""

    code: int
    seconds: float
    megabytes: float
    out: str
    err: str


Run = Callable[[Sequence[str]], int]


def attempt(given: Input, run: Run, seconds: int = SECONDS) -> Outcome:
    """Run a command line in a fork of this process, which has imported all of it already."""
    with tempfile.TemporaryDirectory(prefix="commspec-fuzz-") as folder, tempfile.TemporaryDirectory() as said:
        _lay_out(given, Path(folder))
        out, err = Path(said) / "out", Path(said) / "err"
        child = os.fork()
        if child == 0:
            os.chdir(folder)
            _be_the_command(given, run, out, err, seconds)
        _, status, used = os.wait4(child, 0)
        return Outcome(
            os.waitstatus_to_exitcode(status),
            used.ru_utime + used.ru_stime,
            used.ru_maxrss / 1024,
            out.read_text("utf-8", "surrogateescape"),
            err.read_text("utf-8", "surrogateescape"),
        )


def _lay_out(given: Input, folder: Path) -> None:
    for name, data in given.files.items():
        path = folder / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_bytes(data)
    for name, target in given.links.items():
        (folder / name).symlink_to(target)


def _be_the_command(given: Input, run: Run, out: Path, err: Path, seconds: int) -> None:
    """In the fork: never returns."""
    code = 99
    try:
        for number, path in ((1, out), (2, err)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        prepare_streams()
        mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (mapped + MEGABYTES * 2**20,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds + 1, seconds + 2))
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**30, 2**30))
        signal.alarm(WALL)
        code = run(given.args)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def faults(given: Input, outcome: Outcome) -> Iterator[str]:
    """What no command may do, whatever it is given."""
    if outcome.code not in CODES:
        yield f"ended with {outcome.code}"
    if outcome.seconds > SECONDS:
        yield f"took {outcome.seconds:.0f} s"
    if outcome.megabytes > MEGABYTES:
        yield f"took {outcome.megabytes:.0f} MB"
    if "Traceback" in outcome.err or "internal error" in outcome.err:
        yield "our fault"
    if outcome.code == 2 and not outcome.err.strip() and not outcome.out.strip():
        yield "refused without a word"
    if strange := sorted({f"U+{ord(letter):04X}" for letter in outcome.err if _strange(letter)}):
        yield f"printed {', '.join(strange)}"
    if outcome.err.count("\n") > MOST_LINES:
        yield f"{outcome.err.count(chr(10))} lines of messages"
    into_file = "export" in given.args[:1] and "--out" in given.args
    if outcome.code in (0, 1) and "json" in given.args and not into_file:
        yield from _wrong_data(outcome.out)


MOST_LINES = 2000
MAY_BE_NEGATIVE = "allowed_call_s"  # what the budget leaves for a call may be less than nothing


def _strange(letter: str) -> bool:
    """A letter that moves the cursor, turns the line round or cannot be printed."""
    return letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _wrong_data(text: str) -> Iterator[str]:
    try:
        data = json.loads(text)
    except ValueError as error:
        yield f"no JSON: {error}"
        return
    for path, value in _numbers(data, ""):
        if not isfinite(value) or (value < 0.0 and path.endswith("_s") and not path.endswith(MAY_BE_NEGATIVE)):
            yield f"{path} is {value}"
    yield from _wrong_order(data, "")


def _numbers(data: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(data, float):
        yield path, data
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from _numbers(value, f"{path}.{key}")


def _wrong_order(data: Any, path: str) -> Iterator[str]:
    if isinstance(data, dict):
        low, high = (data.get(f"{end}_s") for end in ("optimistic", "conservative"))
        if isinstance(low, float | int) and isinstance(high, float | int) and low > high * (1 + 1e-9):
            yield f"{path}: {low} s before {high} s"
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from _wrong_order(value, f"{path}.{key}")
