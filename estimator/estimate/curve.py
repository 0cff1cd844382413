"""T(n) of one operation over a range of sizes: what a figure draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array
from estimator.estimate.bound import bound_of
from estimator.estimate.case import Case
from estimator.estimate.ends import times
from estimator.estimate.operation import rival_cases
from estimator.spec.kept import kept
from estimator.spec.same import Same

POINTS = 97
"""Sizes on a curve: eight an octave over twelve octaves."""


class Curve(NamedTuple):
    """T(n) of one operation for a figure: sizes [byte] and seconds, of equal length; ``bound`` empty without a cut."""

    sizes: tuple[float, ...]
    optimistic: tuple[float, ...]
    conservative: tuple[float, ...]
    bound: tuple[float, ...]
    rivals: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]]


def sizes_around(n: float, points: int = POINTS) -> Array:
    """Sizes [byte] spread evenly on a log scale from n / 4096 (at least 1 byte) to 16 n."""
    return np.geomspace(max(1.0, n / 4096.0), max(2.0, n) * 16.0, points)


def curve(case: Case, sizes: Array | None = None) -> Curve:
    """The interval of one operation, its bound and its rivals over sizes n [byte] of all calls together.

    The parameters are those of the operation's own size: the curve shows the model, not the lookup by size.
    """
    return _around(Same(case)) if sizes is None else _over(case, np.asarray(sizes, dtype=np.float64))


@kept
def _around(case: Same[Case]) -> Curve:
    return _over(case.value, sizes_around(case.value.size.n))


def _over(case: Case, found: Array) -> Curve:
    low, high = both_ends(case, found)
    bound = bound_of(case.subject, case.known, 1.0).seconds * found
    rivals = {rival.subject.algorithm.name: both_ends(rival, found) for rival in rival_cases(case)}
    return Curve(
        tuple(found.tolist()),
        low,
        high,
        tuple(bound.tolist()) if bound.any() else (),
        rivals,
    )


def both_ends(case: Case, sizes: Array) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """(optimistic, conservative) seconds of a case over sizes n [byte] of all calls together."""
    low, high = times(case.work, case.low, sizes), times(case.work, case.high, sizes)
    return tuple(low.tolist()), tuple(high.tolist())


def at_size(case: Case, n: float) -> Case:
    """The operation at another size n [byte] of all calls together, parameters looked up for that size."""
    return replace(case, size=replace(case.size, n=n))
