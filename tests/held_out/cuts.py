"""What is held out of a series and predicted from the rest: sizes, a decade of sizes, numbers of ranks, collectives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import log10
from typing import NamedTuple

from estimator.evidence.fitting.predict import predict
from estimator.evidence.fitting.regimes import Fit, fit
from estimator.evidence.fitting.series import Point, Series
from estimator.evidence.fitting.sides import RefusedError
from tests.held_out.material import Source

LARGE = 2.0**20
DECADES = range(-1, 13)
"""Powers of ten of the sizes."""
LEAST_SEEN = 5


class Stated(NamedTuple):
    """What was stated of one measured time: the ends and the median [s]."""

    source: Source
    point: Point
    low: float
    median: float
    high: float

    @property
    def inside(self) -> bool:
        """Whether the interval holds the time."""
        return self.low <= self.point.seconds <= self.high

    @property
    def width(self) -> float:
        """Larger end over smaller."""
        return self.high / max(self.low, 1e-30)

    @property
    def error(self) -> float:
        """Distance of the median from the time, as a share of the time."""
        return abs(self.median / self.point.seconds - 1.0)


class Refusal(NamedTuple):
    """Why a series says nothing of what was held out."""

    source: Source
    why: str


def every_other(sources: Iterable[Source]) -> Iterator[Stated | Refusal]:
    """Every second size of each number of ranks, from the sizes between."""
    for source in sources:
        yield from _sizes(source, lambda place, _n: place % 2 == 1)


def decades(sources: Iterable[Source]) -> Iterator[Stated | Refusal]:
    """Each decade of sizes that lies inside the measured ones, from all others."""
    for source in sources:
        for power in DECADES:
            yield from _sizes(source, _decade(power), between=True)


def _decade(power: int) -> Callable[[int, float], bool]:
    return lambda _place, n: power <= log10(n) < power + 1


def _sizes(source: Source, held_out: Callable[[int, float], bool], between: bool = False) -> Iterator[Stated | Refusal]:
    for ranks in source.series.ranks:
        own = [point for point in source.series.points if point.ranks == ranks]
        wanted = [point for place, point in enumerate(own) if held_out(place, point.n)]
        seen = [point for point in own if point not in wanted]
        if not wanted or len(seen) < LEAST_SEEN:
            continue
        if between and not seen[0].n < wanted[0].n <= wanted[-1].n < seen[-1].n:
            continue
        law = fit(Series(source.series.key, tuple(seen)))
        for point in wanted:
            try:
                yield stated(source, law, point)
            except RefusedError as error:
                yield Refusal(source, str(error))


def stated(source: Source, law: Fit, point: Point, collective: str | None = None) -> Stated:
    """The prediction of one measured time."""
    found = predict(law, point.n, point.ranks, collective)
    return Stated(source, point, found.low, found.median, found.high)


def other_ranks(sources: Iterable[Source], known: tuple[int, ...], asked: int) -> Iterator[Stated | Refusal]:
    """Times on a number of ranks from a fit of others."""
    for source in sources:
        wanted = [point for point in source.series.points if point.ranks == asked]
        seen = tuple(point for point in source.series.points if point.ranks in known)
        if not wanted or {point.ranks for point in seen} != set(known):
            continue
        law = fit(Series(source.series.key, seen))
        try:
            yield from [stated(source, law, point) for point in wanted]
        except RefusedError as error:
            yield Refusal(source, str(error))


def other_collectives(sources: Iterable[Source]) -> Iterator[Stated | Refusal]:
    """AllGather and ReduceScatter from a fit of the same system's AllReduce on the same numbers of ranks."""
    sources = list(sources)
    of = {source.name: source for source in sources}
    for source in sources:
        collective = source.series.key.collective
        reduced = of.get(source.name.replace(collective, "all_reduce"))
        if collective not in ("all_gather", "reduce_scatter") or reduced is None:
            continue
        law = fit(reduced.series)
        try:
            yield from [stated(source, law, point, collective) for point in source.series.points]
        except RefusedError as error:
            yield Refusal(source, str(error))
