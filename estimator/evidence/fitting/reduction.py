"""What a reduction adds to moving the same bytes: 1/gamma, where ReduceScatter and AllGather were both measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from estimator.evidence.fitting.law import Value, half_size, laws
from estimator.evidence.fitting.regimes import Fit


class Reduction(NamedTuple):
    """Seconds a byte that a rank reduces takes beside its transfer [s/B], from large messages on so many ranks.

    ``first`` and ``second`` are the places of the two fits.
    """

    first: int
    second: int
    ranks: int
    gamma: Value


def reductions(fits: Sequence[Fit]) -> tuple[Reduction, ...]:
    """Gamma of every pair of fits that differ in the collective alone, where it stands out from the errors.

    A ReduceScatter at 90 GB/s beside an AllGather at 100 GB/s: (p-1)/p n at 11.1 and 10 ps, so gamma is 1.1 ps a byte.
    """
    return tuple(found for place, one in enumerate(fits) for found in _beside(fits, place, one))


def _beside(fits: Sequence[Fit], place: int, one: Fit) -> Iterator[Reduction]:
    if one.key.collective != "reduce_scatter":
        return
    for other, gather in enumerate(fits):
        if gather.key != one.key._replace(collective="all_gather"):
            continue
        for ranks in sorted(set(one.ranks) & set(gather.ranks)):
            rates = [laws(fit)[-1].bandwidth.get(ranks) for fit in (one, gather)]
            if not (_rules(one, ranks) and _rules(gather, ranks)) or rates[0] is None or rates[1] is None:
                continue
            if min(*rates[0], *rates[1]) > 0.0:
                gamma = _difference(rates[0], rates[1])
                if gamma.low > 0.0:
                    yield Reduction(place, other, ranks, gamma)


def _rules(fit: Fit, ranks: int) -> bool:
    """Whether transfer is the larger part of the largest size: where start-up is, B is a guess, and gamma none."""
    last = [one.lines[ranks] for one in fit.ranges if ranks in one.lines][-1]
    half = half_size(last)
    return half is None or half <= max(point.n for point in fit.series.points if point.ranks == ranks)


def _difference(reducing: Value, moving: Value) -> Value:
    """1/B of one less that of the other: a rank reduces as many bytes as pass its port."""
    return Value(
        1.0 / reducing.value - 1.0 / moving.value,
        1.0 / reducing.high - 1.0 / moving.low,
        1.0 / reducing.low - 1.0 / moving.high,
    )
