"""Measured times as the logs of several tools: what each prints, in its units, with its rounding."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.tools.readers.test_other_tools import HCCL_HEAD, hccl
from tests.tools.readers.written import FOOT, OLD_HEAD, nccl_log, nccl_rows

OSU_TITLES = {
    "all_reduce": "Allreduce",
    "all_gather": "Allgather",
    "reduce_scatter": "Reduce_scatter",
    "all_to_all": "All-to-All Personalized Exchange",
    "broadcast": "Broadcast",
}
IMB_TITLES = {
    "all_reduce": "Allreduce",
    "all_gather": "Allgather",
    "reduce_scatter": "Reduce_scatter",
    "all_to_all": "Alltoall",
    "broadcast": "Bcast",
    "p2p": "PingPong",
}
SHARES = ("all_gather", "all_to_all")
"""Collectives that MPI benchmarks size by one rank's share."""
NCCL = {"all_to_all": "alltoall", "p2p": "sendrecv"}


@dataclass(frozen=True)
class Measured:
    """A run: n [byte] and seconds, those in place, the fastest and slowest rank; ``wrong``: rows with wrong results."""

    collective: str
    nodes: int
    per_node: int
    sizes: tuple[int, ...]
    times: tuple[float, ...]
    again: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    wrong: frozenset[int] = frozenset()
    odd: tuple[int, float] | None = None
    """A rank, and its time over that of the others."""

    @property
    def ranks(self) -> int:
        """Ranks of the group."""
        return self.nodes * self.per_node

    @property
    def asked(self) -> int:
        """The largest size that the command asks for."""
        return self.sizes[-1]


def nccl(run: Measured) -> str:
    """nccl-tests of today: a device list, then out of place and in place."""
    name = NCCL.get(run.collective, run.collective)
    return nccl_log(name, run.ranks, run.nodes, _nccl_rows(run, name, "-1"))


def nccl_old(run: Measured) -> str:
    """nccl-tests before 2.11: no root column, and a command line of mpirun instead of the device list."""
    name = NCCL.get(run.collective, run.collective)
    start = (
        f"+ mpirun -np {run.ranks} -N {run.per_node} ./build/{name}_perf -b {run.sizes[0]} -e {run.asked} -f 2 -g 1\n"
    )
    start += "# nThread 1 nGpus 1\n"
    return start + OLD_HEAD + _nccl_rows(run, name, None) + FOOT


def _nccl_rows(run: Measured, name: str, root: str | None) -> str:
    redop = "sum" if run.collective in ("all_reduce", "reduce_scatter") else "none"
    root = "0" if root is not None and name == "broadcast" else root
    text = ""
    for place, (size, time, again) in enumerate(zip(run.sizes, run.times, run.again, strict=True)):
        wrong = "0" if place not in run.wrong else "417"
        text += nccl_rows([(size, time * 1e6, again * 1e6)], name, run.ranks, redop, root, wrong)
    return text


def hccl_test(run: Measured) -> str:
    """hccl_test: pipes, a check in words, ranks in the command."""
    name = NCCL.get(run.collective, run.collective)
    start = (
        f"# mpirun -n {run.ranks} ./bin/{name}_test -b {run.sizes[0]} -e {run.asked} -f 2 -d fp32 -o sum "
        f"-p {run.per_node}\nthe minbytes is 8, maxbytes is 8589934592, iters is 20, warmup_iters is 5\n"
    )
    rows = zip(run.sizes, run.times, strict=True)
    return (
        start
        + HCCL_HEAD
        + "".join(
            hccl(size, time * 1e6, check="failed" if place in run.wrong else "success")
            for place, (size, time) in enumerate(rows)
        )
    )


