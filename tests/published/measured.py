"""Measured series of single nodes judge the fits: sizes, ranks and collectives that are held out of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import log10
from pathlib import Path
from typing import NamedTuple

import numpy as np

from estimator.estimate.result import Interval
from estimator.evidence.predict import Predicted, RefusedError, predict
from estimator.evidence.regimes import Fit, fit
from estimator.evidence.series import Key, Point, Series
from tests.published.score import Judged

DATA = Path(__file__).parent / "data" / "nccl_single_node.json"
COLLECTIVES = ("all_reduce", "all_gather", "reduce_scatter", "all_to_all")
NAMES = {"alltoall": "all_to_all"}
LARGE = 2.0**20


class Time(NamedTuple):
    """One measured time [s] of one system; ``n`` canonical [byte]."""

    system: str
    collective: str
    ranks: int
    n: float
    seconds: float
    dtype: str = ""


class Prediction(NamedTuple):
    """What was stated for one measured time: the interval and the median [s]."""

    time: Time
    judged: Judged
    median: float

    @property
    def error(self) -> float:
        """Distance of the median from the time, as a share of the time."""
        return abs(self.median / self.time.seconds - 1.0)


Name = tuple[str, str, str]


def times(path: Path = DATA) -> list[Time]:
    """Every time of the carried-over series, or of a CSV file with the columns of the source's tables."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [time for row in csv.DictReader(file) for time in [_time(row)] if time.collective in COLLECTIVES]
    data = json.loads(path.read_text("utf-8"))
    found = []
    for system, _, _, table, collective, dtype, ranks, values in data["series"]:
        for n, value in zip(data["sizes_B"], values, strict=True):
            found.append(Time(f"{system} {table}", collective, ranks, float(n), value * 1e-6, dtype))
    return found


def _time(row: Mapping[str, str]) -> Time:
    collective = NAMES.get(row["collective"], row["collective"])
    seconds = float(row["time_us"]) * 1e-6
    system = f"{row['system']} {row['table']}"
    return Time(system, collective, int(row["ranks"]), float(row["size_bytes"]), seconds, row["dtype"])


def fitted(found: Iterable[Time]) -> Fit:
    """The law of times of one system, collective and element type."""
    found = list(found)
    points = sorted(Point(time.ranks, int(time.n), time.seconds) for time in found)
    return fit(Series(Key(found[0].collective), tuple(points)))


def series(found: Iterable[Time]) -> dict[Name, list[Time]]:
    """The times by system, collective and element type."""
    grouped: dict[Name, list[Time]] = {}
    for time in found:
        grouped.setdefault((time.system, time.collective, time.dtype), []).append(time)
    return grouped


def _stated(time: Time, found: Predicted) -> Prediction:
    return Prediction(time, Judged(time.seconds, Interval(found.low, found.high)), found.median)


def more_ranks(found: Sequence[Time], known: tuple[int, ...] = (2, 4), asked: int = 8) -> Iterator[Prediction | str]:
    """Times on ``asked`` ranks from a fit of fewer; a line of text for a series that is not extrapolated."""
    for name, every in series(found).items():
        wanted = [time for time in every if time.ranks == asked]
        seen = [time for time in every if time.ranks in known]
        if not wanted:
            continue
        try:
            law = fitted(seen)
            yield from [_stated(time, predict(law, time.n, asked)) for time in wanted]
        except (RefusedError, IndexError) as error:
            yield f"{' '.join(name)}: {error}"


def other_collectives(found: Sequence[Time]) -> Iterator[Prediction | str]:
    """AllGather and ReduceScatter from a fit of the same system's AllReduce on the same numbers of ranks."""
    grouped = series(found)
    for (system, collective, dtype), every in grouped.items():
        source = grouped.get((system, "all_reduce", dtype))
        if collective not in ("all_gather", "reduce_scatter") or source is None:
            continue
        law = fitted(source)
        try:
            yield from [_stated(time, predict(law, time.n, time.ranks, collective)) for time in every]
        except RefusedError as error:
            yield f"{system} {collective} {dtype}: {error}"


def sizes_held_out(found: Sequence[Time], held_out: Callable[[int, float], bool]) -> Iterator[Prediction]:
    """Sizes of one number of ranks from the others: ``held_out`` says which, by place and size."""
    for every in series(found).values():
        for ranks in sorted({time.ranks for time in every}):
            own = sorted((time for time in every if time.ranks == ranks), key=lambda time: time.n)
            wanted = [time for place, time in enumerate(own) if held_out(place, time.n)]
            seen = [time for time in own if time not in wanted]
            law = fitted(seen)
            yield from (_stated(time, predict(law, time.n)) for time in wanted)


def every_other(place: int, _n: float) -> bool:
    """Every other size is held out."""
    return place % 2 == 1


def decade(power: int) -> Callable[[int, float], bool]:
    """The sizes from 10**power on, below ten times that, are held out."""
    return lambda _place, n: power <= log10(n) < power + 1


def errors(found: Iterable[Prediction]) -> dict[Name, tuple[float, float]]:
    """Median and 95th percentile of the errors of each series."""
    grouped: dict[Name, list[float]] = {}
    for one in found:
        grouped.setdefault((one.time.system, one.time.collective, f"{one.time.dtype} {one.time.ranks}"), []).append(
            one.error
        )
    return {name: (float(np.median(each)), float(np.quantile(each, 0.95))) for name, each in grouped.items()}
