"""What a law says of a size, of ranks that were not measured, and of another collective on the same path.

A round moves one share, so that at one share the time grows by the same amount with every round: from 2 and 6 rounds
on two and four ranks to 14 on eight. AllReduce, AllGather and ReduceScatter of a system lie on one such line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import exp, hypot, isfinite, log, sqrt
from typing import NamedTuple

from estimator.evidence.bands import Band, band
from estimator.evidence.regimes import Fit, Range, RegimeLine
from estimator.evidence.steps import shared, steps
from estimator.phrase import phrase

SAME_PATH = 0.7
"""Bandwidth that more ranks must keep for a series to be one path."""
IN_SWITCH = 5
"""Devices from which on libraries reduce in a switch that can."""
LEAST_SHARE = 0.3
"""Share of the larger time below which a line through two says that the two contradict each other."""
MOST_LOG = 700.0
"""Logarithm of the widest band: beyond it exp has no number."""
STEP = 2.0
"""Factor between the shares at which an edge may lie for another collective."""


class Predicted(NamedTuple):
    """Seconds of one call: nine in ten lie between ``low`` and ``high``; ``notes`` say what was not measured."""

    n: float
    ranks: int
    low: float
    median: float
    high: float
    notes: tuple[str, ...] = ()


class RefusedError(ValueError):
    """Why a law says nothing of a case."""


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
        low, middle, high = _Extended(fit, ranks, wanted).ends(n)
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
        if collective == "all_reduce" and ranks >= IN_SWITCH > max(fit.ranks):
            yield "a switch that reduces may be used from five devices on, and be faster"
    if collective != fit.key.collective:
        yield phrase("from {collective}", collective=fit.key.collective)


def _place(fit: Fit, share: float) -> tuple[int, bool]:
    """The range of a share, and whether the share lies in the gap between it and the next."""
    place = max(0, sum(one.least <= share for one in fit.ranges) - 1)
    return place, place + 1 < len(fit.ranges) and share > fit.ranges[place].largest


def _line(fit: Fit, place: int, ranks: int) -> RegimeLine:
    """The line of a number of ranks in a range, or in the nearest range that has one."""
    near = sorted(range(len(fit.ranges)), key=lambda other: abs(other - place))
    return next(fit.ranges[other].lines[ranks] for other in near if ranks in fit.ranges[other].lines)


class _Side(NamedTuple):
    """The time on measured ranks at one share: the quicker line, the slower one in a gap, band, leverage."""

    middle: float
    slower: float
    band: Band
    leverage: float


def _side(fit: Fit, n: float, ranks: int) -> _Side:
    share = fit.share(ranks, n)
    place, gap = _place(fit, share)
    line = _line(fit, place, ranks)
    both = [line.seconds(n)] + ([_line(fit, place + 1, ranks).seconds(n)] if gap else [])
    middle = min(both)
    return _Side(middle, max(both), band(fit, share, line.start > 0.5 * middle), min(line.leverage(n), 4.0))


def _measured(fit: Fit, n: float, ranks: int) -> tuple[float, float, float]:
    """Low, median and high on ranks that were measured; in the gap at an edge from one line to the other."""
    side = _side(fit, n, ranks)
    grown = sqrt(1.0 + side.leverage)
    return side.middle * _exp(-side.band.below * grown), side.middle, side.slower * _exp(side.band.above * grown)


class _Extended:
    """Times on other ranks, or of another collective: on the line through two measured numbers of ranks."""

    def __init__(self, fit: Fit, ranks: int, collective: str) -> None:
        self.fit, self.ranks, self.collective = fit, ranks, collective
        self.rounds = steps(collective, ranks).rounds
        known = [steps(fit.key.collective, each).rounds for each in fit.ranks]
        upper = min(max(sum(each < self.rounds for each in known), 1), len(known) - 1)
        self.pair = fit.ranks[upper - 1], fit.ranks[upper]
        self.weight = (self.rounds - known[upper - 1]) / (known[upper] - known[upper - 1])
        self.most = known[upper]
        self.beyond = self.rounds > known[-1]

    def ends(self, n: float) -> tuple[float, float, float]:
        """Low, median and high [s]. What the law leaves open adds to the errors of the fit, which add in squares.

        Raises RefusedError where the times on the two numbers of ranks contradict each other.
        """
        share = n / self.ranks
        first, second = (_side(self.fit, share * each, each) for each in self.pair)
        middle = self._joined(first.middle, second.middle)
        if middle is None:
            few, more = self.pair
            raise RefusedError(
                phrase(
                    "the times on {few} and {more} ranks contradict each other: a call of "
                    "{rounds:.3g} rounds would take next to nothing; measure again",
                    few=few,
                    more=more,
                    rounds=self.rounds,
                )
            )
        shares = (1.0 - self.weight) * first.middle / middle, self.weight * second.middle / middle
        nearer = min(max(self.weight, 0.0), 1.0)
        found = []
        for end in (0, 1):
            own = (1.0 - nearer) * first.band[end] ** 2 + nearer * second.band[end] ** 2
            for side, part in ((first, shares[0]), (second, shares[1])):
                own += (part * side.band[end if part > 0.0 else 1 - end]) ** 2 * side.leverage
            found.append(sqrt(own))
        each = [middle, *self._others(n, share)]
        return min(each) * _exp(-found[0]), middle, max(each) * _exp(found[1])

    def _joined(self, first: float, second: float) -> float | None:
        """The time on the line through two; None where it falls so far below them that they contradict each other."""
        least = LEAST_SHARE * max(first, second) * min(1.0, self.rounds / self.most)
        time = (1.0 - self.weight) * first + self.weight * second
        return time if time >= least else None

    def _on(self, *places: int, share: float) -> list[float]:
        """The times at a share if the lines of each range held there, as far as these do not contradict each other."""
        found = []
        for place in places:
            first, second = (_line(self.fit, place, each).seconds(share * each) for each in self.pair)
            time = self._joined(first, second)
            found += [] if time is None else [time]
        return found

    def _others(self, n: float, share: float) -> Iterator[float]:
        """Times that other laws give which go through the same measured ones."""
        place, gap = _place(self.fit, share)
        if self.collective != self.fit.key.collective and self.ranks in self.fit.ranks:
            yield self._part_of_own(n, place)
        if self.collective == self.fit.key.collective and self.beyond:
            yield self._same_change(n, place)
        if place:
            yield from sorted(self._on(place - 1, place, share=share))[:1]
        if gap:
            yield from self._on(place + 1, share=share)
        most = max(self.ranks / max(self.fit.ranks), 1.0)
        reach = most if self.collective == self.fit.key.collective else max(most, STEP)
        if place + 1 < len(self.fit.ranges) and share * reach * 1.001 >= self.fit.ranges[place].largest:
            yield from sorted(self._on(place + 1, place, share=share))[-1:]

    def _part_of_own(self, n: float, place: int) -> float:
        """Start-up by the rounds, and of the transfer on the same ranks the share of the bytes."""
        lines = [_line(self.fit, place, each) for each in self.pair]
        start = max((1.0 - self.weight) * lines[0].start + self.weight * lines[1].start, 0.0)
        own = _line(self.fit, place, self.ranks).slope / steps(self.fit.key.collective, self.ranks).volume
        return start + own * steps(self.collective, self.ranks).volume * n

    def _same_change(self, n: float, place: int) -> float:
        """Start-up and bandwidth change with every doubling of the ranks by the factor of the last one."""
        few, more = self.pair
        doublings = log(self.ranks / more) / log(more / few)
        lines = [_line(self.fit, place, each) for each in self.pair]
        rates = [line.slope / steps(self.collective, each).volume for line, each in zip(lines, self.pair, strict=True)]
        start = lines[1].start * ((lines[1].start / lines[0].start) ** doublings if lines[0].start > 0.0 else 1.0)
        rate = rates[1] * ((rates[1] / rates[0]) ** doublings if rates[0] > 0.0 else 1.0)
        return start + rate * steps(self.collective, self.ranks).volume * n


def _outside(fit: Fit, n: float, ends: tuple[float, float, float]) -> tuple[float, float]:
    """Wider ends beyond the measured sizes, by 10 % for every factor e that the size lies outside."""
    low, middle, high = ends
    edge = fit.sizes[0] if n < fit.sizes[0] else fit.sizes[1]
    far = abs(log(n / edge))
    above, below = (log(high) - log(middle), log(middle) - log(low) if low > 0.0 else MOST_LOG)
    return middle * _exp(-hypot(below, 0.1 * far)), middle * _exp(hypot(above, 0.1 * far))


def _exp(power: float) -> float:
    """The factor of a band, as far as there is a number for it."""
    return exp(min(power, MOST_LOG))
