"""The compiled form of a plan: a small matrix over named parameters, evaluated at the pace of bare numpy.

T(n) = max( sum over phases of max over rows, whole-call rows ) + extra, each row a dot product
row . theta * n^power with power 0, 1/2 or 1 per column. Everything that asks "how long, why, what if" reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.key import POWER, Family, Key

Array = NDArray[np.float64]
Index = NDArray[np.int64]
Terms = dict[Key, float]


class Row(NamedTuple):
    """One alternative of a phase: what it costs in each parameter, and which resource it is the time of."""

    terms: Terms
    resource: Key


class AlikePhases(NamedTuple):
    """Phases with as many rows each, cuts at the same places: their numbers (P,), and the first row of each (P,)."""

    cuts: tuple[bool, ...]
    phases: Index
    first: Index


class PhaseRows(NamedTuple):
    """The rows of a phase, from ``first`` to ``last``, and those that are a cut's where others are not."""

    first: int
    last: int
    cuts: tuple[int, ...]


FEW = 32
"""Phases up to which it is quicker to go through them one after the other than to take all alike at once."""


@dataclass(frozen=True, slots=True)
class Form:
    """A compiled plan. K parameters, R rows in phases, W rows over the whole call.

    ``keys`` (K,) the parameters; ``power`` (K,) the power of n beside each, ``powers`` (K, 3) 1 in the column of its
    own, 0, 1/2 or 1; ``matrix`` (R + W + 1, K) >= 0: the rows of the phases, those over the whole call, and what is
    added outside the maxima; ``start`` first row of each phase; ``resources`` (R + W,) the resource each row is the
    time of; ``alike`` the phases by how many rows they have and which of these are cuts'; ``few`` the phases one by
    one, of a form that has few.
    """

    keys: tuple[Key, ...]
    power: Array
    powers: Array
    matrix: Array
    start: tuple[int, ...]
    resources: tuple[Key, ...]
    in_phases: int
    alike: tuple[AlikePhases, ...]
    few: tuple[PhaseRows, ...] = ()

    @property
    def rows(self) -> Array:
        """(R, K) the rows of the phases."""
        return self.matrix[: self.in_phases]

    @property
    def whole(self) -> Array:
        """(W, K) the rows over the whole call."""
        return self.matrix[self.in_phases : -1]

    @property
    def extra(self) -> Array:
        """(K,) what is added outside the maxima."""
        found: Array = self.matrix[-1]
        return found

    def theta(self, values: Mapping[Key, float]) -> Array:
        """The parameter vector (K,) from the values by key. Raises KeyError when one is missing."""
        return np.array([values[key] for key in self.keys])

    @property
    def stop(self) -> tuple[int, ...]:
        """One past the last row of each phase."""
        return (*self.start[1:], self.in_phases) if self.start else ()

    def times(self, factors: Mapping[Family, float]) -> Form:
        """The same rows with the columns of some families times a factor [1]."""
        if all(factor == 1.0 for factor in factors.values()):
            return self
        return replace(self, matrix=self.matrix * [factors.get(key.family, 1.0) for key in self.keys])


def compile_rows(phases: Sequence[Sequence[Row]], over_all: Sequence[Row] = (), extra: Terms | None = None) -> Form:
    """The form of phases of alternative rows, rows over the whole call, and what is added outside."""
    extra = extra or {}
    rows = [row for phase in phases for row in phase]
    every = [*rows, *over_all]
    keys = tuple(dict.fromkeys(key for terms in (*(r.terms for r in every), extra) for key in terms))
    listed = [[row.terms.get(key, 0.0) for key in keys] for row in every]
    listed.append([extra.get(key, 0.0) for key in keys])
    matrix = np.array(listed).reshape(len(listed), len(keys))
    power = np.array([POWER[key.family] for key in keys], dtype=np.float64)
    powers = (power[:, None] == (0.0, 0.5, 1.0)).astype(np.float64)
    start = tuple(accumulate(map(len, phases), initial=0))[:-1]
    resources = tuple(row.resource for row in every)
    few = tuple(_one_by_one(phases)) if len(phases) <= FEW else ()
    return Form(keys, power, powers, matrix, start, resources, len(rows), _alike(phases, start), few)


def _one_by_one(phases: Sequence[Sequence[Row]]) -> Iterator[PhaseRows]:
    first = 0
    for phase in phases:
        cuts = tuple(first + at for at, row in enumerate(phase) if row.resource.is_cut)
        yield PhaseRows(first, first + len(phase) - 1, cuts if len(cuts) < len(phase) else ())
        first += len(phase)


def _alike(phases: Sequence[Sequence[Row]], start: Sequence[int]) -> tuple[AlikePhases, ...]:
    found: dict[tuple[bool, ...], list[int]] = {}
    for number, phase in enumerate(phases):
        found.setdefault(tuple(row.resource.is_cut for row in phase) if len(phase) > 1 else (False,), []).append(number)
    first = np.array(start, dtype=np.int64)
    return tuple(AlikePhases(cuts, np.array(numbers), first[numbers]) for cuts, numbers in found.items())
