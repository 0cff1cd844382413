"""Measured times that judge the fits: series of single nodes, tables of logs that are carried over, or a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from estimator.evidence.fitting.series import Key, Point, Series, sorted_out
from estimator.jobs.inputs.logs import events, sources
from estimator.tools.readers.tokens import DTYPES
from estimator.tools.records import NOTHING_TOLD
from tests.published.measured import Time, times

LOGS = Path(__file__).parent / "data" / "logs.json"
LATER = LOGS.with_name("later.json")
"""Tables that nobody had looked at when the laws were chosen, of other systems."""
LEAST = 8
"""Points of a series that may do without half of them."""


class Source(NamedTuple):
    """One series; ``family``: which program printed it; ``system``: the machine, which is left out whole."""

    family: str
    system: str
    name: str
    series: Series


def measured(path: Path | None = None) -> list[Source]:
    """The series of single nodes, or those of a CSV file with the same columns."""
    grouped: dict[tuple[str, str, str], list[Time]] = {}
    for time in times(path) if path else times():
        grouped.setdefault((time.system, time.collective, time.dtype), []).append(time)
    return [_of_times(*name, found) for name, found in grouped.items()]


def _of_times(system: str, collective: str, dtype: str, found: Iterable[Time]) -> Source:
    found = list(found)
    points = sorted(Point(time.ranks, int(time.n), time.seconds) for time in found)
    key = Key(collective, "nccl-tests", found[0].device, dtype=DTYPES.get(dtype, dtype))
    return Source("measured", system.split()[0], f"{system} {collective} {dtype}", Series(key, tuple(points)))


def carried(path: Path = LOGS) -> list[Source]:
    """The tables of public logs that are carried over, one number of ranks each."""
    return list(_carried(path))


def _carried(path: Path) -> Iterator[Source]:
    for one in json.loads(path.read_text("utf-8"))["series"]:
        points = tuple(Point(one["ranks"], n, time * 1e-6) for n, time in one["points"])
        key = Key(one["collective"], one["tool"], one["machine"], several_nodes=(one["nodes"] or 1) > 1)
        name = f"{one['log']} {one['tool']} {one['collective']} {one['ranks']}"
        yield Source(one["tool"], one["machine"], name, Series(key, points))


def of_folder(folder: Path) -> list[Source]:
    """Every series in the logs of a folder, each once; what logs do not say may stand in a manifest beside them."""
    found: dict[tuple[Point, ...], Source] = {}
    paths = sorted(path for path in folder.iterdir() if path.suffix in (".raw", ".log", ".txt", ".out", ".csv"))
    for path in paths:
        for series in sorted_out(events(sources([path], NOTHING_TOLD))).series:
            for ranks in series.ranks:
                points = tuple(point for point in series.points if point.ranks == ranks)
                if len(points) >= LEAST:
                    name = f"{path.name} {series.key.collective} {ranks}"
                    alone = Series(series.key, points, series.sources)
                    found.setdefault(points, Source(series.key.tool, series.key.hardware or path.name, name, alone))
    return list(found.values())
