"""One T0, alpha and B for all numbers of ranks of a range, where the times are explained by them as well."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array
from estimator.evidence.fitting.lines import ROUNDS, trust
from estimator.evidence.fitting.steps import Steps


class Joint(NamedTuple):
    """T0 [s], alpha [s per round], 1/B [s/B] of the bytes that pass a rank's port, and their covariance.

    ``covariance`` is in units of the squared relative spread; ``residual`` is log(time / law) of every point.
    """

    parameters: Array
    covariance: Array
    residual: Array

    def line(self, one: Steps) -> tuple[float, float, Array]:
        """Start-up [s], slope [s/B of n] and their covariance on ranks with so many rounds and such a volume."""
        to = np.array([[1.0, one.rounds, 0.0], [0.0, 0.0, one.volume]])
        start, slope = to @ self.parameters
        return float(start), float(slope), to @ self.covariance @ to.T


def joint(counts: Sequence[Steps], n: Array, times: Array) -> Joint:
    """Re-weighted least squares on log(time / law) over points with their rounds and volumes, nothing below 0.

    Times of 8 us + rounds * 1 us + volume * n / 100 GB/s on 2, 4 and 8 ranks come back exactly.
    """
    columns = np.stack([np.ones_like(n), [one.rounds for one in counts], [one.volume for one in counts] * n], axis=1)
    weights = 1.0 / times
    found = _least(columns, times, weights)
    residual = _residual(columns, found, times)
    for _ in range(ROUNDS):
        weights = np.sqrt(trust(residual) / (times * np.maximum(columns @ found, 1e-30)))
        found = _least(columns, times, weights)
        residual = _residual(columns, found, times)
    return Joint(found, _covariance(columns, found, residual), residual)


def _least(columns: Array, times: Array, weights: Array) -> Array:
    """Weighted least squares with no parameter below 0: of all choices of parameters the best."""
    scale = np.abs(columns * weights[:, None]).max(axis=0)
    rows, wanted = columns * weights[:, None] / scale, times * weights
    best, answer = np.inf, np.zeros(columns.shape[1])
    for count in range(columns.shape[1], 0, -1):
        for used in combinations(range(columns.shape[1]), count):
            part = np.linalg.lstsq(rows[:, used], wanted, rcond=None)[0]
            loss = float(((rows[:, used] @ part - wanted) ** 2).sum())
            if (part >= 0.0).all() and loss < best * (1.0 - 1e-9):
                best, answer = loss, np.zeros(columns.shape[1])
                answer[list(used)] = part
        if np.isfinite(best):
            break
    found: Array = answer / scale
    return found


def _residual(columns: Array, found: Array, times: Array) -> Array:
    residual: Array = np.log(times / np.maximum(columns @ found, 1e-30))
    return residual


def _covariance(columns: Array, found: Array, residual: Array) -> Array:
    used = [place for place, value in enumerate(found) if value > 0.0] or [0]
    rows = columns[:, used] / (columns @ found)[:, None] * np.sqrt(trust(residual))[:, None]
    scale = np.abs(rows).max(axis=0)
    covariance = np.zeros((len(found), len(found)))
    covariance[np.ix_(used, used)] = np.linalg.pinv((rows / scale).T @ (rows / scale)) / np.outer(scale, scale)
    return covariance
