"""Logs of one AllReduce in every format that says enough to judge it, by writers of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

FACTOR = 2 * 15 / 16
"""busbw over algbw of an AllReduce on sixteen ranks."""


@dataclass(frozen=True)
class Run:
    """What is written: times [s] by size [byte] of fp32 on ``ranks`` ranks, eight a node."""

    times: Mapping[int, float]
    ranks: int = 16
    iterations: int = 100
    warmup: int = 5
    wrong: bool = False
    collective: str = "all_reduce"
    scale: float = 1.0
    """Of the numbers printed as times, with the bandwidths that follow from them."""
    told: Mapping[str, Any] = field(default_factory=dict)


Writer = Callable[[Run], str]
NAMES = {"all_reduce": ("AllReduce", "allreduce", "Allreduce"), "broadcast": ("Broadcast", "bcast", "Bcast")}


def nccl_json(run: Run) -> str:
    def side(size: int, seconds: float) -> dict[str, Any]:
        time = round(run.scale * seconds * 1e6, 3)
        rate = size / time / 1e3 if time else 0.0
        return {"time": time, "alg_bw": round(rate, 6), "bus_bw": round(rate * 2 * (run.ranks - 1) / run.ranks, 6),
                "nwrong": float(run.wrong)}  # fmt: skip

    devices = [
        {"rank": rank, "group": 0, "pid": 1, "hostname": f"node{rank // 8}", "device": rank % 8, "device_hex": "0",
         "device_info": "ASIC-X"}
        for rank in range(run.ranks)
    ]  # fmt: skip
    rows = [
        {"size": size, "count": size // 4, "type": "float", "redop": "sum", "root": "    -1",
         "out_of_place": side(size, seconds), "in_place": side(size, 1.02 * seconds)}
        for size, seconds in run.times.items()
    ]  # fmt: skip
    data = {
        "version": 2, "args": [f"./build/{run.collective}_perf", "-a", "3"],
        "config": {"nthreads": 1, "ngpus": 1, "warmup_iters": run.warmup, "iterations": run.iterations,
                   "devices": devices},
        "results": rows, "out_of_bounds": {"count": int(run.wrong), "okay": "false" if run.wrong else "true"},
    }  # fmt: skip
    return json.dumps(data, indent=1)


def hccl(run: Run) -> str:
    word = "success" if not run.wrong else "failed"
    lines = [
        f"mpirun -n {run.ranks} ./bin/{run.collective}_test -b 8K -e 1G -f 2 -d fp32 -o sum -p 8 -w {run.warmup} "
        f"-n {run.iterations} -c 1",
        f"the minbytes is 8192, maxbytes is 1073741824, iters is {run.iterations}, warmup_iters is {run.warmup}",
        "data_size(Bytes): | aveg_time(us): | alg_bandwidth(GB/s): | check_result:",
    ]
    for size, seconds in run.times.items():
        time = round(run.scale * seconds * 1e6, 2)
        rate = size / time / 1e3 if time else 0.0
        lines.append(f"{size:<18d}| {time:>9.2f}      | {rate:>12.5f}        | {word}")
    return "\n".join(lines) + "\n"


def osu(run: Run) -> str:
    lines = [
        f"mpirun -np {run.ranks} -N 8 ./osu_{NAMES[run.collective][1]} -f -c -i {run.iterations} -x {run.warmup}",
        f"# OSU MPI {NAMES[run.collective][2]} Latency Test v7.3",
        "# Datatype: MPI_FLOAT.",
        "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations        Validation",
    ]
    for size, seconds in run.times.items():
        time = run.scale * seconds * 1e6
        word = "Fail" if run.wrong else "Pass"
        shown = f"{0.98 * time:>19.2f} {0.9 * time:>17.2f} {time:>17.2f}"
        lines.append(f"{size:<10d} {shown} {run.iterations:>11d} {word:>17}")
    return "\n".join(lines) + "\n"


def imb(run: Run) -> str:
    lines = [
        "#    Intel(R) MPI Benchmarks 2021.3, MPI-1 part",
        f"# Benchmarking {NAMES[run.collective][2]}",
        f"# #processes = {run.ranks}",
        "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]      defects",
    ]
    for size, seconds in run.times.items():
        time = run.scale * seconds * 1e6
        shown = f"{0.9 * time:>12.2f} {time:>12.2f} {0.98 * time:>12.2f}"
        lines.append(f"{size:>13d} {run.iterations:>12d} {shown} {float(run.wrong):>12.2f}")
    return "\n".join(lines) + "\n"


def own_csv(run: Run) -> str:
    names = "collective,ranks,nodes,n,seconds,dtype,redop,condition,over_ranks,iterations,warmup,wrong,in_place,group"
    rows = [
        f"{run.collective},{run.ranks},{run.ranks // 8},{size},{run.scale * seconds!r},fp32,sum,"
        f"{run.told.get('condition', 'exclusive')},max,{run.iterations},{run.warmup},{int(run.wrong)},false,two"
        for size, seconds in run.times.items()
    ]
    return "\n".join([names, *rows]) + "\n"


FORMATS: dict[str, tuple[Writer, Mapping[str, Any]]] = {
    "nccl json": (nccl_json, {"nodes": 2}),
    "hccl_test": (hccl, {"nodes": 2, "over_ranks": "max", "redop": "sum"}),
    "osu": (osu, {"warmup": 5, "redop": "sum"}),
    "imb": (imb, {"nodes": 2, "dtype": "fp32", "redop": "sum", "warmup": 5}),
    "own csv": (own_csv, {}),
}
"""Each with what a manifest has to say of its logs beside the condition."""
