"""Several tables of one workload side by side: what another platform or another value changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from estimator.estimate.result import EstimateTable, Interval


class VariantTime(NamedTuple):
    """One time of one variant [s], over the same time of the first variant [1], and what limits it.

    ``ratio`` is None where the first variant's time is 0.
    """

    time: Interval
    ratio: tuple[float | None, float | None]
    limited_by: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the time is that of the first variant."""
        return all(ratio == 1.0 for ratio in self.ratio)


class VariantTimes(NamedTuple):
    """One operation, or the step's ``total`` or ``exposed`` time, under each variant in order."""

    name: str
    figures: tuple[VariantTime, ...]


class Comparison(NamedTuple):
    """Variants by name; the first is what the others are held against. ``step`` holds its total and exposed time."""

    tables: Mapping[str, EstimateTable]
    operations: tuple[VariantTimes, ...]
    step: tuple[VariantTimes, ...]


def compared(tables: Mapping[str, EstimateTable]) -> Comparison:
    """Put tables of the same operations side by side."""
    every = list(tables.values())
    operations = [
        VariantTimes(
            name, _figures((t.operations[name].time, t.operations[name].conservative.limited_by) for t in every)
        )
        for name in every[0].operations
    ]
    step = [
        VariantTimes("total", _figures((table.total, ()) for table in every)),
        VariantTimes("exposed", _figures((table.exposed, ()) for table in every)),
    ]
    return Comparison(tables, tuple(operations), tuple(step))


def _figures(found: Iterable[tuple[Interval, tuple[str, ...]]]) -> tuple[VariantTime, ...]:
    times = list(found)
    first = times[0][0]
    return tuple(
        VariantTime(time, (_over(time[0], first[0]), _over(time[1], first[1])), tuple(dict.fromkeys(limits)))
        for time, limits in times
    )


def _over(seconds: float, first: float) -> float | None:
    if first > 0.0:
        return seconds / first
    return 1.0 if seconds == 0.0 else None
