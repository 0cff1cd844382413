"""Copies and skew from a routing that was seen, in the place of even routing."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

Counts = NDArray[np.int64]


def distinct_places(routing: ArrayLike, experts: int, places: int) -> Counts:
    """Distinct places that each token goes to, counted; shape (tokens,).

    ``routing`` is (tokens, top_k): the numbers of the experts chosen, from 0; negative ones are dropped choices.
    Consecutive experts lie on one place. Experts 0, 1 and 4 of eight on four places: 2. Raises ValueError for an
    expert that does not exist or when the places do not hold equally many experts.
    """
    chosen = np.asarray(routing, dtype=np.int64)
    if experts % places or chosen.ndim != 2 or bool((chosen >= experts).any()):
        raise ValueError(f"routing of shape {chosen.shape} over {experts} experts on {places} places")
    place = np.where(chosen < 0, -1, chosen // (experts // places))
    place.sort(axis=1)
    counts: Counts = np.sum(np.diff(place, axis=1, prepend=-1) > 0, axis=1, dtype=np.int64)
    return counts


def mean_copies(histogram: Mapping[int, float]) -> float:
    """Mean copies per token from a histogram {distinct places: tokens}: {4: 3, 5: 1} gives 4.25."""
    tokens = sum(histogram.values())
    if tokens <= 0 or min(histogram.values()) < 0 or min(histogram) < 0:
        raise ValueError("a histogram of distinct places needs tokens")
    return sum(places * count for places, count in histogram.items()) / tokens


def place_loads(tokens_per_expert: ArrayLike, places: int) -> NDArray[np.float64]:
    """Copies that each place receives [1], shape (places,), from those of each expert, shape (experts,)."""
    loads = np.asarray(tokens_per_expert, dtype=np.float64)
    if loads.ndim != 1 or len(loads) % places or not bool((loads >= 0).all()) or loads.sum() <= 0:
        raise ValueError(f"loads of shape {loads.shape} on {places} places")
    summed: NDArray[np.float64] = loads.reshape(places, -1).sum(axis=1)
    return summed


def skew(tokens_per_expert: ArrayLike, places: int) -> float:
    """The largest load of a place over the mean load [1]: loads 3, 1, 2, 2 on two places give 1, on four 1.5."""
    loads = place_loads(tokens_per_expert, places)
    return float(loads.max() / loads.mean())


def expected_distinct_of(tokens_per_expert: ArrayLike, places: int, top_k: int) -> float:
    """Expected distinct places of a token [1] when experts are not equally popular.

    The choice is the one of the largest entropy that gives the experts about these loads; equal loads give
    ``moe.expected_distinct`` exactly. Raises ValueError when an expert got more copies than there are tokens.
    """
    place_loads(tokens_per_expert, places)
    loads = np.asarray(tokens_per_expert, dtype=np.float64)
    chance = top_k * loads / loads.sum()
    if float(chance.max()) >= 1.0:
        raise ValueError("an expert received every token, or more copies than tokens")
    odds = (chance / (1.0 - chance)).reshape(places, -1)
    odds = odds / odds.max()
    every = _choices(odds.reshape(-1), top_k)
    without = [_choices(np.delete(odds, place, axis=0).reshape(-1), top_k) for place in range(places)]
    return places - sum(without) / every


def _choices(odds: NDArray[np.float64], top_k: int) -> float:
    """Sum over all choices of ``top_k`` of the product of their odds: an elementary symmetric polynomial."""
    sums = np.zeros(top_k + 1)
    sums[0] = 1.0
    for weight in odds:
        sums[1:] += weight * sums[:-1]
    return float(sums[top_k])
