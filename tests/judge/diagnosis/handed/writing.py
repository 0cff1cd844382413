"""Writes measured times as a vendor hands them in: nccl-tests' text, records as JSON lines, or a CSV of records."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, Literal

Form = Literal["nccl", "jsonl", "csv", "kit"]
PROGRAM = {"all_to_all": "alltoall", "p2p": "sendrecv"}
SHARED = ("all_gather", "reduce_scatter", "all_to_all")


@dataclass(frozen=True)
class Printed:
    """One run: size [byte] and time [s] of each row."""

    collective: str
    ranks: int
    nodes: int
    rows: Sequence[tuple[int, float]]
    repeat: int = 1
    groups: int = 1
    wrong: Mapping[int, int] = field(default_factory=dict)
    """Wrong values by size."""
    stops: str = ""
    """What is printed in place of the rest."""
    asked: int = 0
    """The largest size that the command asked for."""


def nccl(run: Printed) -> str:
    """The text of nccl-tests, built from its printing code's columns."""
    program = f"{PROGRAM.get(run.collective, run.collective)}_perf"
    last = run.asked or run.rows[-1][0]
    lines = [
        "# nccl-tests version 2.17.1 nccl-headers=22703 nccl-library=22703",
        f"# Collective test starting: {program}",
        f"# nThread 1 nGpus 1 minBytes {run.rows[0][0]} maxBytes {last} step: 2(factor) "
        "warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0",
        "#",
        "# Using devices",
        *(_device(rank, run) for rank in range(run.ranks)),
        "#",
        f"#{'out-of-place':>74}{'in-place':>35}",
        "#       size         count      type   redop    root"
        "     time   algbw   busbw #wrong     time   algbw   busbw #wrong",
        "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)"
        "            (us)  (GB/s)  (GB/s)       ",
    ]
    return "\n".join([*lines, *(_row(run, size, seconds) for size, seconds in run.rows), *_foot(run)]) + "\n"


def _device(rank: int, run: Printed) -> str:
    host, local = divmod(rank, max(1, run.ranks // run.nodes))
    return f"#  Rank {rank:2d} Group  0 Pid {4000 + rank} on node{host:03d} device {local:2d} [0000:{local:02x}:00] XPU"


def _row(run: Printed, size: int, seconds: float) -> str:
    share = run.ranks if run.collective in SHARED else 1
    redop = "sum" if run.collective in ("all_reduce", "reduce_scatter") else "none"
    return f"{size:12d}  {size // 4 // share:12d}     float  {redop:>6}      -1" + 2 * _side(run, size, seconds)


def _side(run: Printed, size: int, seconds: float) -> str:
    bus = 2.0 if run.collective == "all_reduce" else 1.0
    bus *= (run.ranks - 1) / run.ranks if run.collective != "p2p" else 1.0
    us, rate = seconds * 1e6, size / seconds / 1e9
    time = f"{us:7.2f}" if us < 1e4 else f"{us:7.1f}" if us < 1e5 else f"{us:7.0f}"
    return f"  {time}  {rate:6.2f}  {rate * bus:6.2f}  {run.wrong.get(size, 0):5d}"


def _foot(run: Printed) -> Iterable[str]:
    if run.stops:
        return run.stops.splitlines()
    bad = sum(run.wrong.values())
    return (f"# Out of bounds values : {bad} {'FAILED' if bad else 'OK'}", "# Avg bus bandwidth    : 12.3456", "#")


def jsonl(runs: Sequence[Printed], head: Mapping[str, Any]) -> str:
    """Our own records as JSON lines."""
    lines = [{"commspec_records": 1, "tool": "vendor_bench", **head}]
    return "".join(f"{json.dumps(line)}\n" for line in (*lines, *(line for run in runs for line in _lines(run))))


def _lines(run: Printed) -> Iterable[dict[str, Any]]:
    for size, seconds in run.rows:
        yield {
            "collective": run.collective,
            "ranks": run.ranks,
            "nodes": run.nodes,
            "groups": run.groups,
            "repeat": run.repeat,
            "n": size,
            "seconds": seconds,
            "wrong": run.wrong.get(size, 0),
        }


def as_csv(runs: Sequence[Printed]) -> str:
    """The same as a table."""
    out = StringIO()
    lines = [line for run in runs for line in _lines(run)]
    table = csv.DictWriter(out, list(lines[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(lines)
    return out.getvalue()
