"""The commands as whole processes: start-up, check beside plain YAML parsing, estimate, HTML, growth."""

import sys
from pathlib import Path

from benchmarks.generate import spec_text
from benchmarks.measure import Board, Run, process, python

PLAIN_YAML = "import sys, yaml; yaml.load(open(sys.argv[1], 'rb'), Loader=yaml.CSafeLoader)"


def commspec(*args: object, repeats: int = 3) -> Run:
    """One command in a process of its own."""
    return process([str(Path(sys.executable).with_name("commspec")), *map(str, args)], repeats)


def write_spec(folder: Path, operations: int, requirements: int) -> Path:
    """A generated spec as a file."""
    path = folder / f"bench_{operations}_{requirements}.yaml"
    path.write_text(spec_text(operations, requirements), "utf-8")
    return path


def start_up(board: Board) -> None:
    nothing, shown = python("pass", repeats=15), commspec("--help", repeats=15)
    beside = f"{shown.seconds * 1e3:.0f} / {nothing.seconds * 1e3:.0f} ms"
    board.figure("--help / python -c pass", shown.seconds / nothing.seconds, "x", 8, beside)


def small_spec(board: Board, folder: Path) -> None:
    spec = folder / "small.yaml"
    commspec("init", spec, repeats=1)
    run = commspec("build", spec, "--out", folder / "small", "--lang", "zh", "--no-pdf")
    board.figure("small spec to HTML", run.seconds, "s", 1, f"peak {run.peak_mib:.0f} MiB")


def large_spec(board: Board, folder: Path, size: int = 1000) -> None:
    spec = write_spec(folder, size, size)
    plain = python(PLAIN_YAML, str(spec))
    board.figure(f"plain YAML, {size} + {size}", plain.seconds, "s", beside=f"peak {plain.peak_mib:.0f} MiB")
    checked, estimated = commspec("check", spec), commspec("estimate", spec, "--format", "csv")
    board.figure("check / plain YAML", checked.seconds / plain.seconds, "x", 4, _beside(checked))
    board.figure("estimate / plain YAML", estimated.seconds / plain.seconds, "x", beside=_beside(estimated))
    built = html(spec, folder)
    board.figure("HTML, the whole build", built.seconds, "s", 5, f"peak {built.peak_mib:.0f} MiB")
    ten_times = html(write_spec(folder, size, 10 * size), folder, repeats=1)
    growth = ten_times.seconds / built.seconds
    board.figure(f"HTML of {10 * size} requirements / {size}", growth, "x", 12, _beside(ten_times))


def html(spec: Path, folder: Path, repeats: int = 3) -> Run:
    """A build of one language without the PDF."""
    return commspec("build", spec, "--out", folder / "out", "--lang", "zh", "--no-pdf", repeats=repeats)


def _beside(run: Run) -> str:
    return f"{run.seconds:.2f} s, peak {run.peak_mib:.0f} MiB"
