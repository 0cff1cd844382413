"""How well intervals did over many held-out times: inside and width together, and the error of the median."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from tests.held_out.cuts import LARGE, Stated


class Score(NamedTuple):
    """Times, share inside, median and 90th percentile of the widths, errors as medians over the series.

    ``error`` and ``p95`` are medians over the series of their median error and its 95th percentile.
    """

    points: int
    inside: float
    width: float
    p90: float
    error: float
    p95: float


def score(found: Sequence[Stated]) -> Score:
    """The score of at least one time."""
    widths = [one.width for one in found]
    series = grouped(found, lambda one: f"{one.source.name} {one.point.ranks}").values()
    middles = [(float(np.median(each)), float(np.quantile(each, 0.95))) for each in map(_errors, series)]
    error, p95 = (float(np.median(column)) for column in zip(*middles, strict=True))
    inside = sum(one.inside for one in found) / len(found)
    return Score(len(found), inside, float(np.median(widths)), float(np.quantile(widths, 0.9)), error, p95)


def _errors(found: Iterable[Stated]) -> list[float]:
    return [one.error for one in found]


def grouped(found: Iterable[Stated], key: Callable[[Stated], str]) -> dict[str, list[Stated]]:
    """The times by a name, in the order they were met."""
    groups: dict[str, list[Stated]] = {}
    for one in found:
        groups.setdefault(key(one), []).append(one)
    return groups


def by_size(found: Iterable[Stated]) -> dict[str, list[Stated]]:
    """From 1 MiB on and below."""
    return grouped(found, lambda one: "from 1 MiB" if one.point.n >= LARGE else "below 1 MiB")
