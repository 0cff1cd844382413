"""What the buffers hold, and what must come out."""

from __future__ import annotations

from typing import Any

from run_plan.base import FLOATS, INTEGERS

PERIOD = 1 << 23
"""Places after which the hash of a place comes again."""
STEP = 37
"""How far the values of neighbouring ranks are apart in the table."""


class Pattern:
    """Values that tell every rank and every place apart: value(rank, i) = table[(hash(i) + 37 rank) mod 256].

    ``whole``: small whole numbers whose sum over all ranks is exact in the type, in whatever order they are added.
    Otherwise fractions, and a sum may miss by (ranks - 1) unit roundoffs of the sum of all values. Elements without a
    reduction must come out as they went in.
    """

    def __init__(self, numpy: Any, carrier: str, ranks: int, redop: str | None, seed: int, whole: bool = True) -> None:
        self.np, self.ranks, self.redop, self.seed = numpy, ranks, redop, seed
        self.bits = FLOATS[carrier][1] if carrier in FLOATS else 8 * INTEGERS[carrier] - 1
        number = numpy.arange(256)
        spread = (number * 167 + 13) % 256
        if not whole:
            half = 2 ** (self.bits - 1)  # fractions that the type holds exactly, with as many bits as it has
            self.table = (half + (spread * (half // 256) + spread) % half) / (2.0 * half)
        elif redop in ("sum", "avg"):
            self.table = self._summed(spread)
        elif redop == "prod":
            self.table = numpy.where(spread % max(8, ranks // 3) == 0, 2, 1)
        else:
            self.table = spread % min(2**self.bits, 127)
        self.whole = whole

    def _summed(self, spread: Any) -> Any:
        """Values whose sum over the ranks stays below 2 ** bits: of many ranks most hold 0."""
        most = min(2**self.bits, 2**24)
        turns = -(-self.ranks // 256)
        high = most // min(self.ranks, 256) // turns
        if high >= 1:
            return spread % (min(high, 100) + 1)
        return self.np.where(spread < most // turns, 1, 0)

    def values(self, rank: int, start: int, stop: int) -> Any:
        """What rank ``rank`` holds at start .. stop."""
        return self.table[(hashes(self.np, self.seed + start, stop - start).astype(self.np.int64) + STEP * rank) % 256]

    def reduced(self) -> tuple[Any, Any]:
        """The least and the greatest right result of the reduction for each hash, as the type holds them."""
        shift = STEP * self.np.arange(self.ranks)
        each = self.table[(self.np.arange(256)[:, None] + shift[None, :]) % 256]
        join = {"sum": "sum", "avg": "sum", "prod": "prod", "min": "min", "max": "max"}[self.redop or "sum"]
        wanted = getattr(each, join)(axis=1)
        if self.redop in ("min", "max", "prod") or (self.whole and self.redop != "avg"):
            return wanted, wanted
        roundoff = 2.0**-self.bits
        wide = (self.ranks - 1) * roundoff / max(1.0 - (self.ranks - 1) * roundoff, 0.5)
        if self.bits == 53:
            wide *= 2.0  # what is wanted was added in doubles itself
        if self.redop == "avg":
            allowed = self.np.abs(each).sum(axis=1) / self.ranks * (wide + 2 * roundoff)
            return self._held(wanted / self.ranks, allowed)
        return self._held(wanted, self.np.abs(each).sum(axis=1) * wide)

    def _held(self, wanted: Any, allowed: Any) -> tuple[Any, Any]:
        """The numbers of the type that are next to the ends of wanted +- allowed, inside."""
        ends = []
        for end, inside in ((wanted - allowed, self.np.ceil), (wanted + allowed, self.np.floor)):
            _, power = self.np.frexp(end)
            ends.append(self.np.ldexp(inside(self.np.ldexp(end, self.bits - power)), power - self.bits))
        return ends[0], ends[1]


def hashes(numpy: Any, start: int, count: int) -> Any:
    """The hash of the places start .. start + count: 0 .. 255."""
    i = numpy.arange(start % PERIOD, start % PERIOD + count, dtype=numpy.uint64)
    return (((i * numpy.uint64(2654435761)) >> numpy.uint64(15)) & numpy.uint64(255)).astype(numpy.uint8)
