"""The commands as whole processes: start-up, check beside plain YAML parsing, estimate, HTML, growth."""

import sys
from pathlib import Path

from benchmarks.generate import spec_text
from benchmarks.measure import Board, Run, process, processes, python

PLAIN_YAML = "import sys, yaml; yaml.load(open(sys.argv[1], 'rb'), Loader=yaml.CSafeLoader)"


def commspec(*args: object) -> list[str]:
    """One command as a process of its own."""
    return [str(Path(sys.executable).with_name("commspec")), *map(str, args)]


def write_spec(folder: Path, operations: int, requirements: int) -> Path:
    """A generated spec as a file."""
    path = folder / f"bench_{operations}_{requirements}.yaml"
    path.write_text(spec_text(operations, requirements), "utf-8")
    return path


def report(board: Board, folder: Path, size: int) -> None:
    start_up(board)
    small_spec(board, folder)
    large_spec(board, folder, size)
    growth(board, folder, size)


def start_up(board: Board) -> None:
    nothing, shown = processes(python("pass"), commspec("--help"), repeats=15)
    beside = f"{shown.seconds * 1e3:.0f} / {nothing.seconds * 1e3:.0f} ms"
    board.figure("--help / python -c pass", shown.seconds / nothing.seconds, "x", 8, beside)


def small_spec(board: Board, folder: Path) -> None:
    spec = folder / "small.yaml"
    process(commspec("init", spec), 1)
    run = process(html(spec, folder), 5)
    board.figure("small spec to HTML", run.seconds, "s", 1, f"peak {run.peak_mib:.0f} MiB")


def large_spec(board: Board, folder: Path, size: int) -> None:
    spec = write_spec(folder, size, size)
    plain, checked, estimated, built = processes(
        python(PLAIN_YAML, spec),
        commspec("check", spec),
        commspec("estimate", spec, "--format", "csv"),
        html(spec, folder),
    )
    board.figure(f"plain YAML, {size} + {size}", plain.seconds, "s", beside=f"peak {plain.peak_mib:.0f} MiB")
    board.figure("check / plain YAML", checked.seconds / plain.seconds, "x", 4, _beside(checked))
    board.figure("estimate / plain YAML", estimated.seconds / plain.seconds, "x", beside=_beside(estimated))
    board.figure("HTML, the whole build", built.seconds, "s", 5, f"peak {built.peak_mib:.0f} MiB")


def growth(board: Board, folder: Path, size: int) -> None:
    one, ten = (html(write_spec(folder, size, requirements), folder) for requirements in (size, 10 * size))
    small, large = processes(one, ten, repeats=2)
    name = f"HTML of {10 * size} requirements / {size}"
    board.figure(name, large.seconds / small.seconds, "x", 12, _beside(large))


def html(spec: Path, folder: Path) -> list[str]:
    """A build of one language without the PDF."""
    return commspec("build", spec, "--out", folder / "out", "--lang", "zh", "--no-pdf")


def _beside(run: Run) -> str:
    return f"{run.seconds:.2f} s, peak {run.peak_mib:.0f} MiB"
