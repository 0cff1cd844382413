"""Every published figure as a small spec, or the reason why it is left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

from estimator.estimate.result import Interval
from estimator.estimate.table import estimate
from estimator.spec.document import Spec
from tests.published import facts
from tests.published.facts import ACROSS, MESH, NEIGHBOUR, NIC, ONE_TO_ONE, ONE_WAY, SWITCHED, Share, in_switch, path
from tests.published.score import Judged

DATA = Path(__file__).parent / "data" / "figures.json"
KIB, MIB, GIB = 2.0**10, 2.0**20, 2.0**30
H100, A100, GB200 = "h100_sxm 2.29.2", "a100_sxm 2.27.3", "gb200 2.29.2"
Row = list[Any]


class Point(NamedTuple):
    """One published figure [s] and the interval stated for it."""

    table: str
    label: str
    judged: Judged


class LeftOut(NamedTuple):
    """Figures without enough context for a prediction."""

    table: str
    label: str
    reason: str


Found = Point | LeftOut


@cache
def tables() -> dict[str, dict[str, Any]]:
    """The figures as carried over, by table."""
    return {table["table"]: table for table in json.loads(DATA.read_text("utf-8"))}


def every() -> list[Found]:
    """All figures of all tables."""
    return [found for make in TABLES for found in make()] + LEFT_OUT


def stated(
    paths: dict[str, facts.Spec],
    collective: str,
    algorithm: str | dict[str, Any],
    ranks: int,
    per_node: int,
    n: float,
    launch: Sequence[str] = ("0 s",),
) -> Interval:
    """The interval of one operation on a platform of these paths; ``n`` [byte] is canonical."""
    semantics = {"all_gather": "output", "p2p": "message"}.get(collective, "input")
    data = {
        "commspec": "1",
        "document": {"id": "P", "version": "1", "title": "published"},
        "platform": {
            "name": "published",
            "ranks_per_node": str(per_node),
            "nodes": str(ranks // per_node),
            "launch": {"time": list(launch)},
            "paths": paths,
        },
        "groups": {"g": {"size": str(ranks), "ranks_per_node": str(per_node), "levels": list(paths)}},
        "operations": {
            "op": {
                "collective": collective,
                "group": "g",
                "tensor": {"bytes": f"{n:.0f} B", "semantics": semantics},
                "algorithm": algorithm,
            }
        },
    }
    return estimate(Spec.model_validate(data)).operations["op"].time


def moved(rate: float, share: Share, n: float, alpha: tuple[str, str] = ("0 s", "0 s")) -> Interval:
    """One start-up and ``n`` bytes over one link of ``rate`` [GB/s]."""
    return stated({"link": path(rate, share, alpha, inside=False)}, "p2p", "direct", 2, 1, n)


def overlapped_or_not(parts: Sequence[Interval]) -> Interval:
    """Stages that run at once at the optimistic end, one after the other at the conservative one."""
    return Interval(max(part.optimistic for part in parts), sum(part.conservative for part in parts))


def all_reduce_s(ranks: int, n: float, busbw: float) -> float:
    """Seconds of an AllReduce of ``n`` bytes at a bus bandwidth [GB/s]."""
    return 2 * (ranks - 1) / ranks * n / busbw * 1e-9


def shown(n: float) -> str:
    """A size for a label."""
    for unit, size in (("GiB", GIB), ("MiB", MIB), ("KiB", KIB)):
        if n >= size:
            return f"{n / size:g} {unit}"
    return f"{n:g} B"


def a100() -> Iterator[Found]:
    name = "a100x8_nccl_allreduce"
    nvlink = {"nvlink": facts.nvlink_ring(300, A100)}
    for n, us in tables()[name]["rows"]:
        interval = stated(nvlink, "all_reduce", "ring", 8, 8, n, facts.one_process("a100"))
        yield Point(name, shown(n), Judged(us * 1e-6, interval))


def one_process_nvls(rate: float, platform: str, generation: str, system: str, n: float) -> Interval:
    """A ring up to 1 MiB, a reduction in the switch from 2 MiB, as the library's log says."""
    if n <= MIB:
        ring = {"nvlink": facts.nvlink_ring(rate, system, fast_to="1 MiB")}
        return stated(ring, "all_reduce", "ring", 8, 8, n, facts.one_process(platform))
    switch = {"nvlink": in_switch(rate, 8, generation, system)}
    # 6.6 us: the tuner's base time of a ring, which a reduction in the switch does not have.
    return stated(switch, "all_reduce", WIRE, 8, 8, n, facts.one_process(platform, base=6.6))


