"""Every published figure beside the interval stated for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from estimator.estimate.result import Interval
from tests.published import exchanges
from tests.published.constants import Constants, Range
from tests.published.machine import either, moved, overlapped_or_not, path, stated
from tests.published.observed import constants, series, start_class, stream_group
from tests.published.score import Judged
from tests.published.tables import Row, Table, collectives, records, shown, tables
from tests.published.ways import MESSAGE, Leg, Way, plain_group, ways_across, ways_inside


class Point(NamedTuple):
    """One published figure [s] and the interval stated for it."""

    table: str
    label: str
    judged: Judged


@cache
def every(apart: bool = False) -> tuple[Point, ...]:
    """All figures of all tables; ``apart``: the tables of a figure's own platform are not looked at."""
    return tuple(point for table in tables().values() for point in judged(table, apart))


def judged(table: Table, apart: bool) -> Iterator[Point]:
    """The figures of one table."""

    def known(platform: str) -> Constants:
        return constants(platform if apart else "")

    for row in collectives([table]):
        yield Point(row.table, row.label, Judged(row.seconds, timed(row, known(row.platform))))
    yield from _others(table, known)


def timed(row: Row, known: Constants) -> Interval:
    """The interval of a collective."""
    if row.kernels:
        return by_kernels(row, known)
    if row.nodes == 1:
        starts = start_classes(row)
        return either([way.timed(row.n, known) for start in starts for way in ways_inside(row, start)])
    if row.collective == "all_to_all":
        return straight(row, known, known.start("exchange, process each"))
    best, worst = ([way.timed(row.n, known) for way in ways] for ways in ways_across(row))
    return Interval(min(each.optimistic for each in best), max(each.conservative for each in worst))


def start_classes(row: Row) -> list[str]:
    """The classes of start-up that a log leaves open."""
    if row.machine.inside == "line":
        return [MESSAGE]
    return [start_class(row)] if row.started else ["process each", "one process"]


def straight(row: Row, known: Constants, launch: Range) -> Interval:
    """An exchange that sends to every rank at once, inside and across."""
    per_node = row.ranks // row.nodes
    far, near = (row.ranks - per_node) / row.ranks, (per_node - 1) / row.ranks
    across = moved(row.nic, known.share("nic"), row.n * far, known.start("message across"), launch)
    inside = moved(row.machine.rate, known.share(plain_group(row)), row.n * near, known.start("message inside"))
    return overlapped_or_not([across, inside])


def by_kernels(row: Row, known: Constants) -> Interval:
    """Kernels written for the machine and started from a graph: to all peers at once, small messages straight away."""
    if row.nodes == 1:
        straight_to_all = (Leg("switch", row.machine.rate),)
        return Way(row.collective, "direct", row.ranks, 1, straight_to_all, MESSAGE).timed(row.n, known)
    inside = path(row.machine.rate, known.share("switch"), known.start(MESSAGE))
    if row.collective == "all_to_all":
        return straight(row, known, Range(0.0, 0.0))
    across = path(row.nic, known.share("nic"), known.start("message across"), inside=False)
    algorithm = {"all_gather": "hierarchical_inter_first", "all_reduce": "hierarchical_rs_ar_ag"}[row.collective]
    small = "hierarchical_pipeline_mesh" if row.n < 2**20 else algorithm
    return stated({"in": inside, "out": across}, row.collective, small, row.ranks, row.nodes, row.n)


def _others(table: Table, known: exchanges.Known) -> Iterator[Point]:
    form = table.get("form", "")
    if form in exchanges.FORMS:
        for label, seconds, interval in exchanges.FORMS[form](table, known):
            yield Point(table["table"], label, Judged(seconds, interval))
    for record in records(table) if form == "stream" else ():
        share = known(record["platform"]).share(stream_group(record), alone=True)
        interval = moved(record["nominal_GBps"] * 1e9, share, 1e9)
        yield Point(
            table["table"], f"{record['platform']} {record['link']}", Judged(1 / record["measured_GBps"], interval)
        )
    if form == "rails":
        for record in records(table):
            if record["message_KiB"] >= 128:
                interval = moved(50e9, known(table["platform"]).share("nic", alone=True), 1e9)
                label = f"on rails, {shown(record['message_KiB'] * 1024)}"
                yield Point(table["table"], label, Judged(1 / record["rail_aligned_GBps"], interval))


def series_apart() -> list[tuple[str, Judged]]:
    """The measured series of machines with switched links, each by platform, told from other platforms' tables."""
    return [
        (row.platform, Judged(row.seconds, timed(row, constants(row.platform))))
        for row in series()
        if row.machine.inside == "switch"
    ]
