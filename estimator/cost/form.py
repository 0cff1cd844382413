"""The compiled form of a plan: a small matrix over named parameters, evaluated at the pace of bare numpy.

T(n) = max( sum over phases of max over rows, whole-call rows ) + extra, each row a dot product
row . theta * n^power with power 0, 1/2 or 1 per column. Everything that asks "how long, why, what if" reads it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.key import POWER, Key

Array = NDArray[np.float64]
Terms = dict[Key, float]


class Row(NamedTuple):
    """One alternative of a phase: what it costs in each parameter, and which resource it is the time of."""

    terms: Terms
    resource: Key


@dataclass(frozen=True, slots=True)
class Form:
    """A compiled plan. K parameters, R rows in phases, W rows over the whole call.

    ``keys`` (K,) the parameters; ``power`` (K,) the power of n beside each; ``rows`` (R, K) >= 0; ``start`` first row
    of each phase; ``whole`` (W, K); ``extra`` (K,) added outside the maxima; ``resources`` (R + W,) the resource each
    row is the time of.
    """

    keys: tuple[Key, ...]
    power: Array
    rows: Array
    start: tuple[int, ...]
    whole: Array
    extra: Array
    resources: tuple[Key, ...]

    def theta(self, values: Mapping[Key, float]) -> Array:
        """The parameter vector (K,) from the values by key. Raises KeyError when one is missing."""
        return np.array([values[key] for key in self.keys])

    @property
    def stop(self) -> tuple[int, ...]:
        """One past the last row of each phase."""
        return (*self.start[1:], len(self.rows)) if self.start else ()


def compile_rows(phases: Sequence[Sequence[Row]], over_all: Sequence[Row] = (), extra: Terms | None = None) -> Form:
    """The form of phases of alternative rows, rows over the whole call, and what is added outside."""
    extra = extra or {}
    rows = [row for phase in phases for row in phase]
    every = [*rows, *over_all]
    keys = tuple(dict.fromkeys(key for terms in (*(r.terms for r in every), extra) for key in terms))
    listed = [[row.terms.get(key, 0.0) for key in keys] for row in every]
    listed.append([extra.get(key, 0.0) for key in keys])
    matrix = np.array(listed).reshape(len(listed), len(keys))
    start, at = [], 0
    for phase in phases:
        start.append(at)
        at += len(phase)
    power = np.array([POWER[key.family] for key in keys], dtype=np.float64)
    resources = tuple(row.resource for row in every)
    return Form(keys, power, matrix[: len(rows)], tuple(start), matrix[len(rows) : -1], matrix[-1], resources)
