"""Other tools beside ours on the same requirements: python -m benchmarks.peers.run [html] [pdf] [--tools FOLDER].

`make peers` installs the tools, each into an environment of its own. Processor seconds of whole processes with their
children, in turn, the median of each; the ratios count.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.commands import commspec
from benchmarks.measure import Board
from benchmarks.peers.inputs import WRITERS
from benchmarks.peers.stated import spec_file, stated


class Used(NamedTuple):
    """Processor seconds of a command and all its children, and the largest of them [MiB]."""

    seconds: float
    peak_mib: float


def main(arguments: Sequence[str]) -> int:
    """Measure what was asked for; the exit code says whether an aim was missed."""
    options = argparse.ArgumentParser()
    options.add_argument("parts", nargs="*", default=["html", "pdf"])
    options.add_argument("--tools", type=Path, default=Path(".peers"))
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--sizes", type=int, nargs="*", default=[100, 1000])
    asked = options.parse_args(arguments)
    board = Board()
    with tempfile.TemporaryDirectory(prefix="commspec-peers-") as place:
        bench = Bench(Path(place), asked.tools.absolute(), asked.repeats)
        if "html" in asked.parts:
            for size in asked.sizes:
                html(board, bench, size)
        if "pdf" in asked.parts:
            pdf(board, bench, max(asked.sizes))
    print(f"{len(board.missed)} aims missed. {', '.join(board.missed)}", flush=True)
    return int(bool(board.missed))


class Bench(NamedTuple):
    """Where the inputs and outputs are, where the tools are, and how often each runs."""

    folder: Path
    tools: Path
    repeats: int

    def there(self) -> list[str]:
        """The tools that are installed; at least one, or there is nothing to hold ours against."""
        found = [name for name in WRITERS if (self.tools / name / "bin" / "python").exists()]
        if not found:
            raise SystemExit(f"no tools in {self.tools}; run make peers")
        return found

    def inputs(self, spec: Path, *, tables: bool) -> Path:
        """A folder with the input of each tool."""
        folder = self.folder / f"{spec.stem}_{'tables' if tables else 'plain'}"
        if not folder.exists():
            found = stated(spec)
            for name in self.there():
                (folder / name).mkdir(parents=True)
                WRITERS[name](folder / name, found, tables)
        return folder

    def command(self, name: str, folder: Path) -> list[str]:
        """The command that makes HTML of the input of a tool."""
        program, source, out = self.tools / name / "bin", folder / name, self.folder / "out"
        commands: dict[str, list[object]] = {
            "doorstop": ["env", "-C", source, program / "doorstop", "publish", "all", out / "pages"],
            "strictdoc": [program / "strictdoc", "export", source, "--output-dir", out],
            "sphinx": [program / "sphinx-build", "-q", "-b", "html", source, out],
            "datacontract": [
                program / "datacontract", "export", "html", source / "bench.odcs.yaml", "--output", out / "a.html"
            ],
        }  # fmt: skip
        return list(map(str, commands[name]))

    def measured(self, commands: dict[str, list[str]]) -> dict[str, Used]:
        """Each command in turn, so that a busy moment of the machine meets all of them; the median of each."""
        rounds = [{name: self._once(command) for name, command in commands.items()} for _ in range(self.repeats)]
        return {
            name: Used(median(one[name].seconds for one in rounds), median(one[name].peak_mib for one in rounds))
            for name in commands
        }

    def _once(self, command: list[str]) -> Used:
        out = self.folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PATH"] = (
            f"{self.tools / 'sphinx' / 'bin'}:{environment['PATH']}"  # sphinx looks for weasyprint there
        )
        # A fork starts with its parent's memory as its peak; a small process between keeps ours out of the figure.
        timed = [sys.executable, "-c", TIMED, *command]
        done = subprocess.run(timed, capture_output=True, text=True, env=environment, cwd=out, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {(done.stdout + done.stderr)[-2000:]}")
        seconds, peak = done.stdout.split()[-2:]
        return Used(float(seconds), float(peak) / 1024)


TIMED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
if done.returncode:
    sys.exit(done.stderr.decode()[-2000:])
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def html(board: Board, bench: Bench, size: int) -> None:
    """HTML of so many requirements by every tool, with their limits as tables, as ours shows them, and without."""
    few, many = (spec_file(bench.folder, size, operations) for operations in (size // 20, size))
    plain, full = (bench.inputs(many, tables=tables) for tables in (False, True))
    commands = {
        "one language, few operations": _ours(few, bench, "--no-pdf", "--lang", "en"),
        "one language": _ours(many, bench, "--no-pdf", "--lang", "en"),
        "both languages": _ours(many, bench, "--no-pdf", "--lang", "en", "--lang", "zh"),
    }
    ours = tuple(commands)
    for name in bench.there():
        commands |= {name: bench.command(name, plain), f"{name}, tables": bench.command(name, full)}
    used = bench.measured(commands)
    theirs = {name: one for name, one in used.items() if name not in ours}
    for name, one in theirs.items():
        board.figure(f"{size}: {name}", one.seconds, "s", beside=f"peak {one.peak_mib:.0f} MiB")
    quickest = min(theirs, key=lambda name: theirs[name].seconds)
    for name in ours:
        one, aim = used[name], 2.0 if size < 1000 else 1.0
        beside = f"{one.seconds:.2f} / {theirs[quickest].seconds:.2f} s, peak {one.peak_mib:.0f} MiB"
        board.figure(f"{size}: {name} / {quickest}", one.seconds / theirs[quickest].seconds, "x", aim, beside)


def pdf(board: Board, bench: Bench, size: int) -> None:
    """The PDF of so many requirements beside Sphinx-Needs with WeasyPrint, both with the limits as tables."""
    spec = spec_file(bench.folder, size, size)
    source = bench.inputs(spec, tables=True) / "sphinx"
    program = bench.tools / "sphinx" / "bin" / "sphinx-build"
    used = bench.measured(
        {
            "ours": _ours(spec, bench, "--lang", "en"),
            "sphinx": [str(program), "-q", "-b", "simplepdf", str(source), str(bench.folder / "out")],
        }
    )
    ours, theirs = used["ours"], used["sphinx"]
    beside = f"{ours.seconds:.1f} / {theirs.seconds:.1f} s"
    board.figure(f"{size}: PDF / Sphinx-Needs", ours.seconds / theirs.seconds, "x", 1.3, beside)
    beside = f"{ours.peak_mib:.0f} / {theirs.peak_mib:.0f} MiB"
    board.figure(f"{size}: PDF memory / Sphinx-Needs", ours.peak_mib / theirs.peak_mib, "x", 1.0, beside)


def _ours(spec: Path, bench: Bench, *options: str) -> list[str]:
    return commspec("build", spec, "--out", bench.folder / "out", *options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
