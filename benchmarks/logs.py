"""A long log of nccl-tests read, beside splitting its lines; a long one judged; and a hundred series fitted."""

import json
import math
from pathlib import Path

from benchmarks.commands import commspec
from benchmarks.measure import Board, processes, python

ROWS = 10**6
SERIES = 100
SPEC = Path(__file__).parents[1] / "specs" / "whole_way" / "spec.yaml"
PLAIN = "import sys\nfor line in open(sys.argv[1]):\n    [float(word) for word in line.split() if word[0].isdigit()]"
HEAD = (
    "#                                                              out-of-place                       in-place\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong"
    "     time   algbw   busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
)


def report(board: Board, folder: Path) -> None:
    log = write_log(folder / "long.log", ROWS)
    plain, read = processes(python(PLAIN, log), commspec("read", log, "--format", "jsonl"), repeats=2)
    beside = f"{read.seconds:.1f} / {plain.seconds:.1f} s, {log.stat().st_size / 1e6:.0f} MB"
    board.figure("rows of a log a minute and core", ROWS / read.seconds * 60.0, "rows", 1e6, beside, least=True)
    board.figure("read, peak memory", read.peak_mib, "MiB", 300)
    judged(board, folder)
    (fitted,) = processes(commspec("fit", write_series(folder / "series.csv", SERIES), "--format", "json"), repeats=2)
    board.figure(f"fit of {SERIES} series", fitted.seconds, "s", 10, f"peak {fitted.peak_mib:.0f} MiB")


def judged(board: Board, folder: Path) -> None:
    """A log in which every row is of a cell that is judged: each repeat counts, so that none can be left out.

    The log is of one of the two requirements: the other is open, and the command ends with 1.
    """
    log = write_repeats(folder / "repeats.jsonl", ROWS)
    (run,) = processes(commspec("accept", SPEC, log, "--draft", "--format", "json"), repeats=1, exits=1)
    beside = f"{run.seconds:.1f} s, {log.stat().st_size / 1e6:.0f} MB"
    board.figure("rows judged a minute and core", ROWS / run.seconds * 60.0, "rows", 1e6, beside, least=True)
    board.figure("accept, peak memory", run.peak_mib, "MiB", 300)


def write_repeats(path: Path, rows: int) -> Path:
    """Records of the AllReduce of ``specs/whole_way`` at its seven sizes again and again, 1 % apart."""
    head = {
        "commspec_records": 1, "tool": "run_plan", "collective": "all_reduce", "ranks": 4, "nodes": 1, "group": "all",
        "path": "memory", "condition": "exclusive", "dtype": "fp32", "redop": "sum", "skew": 1.0, "in_place": False,
        "warmup": 5, "iterations": 8, "over_ranks": "max",
    }  # fmt: skip
    with path.open("w", encoding="utf-8") as out:
        out.write(json.dumps(head) + "\n")
        for row in range(rows):
            n = 2 ** (16 + row % 7)
            seconds = (2e-4 + n / 2e9) * (1.0 + 0.01 * math.sin(row))
            out.write(f'{{"n": {n}, "seconds": {seconds:.9g}, "wrong": 0}}\n')
    return path


def write_log(path: Path, rows: int) -> Path:
    """An AllReduce of eight ranks over so many sizes, both sides, under one header."""
    with path.open("w", encoding="utf-8") as out:
        out.write(HEAD)
        for row in range(1, rows + 1):
            size = 4096 * row
            sides = "".join(_side(size, start) for start in (30.0, 28.0))
            out.write(f"{size:>12} {size // 4:>13}     float     sum      -1{sides}\n")
    return path


def _side(size: int, start: float) -> str:
    time = round(start + size / 2e5, 1)
    algbw = size / time / 1e3
    return f" {time:>8.1f} {algbw:>7.2f} {algbw * 1.75:>7.2f} {0:>6}"


def write_series(path: Path, series: int) -> Path:
    """Series of 28 sizes on 2, 4 and 8 ranks each, with a step between protocols and a ripple in place of noise."""
    lines = ["collective,ranks,n,seconds,label"]
    for number in range(series):
        for ranks in (2, 4, 8):
            for power in range(3, 31):
                n = 2**power
                start, rate = (8.0, 40e3) if n / ranks < 2**17 else (30.0, 180e3)
                time = (start + 1.5 * ranks + n / rate) * (1.0 + 0.03 * math.sin(7.0 * power + ranks + number))
                lines.append(f"all_reduce,{ranks},{n},{time * 1e-6!r},run {number}")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path
