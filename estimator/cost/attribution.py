"""Why a time is what it is: rows in force, shares of the parameters, and what a change of parameters did."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array, Form

TIE = 1e-9
"""Rows closer than this, relative, are a tie; a cut is then named as the limit."""


class InForce(NamedTuple):
    """The row in force at one size: summed coefficients (K,), and the resource that limits each phase."""

    coefficients: Array
    resources: tuple[str, ...]


def in_force(form: Form, theta: Array, n: float) -> InForce:
    """The rows that make T(n) [``theta`` (K,), ``n`` in byte]; ``extra`` is included in the coefficients.

    The coefficients are those of the largest row; only the name of the limit goes to a cut on a tie.
    """
    weighted = theta * n**form.power
    values = form.rows @ weighted
    picked = [i + int(np.argmax(values[i:j])) for i, j in zip(form.start, form.stop, strict=True)]
    core = float(values[picked].sum()) if picked else 0.0
    names = tuple(_named(values, form, i, j, k) for i, j, k in zip(form.start, form.stop, picked, strict=True))
    if len(form.whole):
        over_all = form.whole @ weighted
        at = int(np.argmax(over_all))
        if over_all[at] >= core * (1.0 - TIE) and over_all[at] > 0.0:
            names = (form.resources[len(form.rows) + at],)
        if over_all[at] > core:
            return InForce(form.whole[at] + form.extra, names)
    rows = form.rows[picked].sum(axis=0) if picked else np.zeros(len(form.keys))
    return InForce(rows + form.extra, names)


def _named(values: Array, form: Form, first: int, stop: int, best: int) -> str:
    """The resource that limits a phase whose largest row is ``best``: a cut within the tie, else that row's."""
    if stop - first > 1 and not form.resources[best].startswith("cut."):
        floor = values[best] * (1.0 - TIE)
        for i in range(first, stop):
            if values[i] >= floor and form.resources[i].startswith("cut."):
                return form.resources[i]
    return form.resources[best]


def parts(form: Form, theta: Array, n: float) -> dict[str, float]:
    """Seconds of T(n) that each parameter makes; T is homogeneous of degree one in theta, so they sum to T(n)."""
    made = in_force(form, theta, n).coefficients * theta * n**form.power
    return dict(zip(form.keys, made.tolist(), strict=True))


def shares(form: Form, theta: Array, n: float) -> dict[str, float]:
    """Each parameter's share of T(n) [1]; they sum to 1, or are empty where T(n) is 0."""
    made = parts(form, theta, n)
    total = sum(made.values())
    return {key: value / total for key, value in made.items()} if total > 0.0 else {}


def because_of(form: Form, old: Array, new: Array, n: float) -> dict[str, float]:
    """Seconds by which each parameter's change from ``old`` to ``new`` (K,) moved T(n); they sum to the difference.

    The integral of the derivative along the straight line from old to new. T is piecewise linear on it: the line is
    cut where rows cross, and each piece is integrated exactly.
    """
    scale = n**form.power
    start, step = form.rows @ (old * scale), form.rows @ ((new - old) * scale)
    cuts = {0.0, 1.0}
    for i, j in zip(form.start, form.stop, strict=True):
        cuts |= _crossings(start[i:j], step[i:j])
    if len(form.whole):
        cuts |= _whole_crossings(form, old * scale, (new - old) * scale, sorted(cuts))
    steps = sorted(cuts)
    moved = np.zeros(len(form.keys))
    for low, high in itertools.pairwise(steps):
        middle = 0.5 * (low + high)
        moved += (high - low) * in_force(form, old + middle * (new - old), n).coefficients
    return dict(zip(form.keys, (moved * scale * (new - old)).tolist(), strict=True))


def _crossings(start: Array, step: Array) -> set[float]:
    found: set[float] = set()
    for i in range(len(start)):
        for j in range(i):
            slope = step[i] - step[j]
            if slope:
                at = float((start[j] - start[i]) / slope)
                if 0.0 < at < 1.0:
                    found.add(at)
    return found


def _whole_crossings(form: Form, old: Array, delta: Array, steps: list[float]) -> set[float]:
    """Where a whole-call row meets the sum of phases, which is linear between two of ``steps``."""

    def both(at: float) -> tuple[float, Array]:
        weighted = old + at * delta
        core = np.maximum.reduceat(form.rows @ weighted, form.start).sum() if len(form.rows) else 0.0
        return float(core), form.whole @ weighted

    found: set[float] = set()
    for low, high in itertools.pairwise(steps):
        (core_low, whole_low), (core_high, whole_high) = both(low), both(high)
        starts = np.array([core_low, *whole_low])
        slopes = np.array([core_high, *whole_high]) - starts
        found |= {low + t * (high - low) for t in _crossings(starts, slopes)}
    return found