WIRE = {"name": "in_network", "efficiency": "1"}
"""The share reached is stated on the path."""


def h200() -> Iterator[Found]:
    name = "h200x8_allreduce_nvls"
    for n, busbw in tables()[name]["rows"]:
        interval = one_process_nvls(450, "h200", "hopper", H100, n)
        yield Point(name, shown(n), Judged(all_reduce_s(8, n, busbw), interval))


def b200() -> Iterator[Found]:
    name = "b200_allreduce_1n_4n"
    for n, one, four in tables()[name]["rows"]:
        interval = one_process_nvls(900, "b200", "blackwell", GB200, n)
        yield Point(name, f"1 node, {shown(n)}", Judged(all_reduce_s(8, n, one), interval))
        label = f"4 nodes, {shown(n)}"
        if n < 32 * MIB:
            yield LeftOut(name, label, "start-up over this fabric rules the time and is nowhere stated")
            continue
        hop = ("2.8 us", "14 us")
        paths = {"nvlink": facts.nvlink_ring(900, GB200), "efa": path(50, NIC, hop, inside=False)}
        interval = stated(paths, "all_reduce", "hierarchical_rs_ar_ag", 32, 8, n, facts.one_process("b200"))
        yield Point(name, label, Judged(all_reduce_s(32, n, four), interval))


def h20() -> Iterator[Found]:
    name = "h20x8_allreduce"
    nvlink = {"nvlink": facts.nvlink_ring(450, H100)}
    for n, us in tables()[name]["rows"]:
        # T0 of calls from a process for each GPU, as the measured series of H100 and A100 have it.
        interval = stated(nvlink, "all_reduce", "ring", 8, 8, n, ("4.5 us", "9.7 us"))
        yield Point(name, shown(n), Judged(us * 1e-6, interval))


def h200_large() -> Iterator[Found]:
    name = "h200_collectives_16GiB"
    for collective, algorithm, busbw in tables()[name]["rows"]:
        n, factor = 16 * GIB, 1.75 if collective == "all_reduce" else 0.875
        seconds = factor * n / busbw * 1e-9
        launch = facts.one_process("h200")
        if algorithm == "NVLS":
            interval = stated({"nvlink": in_switch(450, 8, "hopper", H100)}, collective, WIRE, 8, 8, n, launch)
        else:
            ring = {"nvlink": facts.nvlink_ring(450, H100, collective)}
            interval = stated(ring, collective, "ring", 8, 8, n, launch)
        yield Point(name, f"{collective} {algorithm.split()[0]}", Judged(seconds, interval))


def mi300x() -> Iterator[Found]:
    name = "mi300x_mesh_allreduce"
    for ranks, n, busbw in tables()[name]["rows"]:
        xgmi = {"xgmi": path(448, MESH, ONE_WAY)}
        xgmi["xgmi"]["link"]["ports"] = "7"
        interval = stated(xgmi, "all_reduce", "full_mesh", ranks, ranks, n)
        yield Point(name, f"{ranks} ranks, {shown(n)}", Judged(all_reduce_s(ranks, n, busbw), interval))


def mscclpp() -> Iterator[Found]:
    name = "mscclpp_ci_a100"
    paths = {"nvlink": path(300, SWITCHED, ONE_WAY), "hdr": path(25, NIC, ACROSS, inside=False)}
    across = {
        "allgather": ("all_gather", "hierarchical_inter_first"),
        "allreduce": ("all_reduce", "hierarchical_rs_ar_ag"),
    }
    for kernel, ranks, n, us in tables()[name]["rows"]:
        collective, algorithm = across.get(kernel, ("all_to_all", ""))
        if ranks == 8:
            interval = stated({"nvlink": paths["nvlink"]}, collective, "full_mesh", 8, 8, n)
        elif kernel == "alltoall":  # to every rank at once
            interval = overlapped_or_not(
                [moved(25, NIC, n * 8 / 16, ACROSS), moved(300, SWITCHED, n * 7 / 16, ONE_WAY)]
            )
        else:
            small = "hierarchical_pipeline_mesh" if n < MIB else algorithm
            interval = stated(paths, collective, small, 16, 8, n)
        yield Point(name, f"{kernel} {ranks} ranks, {shown(n)}", Judged(us * 1e-6, interval))


