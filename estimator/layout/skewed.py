"""The send matrix of an uneven exchange, from a seed, a skew and a number of peers that get nothing.

Anyone can rebuild it: a linear congruential generator shuffles the destinations into an order of popularity, the r-th
of which gets a share r**-z, and every source sends the same shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from estimator.cost.options import Matrix
from estimator.phrase import phrase

MULTIPLIER, INCREMENT, MODULUS = 6364136223846793005, 1442695040888963407, 2**64
"""The generator: state = (MULTIPLIER * state + INCREMENT) mod MODULUS, the seed being the first state. Source: Knuth's
MMIX, The Art of Computer Programming volume 1 fascicle 1."""
HALVINGS = 200
"""Bisections for the exponent: far more than a double can tell apart."""
STEEP = 1024.0
"""The largest exponent: 2**-z is then next to nothing beside 1."""


@dataclass(frozen=True, slots=True)
class Skewed:
    """How an exchange between ``ranks`` is uneven: ``skew`` is the busiest destination's load over the mean load [1].

    ``zero_peers``: destinations that get nothing. Between 1 and ``ranks - zero_peers`` destinations get something; with
    k of p left out the skew is p / (p - k) at least, and p at most. A skew of 1 is the even load, in which nobody is
    left out.
    """

    ranks: int
    skew: float
    seed: int = 7
    zero_peers: int = 0

    @property
    def refusal(self) -> str | None:
        """Why there is no such exchange; None where there is."""
        if self.zero_peers >= self.ranks:
            return phrase(
                "{zero_peers} of {ranks} ranks cannot all get nothing", zero_peers=self.zero_peers, ranks=self.ranks
            )
        if self.skew > self.ranks:
            return phrase("a skew of {skew:g} is more than the {ranks} ranks", skew=self.skew, ranks=self.ranks)
        if self.skew != 1.0 and self.skew < self.least * (1.0 - 1e-12):
            left = self.ranks - self.zero_peers
            return phrase(
                "{left} of {ranks} ranks that get something make a skew of {least:.4g} at least",
                left=left,
                ranks=self.ranks,
                least=self.least,
            )
        return None

    @property
    def least(self) -> float:
        """The skew when all destinations that get something get as much [1]: 128 / 127 with one left out of 128."""
        return self.ranks / (self.ranks - self.zero_peers)

    @property
    def order(self) -> tuple[int, ...]:
        """The destinations, the most popular first: a Fisher-Yates shuffle from the last place to the second.

        The place that is swapped in comes from the high 32 bits of the state, modulo the places left. Four ranks from
        seed 7: 1, 3, 2, 0.
        """
        found, state = list(range(self.ranks)), self.seed
        for left in range(self.ranks, 1, -1):
            state = (MULTIPLIER * state + INCREMENT) % MODULUS
            other = (state >> 32) % left
            found[left - 1], found[other] = found[other], found[left - 1]
        return tuple(found)

    @property
    def shares(self) -> tuple[float, ...]:
        """What each destination gets of what a source sends, the most popular first [1]; they add up to 1.

        The first gets skew / p. Four ranks, skew 2, one left out: 1/2, 0.29, 0.21, 0 with z = 0.788.
        """
        if self.skew == 1.0:
            return (1.0 / self.ranks,) * self.ranks
        served = range(1, self.ranks - self.zero_peers + 1)
        z = self._exponent(served)
        weights = [float(place**-z) for place in served]
        total = sum(weights)
        return tuple(weight / total for weight in weights) + (0.0,) * self.zero_peers

    def _exponent(self, served: range) -> float:
        """The exponent z by bisection: the first share 1 / sum(r**-z) rises with z from 1 / served to 1."""
        wanted = self.ranks / self.skew
        low, high = 0.0, STEEP
        for _ in range(HALVINGS):
            z = (low + high) / 2.0
            if sum(place**-z for place in served) > wanted:
                low = z
            else:
                high = z
        return (low + high) / 2.0

    def row(self, elements: int) -> tuple[int, ...]:
        """What every source sends to each rank, of ``elements`` in all: the largest remainders are rounded up.

        Of equal remainders the more popular destination's counts first. 16 elements, four ranks, skew 2, seed 7, one
        left out: rank 1 gets 8, rank 3 gets 5, rank 2 gets 3, rank 0 nothing.
        """
        exact = [share * elements for share in self.shares]
        counts = [floor(one) for one in exact]
        by_remainder = sorted(range(self.ranks), key=lambda place: (counts[place] - exact[place], place))
        for place in by_remainder[: elements - sum(counts)]:
            counts[place] += 1
        sent = [0] * self.ranks
        for rank, count in zip(self.order, counts, strict=True):
            sent[rank] = count
        return tuple(sent)

    def matrix(self, elements: int, width: float = 1.0) -> Matrix:
        """The send matrix [byte] of sources that send ``elements`` of ``width`` bytes each; all rows are alike."""
        row = tuple(count * width for count in self.row(elements))
        return (row,) * self.ranks
