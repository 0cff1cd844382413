"""What the tables show of every constant, table by table: shares, start-ups, knees, each with its platform."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import sqrt

import numpy as np

from tests.published import measured
from tests.published.constants import STEPS, Constants, Seen
from tests.published.tables import GIB, KIB, Row, Table, collectives, machines, records, tables
from tests.published.ways import Way, band, ideal, steps_of, ways_across, ways_inside

SMALL = 32 * KIB
"""Up to this size a call is start-up."""
PLATEAU = GIB / 2
"""From this size on a library reaches what it can."""
SYSTEMS = {"a100_sxm": "A100", "h100_sxm": "H100", "gb200": "GB200", "l40s": "L40S"}
CURVE = 8
"""Sizes that make a curve."""
STARTING = 0.05
"""Share of a time below which the transfer does not count."""


@cache
def constants(without: str = "") -> Constants:
    """The constants of all classes, from the tables of all other platforms."""
    return Constants(everything(), without)


@cache
def everything() -> tuple[Seen, ...]:
    """All that is seen in all tables."""
    rows = [*collectives(tables().values()), *series()]
    return (*from_curves(rows), *per_step(), *from_streams(), *of_messages(), *of_kernels())


def series() -> Iterator[Row]:
    """The measured series as rows; an AllReduce on H100 may be reduced in the switch."""
    for time in measured.times():
        platform = SYSTEMS[time.system.split()[0]]
        machine = machines()[platform]
        way = "ring" if time.collective != "all_reduce" or platform == "A100" else ""
        yield Row(
            time.system,
            platform,
            machine,
            time.collective,
            way,
            time.ranks,
            1,
            time.n,
            time.seconds,
            started="process each",
        )


def from_curves(rows: Iterable[Row]) -> Iterator[Seen]:
    """Shares, start-ups and knees of libraries, from the rows of one collective on one group."""
    curves: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        if not row.kernels:
            way = "" if "in_switch_from_B" in tables().get(row.table, {}) else row.way
            curves.setdefault((row.table, row.platform, row.collective, way, row.ranks, row.nodes), []).append(row)
    for curve in curves.values():
        yield from _of_curve(sorted(curve, key=lambda row: row.n))


def _of_curve(curve: list[Row]) -> Iterator[Seen]:
    last = curve[-1]
    ways = ways_seen(last)
    if not ways:
        return
    way, open_ways = ways[0], len(ways) > 1
    best = max((row for row in curve if row.n >= PLATEAU), key=lambda row: row.n / row.seconds, default=None)
    share = None if best is None else ideal(way, best.n) / best.seconds
    small = [
        row.seconds for row in curve if ideal(way, row.n) < STARTING * (share or 1.0) * row.seconds and row.n <= SMALL
    ]
    if small and last.started:
        yield Seen("start", way.start, last.platform, tuple(small), steps_of(way))
    if share is None or open_ways:
        return
    if last.nodes == 1:
        yield Seen("share", way.legs[0].group, last.platform, (share,))
    if small and len(curve) >= CURVE:
        yield from _knees(curve, way, share, float(np.median(small)))


def _knees(curve: list[Row], way: Way, share: float, start: float) -> Iterator[Seen]:
    """What k each size needs beside the curve's own start-up and share, by class."""
    found: dict[str, list[float]] = {}
    for row in curve:
        moving = ideal(way, row.n) / share
        if moving > STARTING * start:
            factor = (row.seconds - start - moving) / sqrt(start * moving)
            found.setdefault(f"{way.knee}, {band(moving, start)}", []).append(factor)
    for group, factors in found.items():
        yield Seen("knee", group, curve[0].platform, tuple(factors))


def ways_seen(row: Row) -> list[Way]:
    """The ways whose constants a row may show; none where no algorithm is known to be taken."""
    if row.nodes > 1:
        return [] if row.collective == "all_to_all" else ways_across(row._replace(way="ring"))[0][:1]
    return ways_inside(row, start_class(row))


def start_class(row: Row) -> str:
    """The class of a call's start-up."""
    if row.nodes > 1:
        return f"across, {row.fabric}"
    return f"exchange, {row.started}" if row.collective == "all_to_all" else row.started


def from_streams() -> Iterator[Seen]:
    """Shares of links and NICs between two devices."""
    for table in tables().values():
        if table.get("form") == "stream":
            for record in records(table):
                share = record["measured_GBps"] / record["nominal_GBps"]
                yield Seen("share", stream_group(record), record["platform"], (share,))
        if table.get("form") == "rails":
            shares = [record["rail_aligned_GBps"] / 50 for record in records(table) if record["message_KiB"] >= 128]
            yield Seen("share", "nic", table["platform"], tuple(shares))


def stream_group(record: Table) -> str:
    """The class of a link: a link of a mesh under one stream is one under a collective."""
    return "no switch" if record["class"] == "mesh link" else str(record["class"])


def per_step() -> Iterator[Seen]:
    """The share of a library's start-up that grows with the steps, of each measured system, for a ring of eight."""
    found: dict[str, list[tuple[int, float]]] = {}
    for row in series():
        if row.collective != "all_to_all" and row.n <= 4 * KIB:
            steps = steps_of(ways_inside(row, "process each")[0])
            found.setdefault(row.platform, []).append((steps, row.seconds))
    for platform, times in found.items():
        steps_of_all, seconds = np.transpose(times)
        alpha, launch = np.polyfit(steps_of_all, seconds, 1).tolist()
        yield Seen("per step", "", platform, (STEPS * alpha / (launch + STEPS * alpha),))


def of_messages() -> Iterator[Seen]:
    """Start-ups of single messages and kernels."""
    for record in records(tables()["single_start_ups"]):
        yield Seen("start", record["class"], record["platform"], (record["time_us"] * 1e-6,))


def of_kernels() -> Iterator[Seen]:
    """Shares of kernels of expert exchange inside a node, own rank's bytes taken off; start-ups of exchange kernels."""
    for record in records(tables()["expert_kernels"]):
        own = 7 / 8 if record["counted"] else 1.0
        share = record["reached_GBps"] / record["nominal_GBps"] * own
        yield Seen("share", "expert kernels", record["platform"], (share,))
    # What a dispatch of 128 tokens takes beyond its bytes at the best rate of a NIC.
    table = tables()["deepep_v1_lowlatency_rdma"]
    smallest = [
        r["dispatch_us"] * 1e-6 - 128 * 8 * 7408 * (r["ranks"] - 1) / r["ranks"] / 48.5e9 for r in records(table)
    ]
    yield Seen("start", "exchange kernel", table["platform"], tuple(smallest))
    # A library's exchange of 512 B is a kernel too.
    for row in series():
        if row.collective == "all_to_all" and row.n == 512 and row.ranks == 8:
            yield Seen("start", "exchange kernel", row.platform, (row.seconds,))