def low_latency() -> Iterator[Found]:
    name = "deepep_v1_lowlatency_rdma"
    for ranks, dispatch, combine in tables()[name]["rows"]:
        for what, us, each in (("dispatch", dispatch, 7408), ("combine", combine, 14336)):
            wire = 128 * 8 * each * (ranks - 1) / ranks
            interval = moved(50, NIC, wire, ACROSS)
            yield Point(name, f"{what} EP {ranks}", Judged(us * 1e-6, interval))


EXPERT_KERNELS = {
    "H800": (153 / 200 * 7 / 8, 158 / 200 * 7 / 8),
    "B200": tuple(rate / 900 * 7 / 8 for rate in (726, 740, 643, 675)),
    "MI300X": (307 / 448, 330 / 448),
    "MI355X": (345 / 535.5, 420 / 535.5),
}
"""Shares of the nominal rate that kernels of expert exchanges reach inside a node, own rank's bytes taken off."""


def expert_share(judged: str) -> Share:
    """The range over the OTHER platforms."""
    others = [share for platform, each in EXPERT_KERNELS.items() if platform != judged for share in each]
    return Share(max(others), min(others))


def distinct(parts: int, groups: int = 8, picked: int = 4, experts: int = 256, top_k: int = 8) -> float:
    """Expected distinct ranks or nodes of a token's experts, drawn from ``picked`` of ``groups`` groups of experts.

    Every part holds whole groups, or every group whole parts.
    """
    pool = experts * picked // groups
    if parts >= groups:
        among, each = parts * picked // groups, experts // parts
        return among * (1.0 - comb(pool - each, top_k) / comb(pool, top_k))
    held, total = groups // parts, comb(groups, picked)
    found = 0.0
    for mine in range(1, min(held, picked) + 1):
        ways = comb(held, mine) * comb(groups - held, picked - mine) / total
        each = mine * experts // groups
        found += ways * (1.0 - comb(pool - each, top_k) / comb(pool, top_k))
    return parts * found


def expert_exchange() -> Iterator[Found]:
    name = "deepep_v1_normal"
    share = expert_share("H800")
    for version, ranks, dispatch, combine in tables()[name]["rows"]:
        for what, rate, each in (("dispatch", dispatch, 7392), ("combine", combine, 14336)):
            label = f"{what} EP {ranks}, {version[:10]}"
            if "corrected" in version:
                yield LeftOut(name, label, "withdrawn by its publisher a day later")
                continue
            token, nodes = 4096.0 * each, ranks // 8
            # Inside one node the published test does not limit the groups of a token.
            copies = distinct(ranks, picked=8 if nodes == 1 else 4)
            inside = moved(200, share, token * copies * 7 / 8, ONE_WAY)
            if nodes == 1:
                yield Point(name, label, Judged(token * copies / rate * 1e-9, inside))
                continue
            copies = distinct(nodes)
            across = moved(50, NIC, token * copies * (nodes - 1) / nodes, ACROSS)
            seconds = token * copies / rate * 1e-9
            yield Point(name, label, Judged(seconds, overlapped_or_not([across, inside])))


def expert_exchange_v2() -> Iterator[Found]:
    name = "deepep_v2"
    for arch, nic, topology, dispatch, combine, units in tables()[name]["rows"]:
        for what, rate in (("dispatch", dispatch), ("combine", combine)):
            label, n = f"{what} {arch} {topology}, {units} SMs", 1e9
            if nic == "-":
                interval = moved(900, expert_share("B200"), n * 7 / 8, ONE_WAY)
            else:
                nodes = int(topology.split("x")[1])
                # The stages inside are said to be hidden behind the network: the NIC alone is judged.
                interval = moved(50, NIC, n * (nodes - 1) / nodes, ACROSS)
            yield Point(name, label, Judged(n / rate * 1e-9, interval))


def rails() -> Iterator[Found]:
    name = "uccl_alltoall_rail"
    yield LeftOut(name, "across rails, all sizes", "no figure of another source says what leaving a rail costs")
    for kib, _, aligned in tables()[name]["rows"]:
        label = f"on rails, {kib} KiB"
        if kib < 128:
            yield LeftOut(name, label, "how many messages are in flight is not stated, and start-ups rule")
            continue
        yield Point(name, label, Judged(1e9 / aligned * 1e-9, moved(50, NIC, 1e9)))


def one_to_one() -> Iterator[Found]:
    name = "p2p_link_efficiency"
    for link, nominal, measured in tables()[name]["rows"]:
        yield Point(name, link, Judged(1e9 / measured * 1e-9, moved(nominal, ONE_TO_ONE, 1e9)))


