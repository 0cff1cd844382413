"""Exchanges with experts: bytes of distinct ranks and nodes of a token, and the intervals of their kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import comb
from types import MappingProxyType

from estimator.estimate.result import Interval
from tests.published.constants import Constants
from tests.published.machine import moved, overlapped_or_not
from tests.published.tables import Table, records

Known = Callable[[str], Constants]
Timed = tuple[str, float, Interval]
"""Label, published seconds, interval."""
RATES = {"H800": 200e9, "B200": 900e9}
NIC = 50e9
DISPATCHED, COMBINED = 7392, 14336
"""Bytes of a copy of a token: FP8 with scales, BF16."""


def low_latency(table: Table, known: Known) -> Iterator[Timed]:
    """128 tokens to eight experts over RDMA alone, a copy per expert."""
    constants = known("H800")
    for record in records(table):
        ranks = record["ranks"]
        for what, us, each in (("dispatch", record["dispatch_us"], 7408), ("combine", record["combine_us"], COMBINED)):
            wire = 128 * 8 * each * (ranks - 1) / ranks
            yield f"{what} EP {ranks}", us * 1e-6, across(wire, constants)


def normal(table: Table, known: Known) -> Iterator[Timed]:
    """4096 tokens in the groups that a token is limited to; across nodes a copy per node."""
    constants = known("H800")
    for record in records(table):
        if "corrected" in record["version"]:
            continue  # withdrawn by its publisher a day later
        for what, each in (("dispatch", DISPATCHED), ("combine", COMBINED)):
            label = f"{what} EP {record['ranks']}, {record['version'][:10]}"
            yield label, *exchange(4096 * each, record["ranks"] // 8, record[f"{what}_GBps"], "H800", constants)


def again(table: Table, known: Known) -> Iterator[Timed]:
    """8192 tokens, across nodes the NIC alone: what runs inside is said to be hidden behind it."""
    for record in records(table):
        platform = {"SM90": "H800", "SM100": "B200"}[record["arch"]]
        nodes = int(record["topology"].split("x")[1]) if "x" in record["topology"] else 1
        for what, each in (("dispatch", DISPATCHED), ("combine", COMBINED)):
            label = f"{what} {record['arch']} {record['topology']}, {record['multiprocessors']} SMs"
            rate, constants = record[f"{what}_GBps"], known(platform)
            if nodes == 1:
                yield label, *exchange(8192 * each, 1, rate, platform, constants)
                continue
            n = 8192 * each * distinct(nodes, picked=8)
            yield label, n / rate * 1e-9, across(n * (nodes - 1) / nodes, constants)


def exchange(
    token_bytes: float, nodes: int, rate: float, platform: str, constants: Constants
) -> tuple[float, Interval]:
    """Seconds and interval of one exchange; ``rate`` [GB/s] of logical bytes, the own rank's or node's included."""
    # Inside one node the published test does not limit the groups of a token.
    inner = token_bytes * distinct(8 * nodes, picked=8 if nodes == 1 else 4) * 7 / 8
    start = constants.start("message inside")
    if nodes == 1:
        copies = distinct(8, picked=8)
        inside = moved(
            RATES[platform], constants.share("expert kernels"), inner, start, constants.start("exchange kernel")
        )
        return token_bytes * copies / rate * 1e-9, inside
    copies = distinct(nodes)
    inside = moved(RATES[platform], constants.share("expert kernels"), inner, start)
    return token_bytes * copies / rate * 1e-9, overlapped_or_not(
        [across(token_bytes * copies * (nodes - 1) / nodes, constants), inside]
    )


def across(wire: float, constants: Constants) -> Interval:
    """Bytes over a NIC, behind the start-up of a kernel."""
    return moved(
        NIC, constants.share("nic"), wire, constants.start("message across"), constants.start("exchange kernel")
    )


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


FORMS: Mapping[str, Callable[[Table, Known], Iterator[Timed]]] = MappingProxyType(
    {"deepep_v1_lowlatency_rdma": low_latency, "deepep_v1_normal": normal, "deepep_v2": again}
)
