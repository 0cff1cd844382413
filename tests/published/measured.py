"""Measured series of single nodes: parameters from two and four ranks predict eight, AllReduce predicts the others."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from estimator.cost.entries.catalogue import find
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import stages
from estimator.evidence.fit import Fit, Sample, fit
from estimator.evidence.predict import MORE_RANKS, OTHER_COLLECTIVE, changes_path, predict
from tests.published.score import Judged

DATA = Path(__file__).parent / "data" / "nccl_single_node.json"
ALGORITHMS = {"all_reduce": "ring", "all_gather": "ring", "reduce_scatter": "ring", "all_to_all": "pairwise"}
NAMES = {"alltoall": "all_to_all"}
LARGE = 2.0**20


class Time(NamedTuple):
    """One measured time [s] of one system; ``n`` canonical [byte]."""

    system: str
    collective: str
    ranks: int
    n: float
    seconds: float


class Prediction(NamedTuple):
    """What was stated for one measured time."""

    time: Time
    judged: Judged


def times(path: Path = DATA) -> list[Time]:
    """Every time of the carried-over series, or of a CSV file with the columns of the source's tables."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [time for row in csv.DictReader(file) for time in [_time(row)] if time.collective in ALGORITHMS]
    data = json.loads(path.read_text("utf-8"))
    found = []
    for system, _, _, table, collective, _, ranks, values in data["series"]:
        for n, value in zip(data["sizes_B"], values, strict=True):
            found.append(Time(f"{system} {table}", collective, ranks, float(n), value * 1e-6))
    return found


def _time(row: Mapping[str, str]) -> Time:
    collective = NAMES.get(row["collective"], row["collective"])
    seconds = float(row["time_us"]) * 1e-6
    return Time(f"{row['system']} {row['table']}", collective, int(row["ranks"]), float(row["size_bytes"]), seconds)


def coefficients(collective: str, ranks: int) -> tuple[float, float]:
    """Rounds and volume [n] of the catalogue's algorithm on one node."""
    entry = find(collective, ALGORITHMS[collective])
    assert entry is not None
    plan = stages(entry.on(Group.on((Level("node"),), (ranks,))))
    return sum(stage.rounds for stage in plan), sum(stage.volume for stage in plan)


def samples(found: Iterable[Time]) -> list[Sample]:
    """The times as the fit takes them."""
    return [Sample(*coefficients(t.collective, t.ranks), t.ranks, t.n, t.seconds) for t in found]


def series(found: Iterable[Time]) -> dict[tuple[str, str], list[Time]]:
    """The times by system and collective."""
    grouped: dict[tuple[str, str], list[Time]] = {}
    for time in found:
        grouped.setdefault((time.system, time.collective), []).append(time)
    return grouped


def more_ranks(found: Sequence[Time], known: tuple[int, ...] = (2, 4), asked: int = 8) -> Iterator[Prediction | str]:
    """Times on ``asked`` ranks from a fit of fewer; a line of text for a series that is not extrapolated."""
    for (system, collective), every in series(found).items():
        wanted = [time for time in every if time.ranks == asked]
        seen = [time for time in every if time.ranks in known]
        if not wanted:
            continue
        if {time.ranks for time in seen} != set(known):
            yield f"{system} {collective}: not measured on {' and '.join(map(str, known))} ranks"
            continue
        found_fit = fit(samples(seen))
        if changes_path(found_fit):
            yield f"{system} {collective}: path changes with p, not extrapolated ({_rates(found_fit)})"
            continue
        for time in wanted:
            interval = predict(found_fit, *coefficients(collective, asked), asked, time.n, MORE_RANKS)
            yield Prediction(time, Judged(time.seconds, interval))


def other_collectives(found: Sequence[Time]) -> Iterator[Prediction]:
    """AllGather and ReduceScatter from a fit of the same system's AllReduce on the same numbers of ranks."""
    grouped = series(found)
    for (system, collective), every in grouped.items():
        source = grouped.get((system, "all_reduce"))
        if collective not in ("all_gather", "reduce_scatter") or source is None:
            continue
        found_fit = fit(samples(source))
        for time in every:
            if time.ranks in found_fit.slowness:
                rounds, volume = coefficients(collective, time.ranks)
                interval = predict(found_fit, rounds, volume, time.ranks, time.n, OTHER_COLLECTIVE)
                yield Prediction(time, Judged(time.seconds, interval))


def _rates(found: Fit) -> str:
    return ", ".join(f"{1e-9 / each.value:.1f} GB/s on {ranks}" for ranks, each in sorted(found.slowness.items()))
