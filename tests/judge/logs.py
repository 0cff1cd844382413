"""Logs for the tests of judging, written by a writer of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from estimator.tools.records import Record, Table


def table(**fields: Any) -> Table:
    """A table of an AllReduce of bf16 on two nodes of eight, alone, as nccl-tests and a manifest would give it."""
    base: dict[str, Any] = {
        "source": "a.log", "number": 1, "line": 1, "tool": "nccl-tests", "collective": "all_reduce", "ranks": 16,
        "nodes": 2, "ranks_per_node": 8, "dtype": "bf16", "redop": "sum", "over_ranks": "max", "warmup": 20,
        "iterations": 1000, "condition": "exclusive",
    }  # fmt: skip
    return Table(**{**base, **fields})


def record(of: Table | None = None, **fields: Any) -> Record:
    """A record of 1 MiB in 100 us, out of place and right."""
    base: dict[str, Any] = {
        "line": 2, "time_line": 2, "size": 2**20, "n": 2**20, "seconds": 1e-4, "in_place": False, "correct": True,
    }  # fmt: skip
    return Record(**{"table": of or table(), **base, **fields})


def nccl(
    times: Mapping[int, float], *, program: str = "all_reduce_perf", ranks: int = 16, per_node: int = 8,
    dtype: str = "bfloat16", redop: str = "sum", iterations: int = 1000, warmup: int = 20, join: int = 3,
    wrong: str = "0", in_place: float = 1.0, factor: float | None = None, width: int = 2,
) -> str:  # fmt: skip
    """A log of nccl-tests: times [s] by size [byte]; the in-place time is ``in_place`` times the other."""
    busbw = factor if factor is not None else {"all_reduce_perf": 2.0}.get(program, 1.0) * (ranks - 1) / ranks
    lines = [
        f"$ mpirun -np {ranks} -N {per_node} ./build/{program} -b 8 -e 1G -f 2 -g 1 -w {warmup} -n {iterations} "
        f"-a {join}",
        f"# nThread 1 nGpus 1 minBytes 8 maxBytes 1073741824 step: 2(factor) warmup iters: {warmup} "
        f"iters: {iterations} agg iters: 1 validation: 1 graph: 0",
        "#",
        "# Using devices",
    ]
    lines += [
        f"#  Rank {rank:2d} Group  0 Pid {1000 + rank} on     node{rank // per_node} device  {rank % per_node} "
        "[0x00] ASIC-X"
        for rank in range(ranks)
    ]
    lines += [
        "#",
        "#                                                              out-of-place                       in-place",
        "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
        "busbw #wrong",
        "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)",
    ]
    shares = 1 if program == "all_reduce_perf" else ranks  # the others count the elements of one share
    for size, seconds in times.items():
        sides = []
        for each in (seconds, seconds * in_place):
            shown = f"{each * 1e6:.2f}" if each < 1e-4 else f"{each * 1e6:.1f}"
            rate = size / float(shown) / 1e3
            sides.append(f"{shown:>8} {rate:7.2f} {rate * busbw:7.2f} {wrong:>6}")
        lines.append(f"{size:>12} {size // width // shares:>13} {dtype:>9} {redop:>7} {-1:>7} {sides[0]} {sides[1]}")
    lines += ["# Out of bounds values : 0 OK", "# Avg bus bandwidth    : 100.0", "#", ""]
    return "\n".join(lines)
