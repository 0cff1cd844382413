"""Numbers beyond the range that they hold for: how far the conservative end widens (design rule 8)."""

from __future__ import annotations

from math import log2

from estimator.estimate.result import End, Origin
from estimator.spec.machine.valid import Valid

PER_RANKS, PER_SIZE = 1.10, 1.05
"""What an octave of ranks, and one of size, beyond the range costs [1]."""


def widening(valid: Valid | None, ranks: int, n: float) -> float:
    """The factor f >= 1 on a time, or under a rate, for a group of ``ranks`` and calls of ``n`` [byte].

    f = 1.10^r * 1.05^s, r and s the octaves beyond the range of ranks and of sizes, continuous: 1 inside. A number for
    8 .. 512 ranks, used for 4096: r = 3, f = 1.331.
    """
    if valid is None:
        return 1.0
    found = 1.0
    if valid.ranks is not None:
        found *= PER_RANKS ** _octaves(float(ranks), float(valid.ranks.low), float(valid.ranks.high))
    if valid.sizes is not None and n > 0.0:
        found *= PER_SIZE ** _octaves(n, valid.sizes.low, valid.sizes.high)
    return found


def _octaves(value: float, low: float, high: float) -> float:
    """Octaves by which a value lies outside low .. high [1]."""
    return max(0.0, log2(value / high), log2(low / value))


def extrapolated(end: End) -> tuple[Origin, ...]:
    """The numbers of an end that are used beyond their range, each place in the spec once, the furthest first."""
    used = (origin for key, origin in end.origins.items() if end.theta.get(key) and origin.widened > 1.0)
    found = {origin.spec_path: origin for origin in used}
    return tuple(sorted(found.values(), key=lambda origin: -origin.widened))
