"""What a law says of a size, of ranks that were not measured, and of another collective on the same path."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot, isfinite, log, sqrt
from typing import NamedTuple

from estimator.evidence.extended import Extended
from estimator.evidence.regimes import Fit, Range
from estimator.evidence.sides import MOST_LOG, RefusedError, factor, side
from estimator.evidence.steps import shared, steps
from estimator.evidence.switches import may_reduce
from estimator.phrase import phrase

SAME_PATH = 0.7
"""Bandwidth that more ranks must keep for a series to be one path."""


class Predicted(NamedTuple):
    """Seconds of one call: nine in ten lie between ``low`` and ``high``; ``notes`` say what was not measured."""

    n: float
    ranks: int
    low: float
    median: float
    high: float
    notes: tuple[str, ...] = ()


def predict(fit: Fit, n: float, ranks: int | None = None, collective: str | None = None) -> Predicted:
    """One call of n bytes. ``ranks``: those measured where only one number was; ``collective``: that of the series.

    Raises RefusedError for what the law cannot tell.
    """
    wanted = collective or fit.key.collective
    ranks = _ranks(fit, ranks)
    notes = tuple(_notes(fit, n, ranks, wanted))
    if ranks in fit.ranks and wanted == fit.key.collective:
        low, middle, high = _measured(fit, n, ranks)
    else:
        _allow(fit, ranks, wanted)
        low, middle, high = Extended(fit, ranks, wanted).ends(n)
    if not fit.sizes[0] <= n <= fit.sizes[1]:
        low, high = _outside(fit, n, (low, middle, high))
    if not isfinite(high):
        raise RefusedError("the times scatter so far that they tell nothing; measure again")
    return Predicted(n, ranks, low, middle, high, notes)


def changes_path(fit: Fit) -> bool:
    """Whether the bandwidth falls so far from one number of ranks to the next that the path is another one.

    324 GB/s on two ranks and 376 on four are one path; 20 and 5 are not.
    """
    each = [rate for ranks in fit.ranks if (rate := per_byte(fit, fit.ranges[-1], ranks)) is not None]
    return any(more > 0.0 and few / more < SAME_PATH for few, more in pairwise(each))


def per_byte(fit: Fit, one: Range, ranks: int) -> float | None:
    """1/B [s/B] of the bytes that pass a rank's port in a range; None where it has no such ranks."""
    line = one.lines.get(ranks)
    return None if line is None else line.slope / steps(fit.key.collective, ranks).volume


def _ranks(fit: Fit, ranks: int | None) -> int:
    if ranks is not None:
        return ranks
    if len(fit.ranks) > 1:
        known = ", ".join(map(str, fit.ranks))
        raise RefusedError(phrase("measured on {known} ranks; say on how many", known=known))
    return fit.ranks[0]


def _allow(fit: Fit, ranks: int, collective: str) -> None:
    """Raise RefusedError for an extrapolation that the law cannot carry."""
    if ranks < 2:
        raise RefusedError("a group has at least two ranks")
    if not (shared(fit.key.collective) and shared(collective)):
        raise RefusedError(
            phrase(
                "{collective} does not tell of {ranks} ranks or of {other}: algorithm not known",
                collective=fit.key.collective,
                ranks=ranks,
                other=collective,
            )
        )
    if "all_to_all" in collective and "all_to_all" not in fit.key.collective:
        raise RefusedError("an exchange of all pairs starts its messages in another way; measure it")
    if "all_to_all" in fit.key.collective and "all_to_all" not in collective:
        raise RefusedError("an exchange of all pairs does not tell of rings; measure one")
    if len(fit.ranks) < 2:
        raise RefusedError(
            phrase(
                "measured on {ranks} ranks alone: T0 and alpha cannot be told apart; measure another number",
                ranks=fit.ranks[0],
            )
        )
    if fit.key.several_nodes:
        raise RefusedError("over several nodes the path of more ranks is not known; measure it")
    if changes_path(fit):
        raise RefusedError("the path changes with the number of ranks: the bandwidth falls below 0.7 of that on fewer")


def _notes(fit: Fit, n: float, ranks: int, collective: str) -> Iterator[str]:
    if not fit.sizes[0] <= n <= fit.sizes[1]:
        yield "beyond the measured sizes"
    if ranks not in fit.ranks:
        yield "ranks not measured"
        if may_reduce(fit.key._replace(collective=collective), max(fit.ranks), ranks):
            yield "a switch that reduces may be used from five devices on, and be faster"
        if may_reduce(fit.key, min(fit.ranks), max(fit.ranks)):
            yield "measured below and above five devices, from which on a switch that reduces may be used"
    if collective != fit.key.collective:
        yield phrase("from {collective}", collective=fit.key.collective)


def _measured(fit: Fit, n: float, ranks: int) -> tuple[float, float, float]:
    """Low, median and high on ranks that were measured; in the gap at an edge from one line to the other."""
    one = side(fit, n, ranks, fit.split(ranks, n))
    grown = sqrt(1.0 + one.leverage)
    return one.middle * factor(-one.band.below * grown), one.middle, one.slower * factor(one.band.above * grown)


def _outside(fit: Fit, n: float, ends: tuple[float, float, float]) -> tuple[float, float]:
    """Wider ends beyond the measured sizes, by 10 % for every factor e that the size lies outside."""
    low, middle, high = ends
    edge = fit.sizes[0] if n < fit.sizes[0] else fit.sizes[1]
    far = abs(log(n / edge))
    above, below = (log(high) - log(middle), log(middle) - log(low) if low > 0.0 else MOST_LOG)
    return middle * factor(-hypot(below, 0.1 * far)), middle * factor(hypot(above, 0.1 * far))
