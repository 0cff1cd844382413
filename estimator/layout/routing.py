"""Copies and skew from a routing that was seen, in the place of even routing."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from estimator.phrase import phrase


def place_loads(tokens_per_expert: ArrayLike, places: int) -> NDArray[np.float64]:
    """Copies that each place receives [1], shape (places,), from those of each expert, shape (experts,)."""
    loads = np.asarray(tokens_per_expert, dtype=np.float64)
    if loads.ndim != 1 or len(loads) % places or not bool((loads >= 0).all()) or loads.sum() <= 0:
        raise ValueError(phrase("loads of shape {shape} on {places} places", shape=loads.shape, places=places))
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
    # Sums over all choices of the product of their odds, elementary symmetric polynomials: of every place the choices
    # that leave it out, and in the last row all.
    sums = np.zeros((places + 1, top_k + 1))
    sums[:, 0] = 1.0
    for place, own in enumerate(odds):
        for weight in own:
            weights = np.full((places + 1, 1), weight)
            weights[place] = 0.0
            sums[:, 1:] += weights * sums[:, :-1]
    return float(places - sums[:-1, top_k].sum() / sums[-1, top_k])
