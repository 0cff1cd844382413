"""Lines a + b x with a, b >= 0 through times, by relative errors; many subsets of the points at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array

ROUNDS = 6
"""Most re-weightings."""
STRAY = 2.0
"""Residuals beyond this many spreads lose weight."""
LEAST_SPREAD = 0.01
"""Spread below which no time is stray [1]."""


class Lines(NamedTuple):
    """For S subsets of N points: intercepts and slopes (S,), log(time / line) (S, N), 0 outside the subset."""

    start: Array
    slope: Array
    residual: Array


def lines(x: Array, times: Array, masks: Array) -> Lines:
    """Iteratively re-weighted least squares on log(time / line), for every row of ``masks`` (S, N) of 0 and 1.

    10 us + 20 ps a byte come back exactly. Source: AutoDDL section 3.2 for fits by relative errors.
    """
    weights = masks / times**2
    start, slope = _line(weights, x, times)
    residual = _residual(start, slope, x, times)
    for _ in range(ROUNDS):
        fitted = start[:, None] + slope[:, None] * x
        weights = masks * _trust(residual, masks) / (times * np.maximum(fitted, 1e-30))
        start, slope = _line(weights, x, times)
        residual = _residual(start, slope, x, times)
    return Lines(start, slope, np.where(masks > 0, residual, 0.0))


def trust(residual: Array) -> Array:
    """Weight of each residual of one line: 1, and less beyond a few spreads (Huber)."""
    found: Array = _trust(residual[None, :], np.ones((1, len(residual))))[0]
    return found


def _trust(residual: Array, masks: Array) -> Array:
    inside = np.where(masks > 0, np.abs(residual), np.nan)
    spread = np.maximum(1.4826 * np.nanmedian(inside, axis=1), LEAST_SPREAD)[:, None]
    return 1.0 / np.maximum(1.0, np.abs(residual) / (STRAY * spread))


def _residual(start: Array, slope: Array, x: Array, times: Array) -> Array:
    found: Array = np.log(times / np.maximum(start[:, None] + slope[:, None] * x, 1e-30))
    return found


def _line(weights: Array, x: Array, times: Array) -> tuple[Array, Array]:
    """Weighted least squares with neither intercept nor slope below 0."""
    count, first, second = weights.sum(axis=1), weights @ x, weights @ (x * x)
    total, moment = weights @ times, weights @ (x * times)
    spread = count * second - first * first
    flat = spread <= 1e-12 * count * second
    slope = np.where(flat, 0.0, (count * moment - first * total) / np.where(flat, 1.0, spread))
    start = (total - slope * first) / count
    start, slope = np.where(slope < 0.0, total / count, start), np.maximum(slope, 0.0)
    steep = start < 0.0
    return np.maximum(start, 0.0), np.where(steep, moment / np.where(second > 0.0, second, 1.0), slope)
