"""``commspec diff`` of two versions of 1,000 requirements as a whole process, beside plain YAML parsing."""

from pathlib import Path

from benchmarks.commands import commspec
from benchmarks.generate import spec_text
from benchmarks.measure import Board, processes, python

PLAIN_YAML = "import sys, yaml; [yaml.load(open(path, 'rb'), Loader=yaml.CSafeLoader) for path in sys.argv[1:]]"
EDITS = (("alpha: [10 us, 20 us]", "alpha: [10 us, 22 us]"), ("at_most: 10 %", "at_most: 12 %"))
"""Another start-up, which moves limits all over, and other limits."""


def report(board: Board, folder: Path, size: int) -> None:
    """With 50 operations, and with as many as requirements; equal files, and files that differ.

    Seconds of the processor: what a process costs while nothing else runs, start and end included.
    """
    for operations, aim in ((50, 2.0), (size, None)):
        before, after = versions(folder, operations, size)
        different, equal, plain = processes(
            commspec("diff", before, after, "--format", "json"),
            commspec("diff", before, before, "--format", "json"),
            python(PLAIN_YAML, before, after),
            repeats=3,
        )
        name = f"diff, {size} requirements on {operations} operations"
        for what, run in (("", different), (", equal", equal)):
            beside = f"plain YAML of both {plain.processor:.2f} s; peak {run.peak_mib:.0f} MiB"
            board.figure(name + what, run.processor, "s", aim, beside)


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