def expectations() -> Iterator[Found]:
    name = "nccl_expectations"
    rows = dict(tables()[name]["rows"])
    n = 8 * GIB
    for label, rate in (("8x H100 AllReduce, NVLS", 450), ("8x H800 AllReduce, NVLS", 200)):
        interval = stated({"nvlink": in_switch(rate, 8, "hopper", H100)}, "all_reduce", WIRE, 8, 8, n)
        yield Point(name, label, Judged(all_reduce_s(8, n, rows[label]), interval))
    label = "3 nodes of 8x A100, 4 HDR a node, AllReduce"
    paths = {"nvlink": path(300, SWITCHED, ONE_WAY), "hdr": path(100, NIC, ACROSS, inside=False)}
    paths["hdr"]["link"]["per"] = "node"
    interval = stated(paths, "all_reduce", "hierarchical_rs_ar_ag", 24, 8, n)
    yield Point(name, label, Judged(all_reduce_s(24, n, rows[label]), interval))


def scaling_book() -> Iterator[Found]:
    name = "scaling_book_gpu"
    for collective, algorithm, n, us in tables()[name]["rows"]:
        if algorithm == "ring":
            paths = {"nvlink": facts.nvlink_ring(450, H100, collective)}
            interval = stated(paths, collective, "ring", 8, 8, n, ("4.5 us", "9.7 us"))
        else:
            paths = {"nvlink": in_switch(450, 8, "hopper", H100)}
            interval = stated(paths, collective, WIRE, 8, 8, n, ("4.5 us", "9.7 us"))
        yield Point(name, f"{collective} {algorithm}, {shown(n)}", Judged(us * 1e-6, interval))
    name = "scaling_book_tpu"
    for n, us in tables()[name]["rows"]:
        # Without a wrap the far end's shard passes three links of 45 GB/s, one after the other: a ring's rounds.
        interval = stated({"ici": path(45, NEIGHBOUR, ("1 us", "1 us"))}, "all_gather", "ring", 4, 4, n)
        yield Point(name, shown(n), Judged(us * 1e-6, interval))


def rack() -> Iterator[Found]:
    for ranks, n, busbw in tables()["platforms"]["rows"]:
        paths = {"nvlink": in_switch(900, ranks, "blackwell", GB200)}
        interval = stated(paths, "all_reduce", WIRE, ranks, ranks, n)
        yield Point("platforms", f"GB200 x {ranks}, {shown(n)}", Judged(all_reduce_s(ranks, n, busbw), interval))


TABLES: tuple[Callable[[], Iterator[Found]], ...] = (
    *(a100, h200, b200, h20, h200_large, mi300x, mscclpp, low_latency, expert_exchange, expert_exchange_v2),
    *(rails, one_to_one, expectations, scaling_book, rack),
)

LEFT_OUT: list[Found] = [
    LeftOut("allreduce_4node_unspecified", "20 sizes", "the hardware is not stated"),
    LeftOut("trn_nccom_example", "5 sizes", "neither ranks nor hardware are stated; the time falls as n grows"),
    LeftOut("nccl_expectations", "16x H20, 4 B to 1 KB", "start-up of NVLSTree is known from the tuner alone"),
    LeftOut("nccl_expectations", "p5en, 16 GiB", "the number of nodes is not stated"),
    LeftOut("nccl_expectations", "NIC rates, thresholds of health checks", "facts of platforms and lower limits"),
    LeftOut("scaling_book_gpu", "worked answers", "results of the same formula, nothing measured"),
    LeftOut("scaling_book_tpu", "worked answers", "results of the same formula, nothing measured"),
    LeftOut("deepseek_isca25", "times of a token", "results of the same formula, nothing measured"),
    LeftOut("deepseek_isca25", "latencies and shares", "facts of platforms, used as parameters"),
    LeftOut("taccl_alpha_beta", "both systems", "facts of platforms, no collective was timed"),
    LeftOut("nccl_tuning_constants", "all", "facts of the library, used as parameters"),
    LeftOut("nccl_protocols_paper", "all", "facts of the library, no collective was timed"),
    LeftOut("ubep_cm384", "all", "latencies of single accesses, no collective was timed"),
    LeftOut("volume_formulas", "all", "volumes, no times"),
    LeftOut("platforms", "Gaudi3, MI300X and MI355X exchanges", "what the printed bandwidth counts is not defined"),
]
