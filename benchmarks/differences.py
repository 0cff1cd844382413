"""The difference of two versions of 1,000 requirements, read, worked out and printed, beside plain YAML parsing."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import yaml

from benchmarks.generate import spec_text
from benchmarks.measure import Board
from estimator.jobs.difference import compare

EDITS = (("alpha: [10 us, 20 us]", "alpha: [10 us, 22 us]"), ("at_most: 10 %", "at_most: 12 %"))
"""Another start-up, which moves limits all over, and other limits."""


def report(board: Board, folder: Path, size: int) -> None:
    """With 50 operations, and with as many as requirements; equal files, and files that differ."""
    for operations, aim in ((50, 2.0), (size, None)):
        before, after = versions(folder, operations, size)
        plain = processor(partial(parsed, before, after))
        name = f"diff, {size} requirements on {operations} operations"
        for what, other in (("", after), (", equal", before)):
            seconds = processor(partial(shown, before, other))
            board.figure(name + what, seconds, "s", aim, f"plain YAML of both {plain:.2f} s; of the processor")


def shown(before: Path, after: Path) -> str:
    """What the command prints for programs."""
    return compare(before, after).shown("json")


def parsed(*paths: Path) -> list[object]:
    """The files as the quickest YAML parser gives them."""
    return [yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader) for path in paths]


def processor(work: Callable[[], object], repeats: int = 3) -> float:
    """Seconds of the processor for a call, which other programs do not lengthen; the quickest after one to warm up."""
    found = []
    for _ in range(repeats + 1):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found[1:])


def versions(folder: Path, operations: int, requirements: int) -> tuple[Path, Path]:
    """Two generated specs as files."""
    text = spec_text(operations, requirements)
    paths = folder / f"old_{operations}.yaml", folder / f"new_{operations}.yaml"
    paths[0].write_text(text, "utf-8")
    for was, now in EDITS:
        if was not in text:
            raise SystemExit(f"the generated spec has no {was!r} any more")
        text = text.replace(was, now, 5)
    paths[1].write_text(text, "utf-8")
    return paths
