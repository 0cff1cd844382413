"""How many ranges a series has and where their edges lie, by an information criterion.

N log(spread) + log(N) for every parameter, three for the place of an edge, which is searched for. Source: Zhang and
Siegmund, A modified Bayes information criterion, Biometrics 63 (2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np

from estimator.cost.form import Array
from estimator.evidence.fitting.lines import lines
from estimator.evidence.fitting.series import Series

MOST = 3
LEAST_SIZES = 2
"""Sizes of every number of ranks in a range."""
EDGE = 3.0
"""Parameters that the place of an edge counts for."""
NOISE = 0.01
"""Spread below which a better fit is no gain [1]."""
WIDE = 0.1
"""Residuals beyond which a point counts by its distance, not its square [1]."""
MOST_CUTS = 40
"""Places that an edge may have; more shares are thinned, evenly by their logarithm."""


class Table:
    """The points as arrays, and their shares in order."""

    def __init__(self, series: Series, by_share: bool) -> None:
        self.by_share = by_share
        self.collective = series.key.collective
        self.p = np.array([point.ranks for point in series.points])
        self.n = np.array([point.n for point in series.points], dtype=np.float64)
        self.times = np.array([point.seconds for point in series.points])
        self.shares = self.n / self.p if by_share else self.n
        self.known = np.unique(self.shares)
        self.rank = np.searchsorted(self.known, self.shares)

    def inside(self, low: int, high: int) -> Array:
        """1.0 for the points whose share is one of known[low:high]."""
        found: Array = ((self.rank >= low) & (self.rank < high)).astype(np.float64)
        return found

    def cuts(self) -> list[int]:
        """Where an edge may lie: before which of the known shares."""
        count = len(self.known)
        if count <= MOST_CUTS:
            return list(range(1, count))
        places = np.searchsorted(self.known, np.geomspace(self.known[0], self.known[-1], MOST_CUTS)[1:-1])
        return sorted({int(place) for place in places if 0 < place < count})


def best_split(table: Table) -> tuple[float, list[tuple[int, int]]]:
    """The information criterion, and the ranges as places in the known shares."""
    cuts, count, points = table.cuts(), len(table.known), len(table.times)
    bounds = [0, *cuts, count]
    spans = [(low, high) for place, low in enumerate(bounds) for high in bounds[place + 1 :]]
    losses = _losses(table, spans)
    best, answer = np.inf, [(0, count)]
    for number in range(1, MOST + 1):
        for inner in combinations(cuts, number - 1):
            edges = (0, *inner, count)
            parts = [losses.get(span) for span in pairwise(edges)]
            if any(part is None for part in parts):
                continue
            loss = sum(part[0] for part in parts if part)
            free = sum(part[1] for part in parts if part)
            if number > 1 and points <= free + number - 1:
                continue  # as many numbers as points: errors would be 0 whatever was measured
            used = free + EDGE * (number - 1)
            value = criterion(loss, used, points)
            if value < best - 1e-9:
                best, answer = value, list(pairwise(edges))
    return float(best), answer


def criterion(loss: float, used: float, points: int) -> float:
    """Less is better: the loss of so many points under a law of so many parameters."""
    return float(points * np.log(loss / points + NOISE**2) + used * np.log(points))


def _losses(table: Table, spans: Sequence[tuple[int, int]]) -> dict[tuple[int, int], tuple[float, float]]:
    """Loss and number of parameters of every span that has enough sizes of every number of ranks in it."""
    masks = np.stack([table.inside(low, high) for low, high in spans])
    loss, used, enough = np.zeros(len(spans)), np.zeros(len(spans)), np.ones(len(spans), dtype=bool)
    for ranks in np.unique(table.p):
        own = table.p == ranks
        inside = masks[:, own]
        sizes = inside.sum(axis=1)
        enough &= (sizes >= LEAST_SIZES) | (sizes == 0)
        found = lines(table.n[own], table.times[own], np.where(sizes[:, None] > 0, inside, 1.0))
        loss += (loss_of(found.residual) * inside).sum(axis=1)
        used += np.where(sizes > 0, (found.start > 0.0).astype(float) + (found.slope > 0.0), 0.0)
    enough &= masks.sum(axis=1) >= LEAST_SIZES
    return {span: (loss[place], used[place]) for place, span in enumerate(spans) if enough[place]}


def loss_of(residual: Array) -> Array:
    """The square of a residual, beyond WIDE its distance."""
    distance = np.abs(residual)
    found: Array = np.where(distance < WIDE, distance**2, 2 * WIDE * distance - WIDE**2)
    return found
