"""What a law says of a size, of ranks that were not measured, and of another collective on the same path."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot, isfinite, log, sqrt
from typing import NamedTuple

from estimator.evidence.fitting.extended import DOUBLING, Extended
from estimator.evidence.fitting.places import line_of
from estimator.evidence.fitting.regimes import Fit
from estimator.evidence.fitting.sides import MOST_LOG, RefusedError, factor, side
from estimator.evidence.fitting.steps import shared, steps
from estimator.evidence.fitting.switches import may_reduce
from estimator.phrase import phrase

SAME_PATH = 0.7
"""Bandwidth that more ranks must keep, and start-up of a round that fewer must have, for a series to be one path."""

MORE_LINKS = 2.0
"""Bandwidth on more ranks over that on fewer beyond which they have links that the fewer had not."""
MOVING = 0.1
"""Share of the transfer in the time of the largest size from which its bandwidth is compared [1]."""
UNSEEN = 1e-6
"""Share of the time at the last size from which transfer or start-up is seen."""


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
        _seen(fit, n, ranks)
        low, high = _outside(fit, n, (low, middle, high))
    if not isfinite(high):
        raise RefusedError("the times scatter so far that they tell nothing; measure again")
    return Predicted(n, ranks, low, middle, high, notes)


def changes_path(fit: Fit) -> bool:
    """Whether the bandwidth falls or rises, or the start-up of a round grows, so far that the path is another one.

    324 GB/s on two ranks and 376 on four are one path; 20 and 5 are not, nor are 22 and 85, over one link and over
    several. 10 us in two rounds and 14 us in six are one, 10 us and 60 us are not.
    """
    slow = [per_byte(fit, ranks) for ranks in fit.ranks if _moves(fit, ranks)]
    if any(few > MORE_LINKS * more for few, more in pairwise(slow)):
        return True
    return any(few / more < SAME_PATH for few, more in [*pairwise(slow), *pairwise(_per_round(fit))] if more > 0.0)


def _gains_links(fit: Fit) -> bool:
    """Whether more ranks have so much more bandwidth that they have links which fewer have not.

    85 GB/s on four ranks and 135 on eight are that, of rings; where a switch reduces for the eight they need not be.
    """
    few, more = fit.ranks[:2]
    if may_reduce(fit.key, few, more) or not (_moves(fit, few) and _moves(fit, more)):
        return False
    return per_byte(fit, more) < SAME_PATH * per_byte(fit, few)


def per_byte(fit: Fit, ranks: int) -> float:
    """1/B [s/B] of the bytes that pass a rank's port, in the range of the largest sizes."""
    return line_of(fit, len(fit.ranges) - 1, ranks, apart=True).slope / steps(fit.key.collective, ranks).volume


def _moves(fit: Fit, ranks: int) -> bool:
    """Whether the transfer is a part of the time at the largest size that noise is not taken for."""
    line, n = line_of(fit, len(fit.ranges) - 1, ranks, apart=True), fit.sizes[1]
    return line.slope * n >= MOVING * line.seconds(n)


def _per_round(fit: Fit) -> list[float]:
    """Start-up of a round [s] by ranks, in the range of the smallest sizes."""
    lines = fit.ranges[0].apart
    return [lines[ranks].start / steps(fit.key.collective, ranks).rounds for ranks in fit.ranks if ranks in lines]


def _seen(fit: Fit, n: float, ranks: int) -> None:
    """Raise RefusedError beyond sizes that do not show what rules there: the bandwidth above, the start-up below."""
    larger = n > fit.sizes[1]
    lines = [
        line_of(fit, len(fit.ranges) - 1 if larger else 0, each)
        for each in ((ranks,) if ranks in fit.ranks else fit.ranks)
    ]
    if larger and any(line.slope * fit.sizes[1] <= UNSEEN * line.start for line in lines):
        raise RefusedError("no bandwidth is seen up to the largest size: what lies beyond it is not known; measure it")
    if not larger and any(line.start <= UNSEEN * line.slope * fit.sizes[0] for line in lines):
        raise RefusedError("no start-up is seen down to the least size: what lies below it is not known; measure it")


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
    if ranks < min(fit.ranks) and _gains_links(fit):
        raise RefusedError(
            "the bandwidth grows with the number of ranks: how many links fewer ranks have is not known; measure it"
        )
    if changes_path(fit):
        raise RefusedError(
            "the path changes with the number of ranks: the bandwidth falls below 0.7 of that on fewer or rises above "
            "twice that, or the start-up of a round grows as far"
        )


def _notes(fit: Fit, n: float, ranks: int, collective: str) -> Iterator[str]:
    if not fit.sizes[0] <= n <= fit.sizes[1]:
        yield "beyond the measured sizes"
    if ranks not in fit.ranks:
        yield "ranks not measured"
        if may_reduce(fit.key._replace(collective=collective), max(fit.ranks), ranks):
            yield "a switch that reduces may be used from five devices on, and be faster"
        if fit.key.tool in DOUBLING:
            yield "libraries of MPI double the distance in place of going round a ring for small messages"
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