def osu(run: Measured) -> str:
    """OSU with -f: the mean, the fastest and the slowest rank, sizes of one rank for some collectives."""
    share = run.ranks if run.collective in SHARES else 1
    if run.collective == "p2p":
        start = f"+ mpirun -np 2 -map-by ppr:{run.per_node}:node ./osu_latency\n"
        start += "# OSU MPI Latency Test v7.4\n# Size       Latency (us)\n"
        return start + "".join(
            f"{size:<20d}{time * 1e6:>13.2f}\n" for size, time in zip(run.sizes, run.times, strict=True)
        )
    title = OSU_TITLES[run.collective]
    text = (
        f"+ mpirun -np {run.ranks} -map-by ppr:{run.per_node}:node ./osu_x -f\n\n# OSU MPI {title} Latency Test v5.9\n"
    )
    text += "# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n"
    low, high = run.low or run.times, run.high or run.times
    for size, time, least, most in zip(run.sizes, run.times, low, high, strict=True):
        text += f"{size // share:<12d}{time * 1e6:>16.2f}{least * 1e6:>18.2f}{most * 1e6:>18.2f}{1000:>12d}\n"
    return text


def imb(run: Measured) -> str:
    """IMB: repetitions, then the fastest, the slowest and the mean of the ranks."""
    share = run.ranks if run.collective in SHARES else 1
    text = f"+ mpirun -np {run.ranks} -ppn {run.per_node} ./IMB-MPI1\n#    Intel(R) MPI Benchmarks 2021.2, MPI-1 part\n"
    text += f"#----\n# Benchmarking {IMB_TITLES[run.collective]}\n# #processes = {run.ranks}\n#----\n"
    low, high = run.low or run.times, run.high or run.times
    if run.collective == "p2p":
        text += "       #bytes #repetitions      t[usec]   Mbytes/sec\n"
        rows = zip(run.sizes, run.times, strict=True)
        return text + "".join(f"{n:>13d} {1000:>12d} {t * 1e6:>12.2f} {n / t / 1e6:>12.2f}\n" for n, t in rows)
    text += "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
    for size, time, least, most in zip(run.sizes, run.times, low, high, strict=True):
        text += f"{size // share:>13d} {1000:>12d} {least * 1e6:>12.2f} {most * 1e6:>12.2f} {time * 1e6:>12.2f}\n"
    return text


def own_csv(run: Measured) -> str:
    """Our own records as CSV."""
    facts = f"{run.collective},{run.ranks},{run.nodes},{run.per_node}"
    rows = zip(run.sizes, run.times, strict=True)
    text = "collective,ranks,nodes,ranks_per_node,n,seconds,wrong\n"
    return text + "".join(
        f"{facts},{size},{time:.6g},{int(place in run.wrong)}\n" for place, (size, time) in enumerate(rows)
    )


def own_json(run: Measured) -> str:
    """Our own records as JSON lines."""
    head = {"commspec_records": 1, "tool": "run_plan", "collective": run.collective, "ranks": run.ranks}
    lines: list[dict[str, object]] = [head | {"nodes": run.nodes, "ranks_per_node": run.per_node}]
    for place, (size, time) in enumerate(zip(run.sizes, run.times, strict=True)):
        line: dict[str, object] = {"n": size, "seconds": float(f"{time:.6g}"), "wrong": int(place in run.wrong)}
        if run.odd is not None:
            others = [time if rank != run.odd[0] else time * run.odd[1] for rank in range(run.ranks)]
            line = {"n": size, "times": [[float(f"{each * by:.6g}") for by in (0.97, 1.03, 1.0)] for each in others]}
        lines.append(line)
    return "".join(json.dumps(line) + "\n" for line in lines)


FORMS: Mapping[str, Callable[[Measured], str]] = {
    "nccl": nccl,
    "nccl_old": nccl_old,
    "hccl": hccl_test,
    "osu": osu,
    "imb": imb,
    "csv": own_csv,
    "json": own_json,
}
CHECKED = ("nccl", "nccl_old", "hccl", "csv", "json")
"""Forms that say whether results were right."""
BY_RANK = ("osu", "imb")
"""Forms that say the fastest and the slowest rank."""
