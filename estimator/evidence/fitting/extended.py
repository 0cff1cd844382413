"""Times on ranks that were not measured, or of another collective, on the line through two measured numbers of ranks.

A round moves one share, so that at one share the time grows by the same amount with every round: from 2 and 6 rounds
on two and four ranks to 14 on eight. AllReduce, AllGather and ReduceScatter of a system lie on one such line.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, log, sqrt

from estimator.evidence.fitting.places import line_of, range_of
from estimator.evidence.fitting.regimes import Fit, RegimeLine
from estimator.evidence.fitting.sides import MOST_LOG, RefusedError, Side, factor, side
from estimator.evidence.fitting.steps import exchanges, steps
from estimator.evidence.fitting.switches import FROM, may_reduce, volume
from estimator.phrase import phrase

LEAST_SHARE = 0.3
"""Share of the larger time below which a line through two says that the two contradict each other."""
STEP = 2.0
"""Factor between the shares at which an edge may lie for another collective."""
ROUNDING = 1.001
DOUBLING = frozenset({"osu", "imb"})
"""Tools of MPI, whose libraries double distances for small messages. Source: Thakur, Rabenseifner and Gropp, 2005."""


class Extended:
    """The line through two measured numbers of ranks, carried to ``ranks`` and ``collective``."""

    def __init__(self, fit: Fit, ranks: int, collective: str) -> None:
        self.fit, self.ranks, self.collective = fit, ranks, collective
        self.own = collective == fit.key.collective
        wanted = steps(collective, ranks)
        self.rounds, self.volume = wanted.rounds, wanted.volume
        known = [steps(fit.key.collective, each).rounds for each in fit.ranks]
        upper = min(max(sum(each < self.rounds for each in known), 1), len(known) - 1)
        self.pair = fit.ranks[upper - 1], fit.ranks[upper]
        self.weight = (self.rounds - known[upper - 1]) / (known[upper] - known[upper - 1])
        self.most = known[upper]
        self.inside = known[0] <= self.rounds <= known[-1]

    def ends(self, n: float) -> tuple[float, float, float]:
        """Low, median and high [s] of n bytes.

        What changes step by step (bandwidth and start-up with the ranks) adds in squares to the errors of the fit; of
        laws of which one or the other holds, the ends span both. Raises RefusedError where the times on the two
        numbers of ranks contradict each other.
        """
        at = self.fit.split(self.ranks, n)
        first, second = (side(self.fit, n / self.ranks * each, each, at, apart=True) for each in self.pair)
        middle = self._joined(first.middle, second.middle)
        if middle is None:
            raise RefusedError(self._contradiction())
        place, gap = range_of(self.fit, at)
        errors = self._errors(first, second, middle)
        drift = [log(middle / time) if time > 0.0 else MOST_LOG for time in self._drifting(n, place)]
        below, above = (
            hypot(errors[0], *(max(each, 0.0) for each in drift)),
            hypot(errors[1], *(min(each, 0.0) for each in drift)),
        )
        times = [middle, *self._other_laws(n, place, gap), *self._edges(n, at, place)]
        return min(times) * factor(-below), self._quicker(n, at, place, middle), max(times) * factor(above)

    def _contradiction(self) -> str:
        few, more = self.pair
        return phrase(
            "the times on {few} and {more} ranks contradict each other: a call of "
            "{rounds:.3g} rounds would take next to nothing; measure again",
            few=few,
            more=more,
            rounds=self.rounds,
        )

    def _errors(self, first: Side, second: Side, middle: float) -> list[float]:
        """How far a time may lie below and above its line, and the line from the truth, as logarithms."""
        shares = (1.0 - self.weight) * first.middle / middle, self.weight * second.middle / middle
        nearer = min(max(self.weight, 0.0), 1.0)
        found = []
        for end in (0, 1):
            own = (1.0 - nearer) * first.band[end] ** 2 + nearer * second.band[end] ** 2
            for one, part in ((first, shares[0]), (second, shares[1])):
                own += (part * one.band[end if part > 0.0 else 1 - end]) ** 2 * one.leverage
            found.append(sqrt(own))
        return found

    def _joined(self, first: float, second: float) -> float | None:
        """The time on the line through two; None where it falls so far below them that they contradict each other."""
        least = LEAST_SHARE * max(first, second) * min(1.0, self.rounds / self.most)
        time: float = (1.0 - self.weight) * first + self.weight * second
        return time if time >= least else None

    def _lines(self, place: int) -> tuple[RegimeLine, RegimeLine]:
        few, more = self.pair
        return line_of(self.fit, place, few, apart=True), line_of(self.fit, place, more, apart=True)

    def _start(self, place: int) -> float:
        first, second = self._lines(place)
        return max((1.0 - self.weight) * first.start + self.weight * second.start, 0.0)

    def _doubled(self, place: int) -> float:
        """Start-up that grows with every doubling of the ranks by the same amount."""
        few, more = self.pair
        first, second = self._lines(place)
        return max(first.start + (second.start - first.start) * log(self.ranks / few) / log(more / few), 0.0)

    def _rates(self, place: int) -> tuple[float, float]:
        """1/B [s/B] of the bytes that pass a port, on the two measured numbers of ranks."""
        few, more = (steps(self.fit.key.collective, ranks).volume for ranks in self.pair)
        first, second = self._lines(place)
        return first.slope / few, second.slope / more

    def _on(self, n: float, *places: int) -> list[float]:
        """The times if the lines of each range held there, sorted, without those that contradict each other."""
        found = []
        for place in places:
            sizes = (n / self.ranks * each for each in self.pair)
            time = self._joined(*(line.seconds(size) for line, size in zip(self._lines(place), sizes, strict=True)))
            found += [] if time is None else [time]
        return sorted(found)

    def _drifting(self, n: float, place: int) -> Iterator[float]:
        """Start-up and bandwidth change with every doubling of the ranks by the factor between the measured ones."""
        if not self.own or self.inside:
            return
        few, more = self.pair
        (first, second), rates = self._lines(place), self._rates(place)
        doublings = log(self.ranks / more) / log(more / few)
        start = second.start * ((second.start / first.start) ** doublings if first.start > 0.0 else 1.0)
        rate = rates[1] * ((rates[1] / rates[0]) ** doublings if rates[0] > 0.0 and rates[1] > 0.0 else 1.0)
        yield start + rate * self.volume * n

    def _other_laws(self, n: float, place: int, gap: bool) -> Iterator[float]:
        """Times by laws that may hold in place of the line."""
        start, rates = self._start(place), self._rates(place)
        if not self.own and self.ranks in self.fit.ranks:
            # Of the transfer on the same ranks the share of the bytes.
            slope = line_of(self.fit, place, self.ranks, apart=True).slope
            yield start + slope / steps(self.fit.key.collective, self.ranks).volume * self.volume * n
        if self.fit.key.tool in DOUBLING:
            yield from (time - start + self._doubled(place) for time in self._on(n, place))
        if exchanges(self.collective) and not self.inside and self.weight > 1.0:
            # One kernel posts the messages to all peers: its start-up need not grow.
            yield from (time - start + self._lines(place)[1].start for time in self._on(n, place))
        if self.own and self.weight < 0.0:
            # Downwards the line lives on a difference of two times; the bandwidth of the nearest ranks may stay.
            yield start + rates[0] * self.volume * n
        yield from self._switched(n, start, rates, place)
        if gap:
            yield from self._on(n, place + 1)

    def _switched(self, n: float, start: float, rates: tuple[float, float], place: int) -> Iterator[float]:
        """A switch that reduces may serve the ranks asked for, or those measured that lie on its side."""
        few, more = self.pair
        key = self.fit.key._replace(collective=self.collective)
        if may_reduce(key, max(self.fit.ranks), self.ranks):
            yield start + min(rates) * volume(self.ranks) * n
        elif may_reduce(self.fit.key, few, more):
            first, second = self._lines(place)
            if self.ranks < FROM:
                ring = second.slope * steps(self.fit.key.collective, more).volume / volume(more)
                sizes = n / self.ranks * few, n / self.ranks * more
                time = self._joined(first.seconds(sizes[0]), second.start + ring * sizes[1])
                yield from () if time is None else (time,)
            else:
                yield start + second.slope / volume(more) * volume(self.ranks) * n

    def _edges(self, n: float, at: float, place: int) -> Iterator[float]:
        """The times of the next ranges, as far as an edge may lie elsewhere than on the measured ranks."""
        if place:
            yield from self._on(n, place - 1, place)[:1]
        most = max(self.ranks / max(self.fit.ranks), 1.0)
        reach = most if self.own else max(most, STEP)
        if place + 1 < len(self.fit.ranges) and at * reach * ROUNDING >= self.fit.ranges[place].largest:
            yield from self._on(n, place + 1, place)[-1:]

    def _quicker(self, n: float, at: float, place: int, middle: float) -> float:
        """The median: just behind an edge the quicker of both lines, as libraries mean to choose."""
        reach = max(self.ranks / max(self.fit.ranks), 1.0)
        if place and at <= self.fit.ranges[place].least * reach * ROUNDING:
            return min([middle, *self._on(n, place - 1)])
        return middle
