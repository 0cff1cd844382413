"""One explanation of all runs at once: what is other than the spec says, by how much, and how well that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import log
from typing import Literal, NamedTuple, get_args

import numpy as np

from estimator.cost.form import Array
from estimator.judge.diagnosis.laws.changes import Of
from estimator.judge.diagnosis.laws.pooled import Ends, Pooled, spread

LawName = Literal[
    "as_stated",
    "starts_later",
    "messages_later",
    "path_starts_later",
    "calls_later",
    "path_slower",
    "paths_slower",
    "all_slower",
    "cut_slower",
    "node_border",
    "nodes_border",
    "ranks_border",
    "other_algorithm",
    "range_slower",
]
"""A law's name; that of the finding that tells it."""
LAWS: tuple[LawName, ...] = get_args(LawName)
BORDERS: tuple[LawName, ...] = ("node_border", "nodes_border", "ranks_border")
NODES = np.array([1.0, 1.2, 1.5, 2.0, 3.0, 4.5, 7.0, 12.0, 25.0, 60.0])
"""Factors at which a law is worked out; between them times are nearly straight in the factor."""
FACTORS = np.exp(np.linspace(log(1.0), log(60.0), 120))
"""Factors that are tried."""
LEAST = 1.12
"""Factor from which something is other than stated."""


class Law(NamedTuple):
    """``what``: the path, cut, border or algorithm. ``factors``: of each pooled run, 1 where it is as stated.

    ``misfits``: how far each run lies from it, as a mean logarithm. ``odds``: how likely such a thing is beside others,
    before anything was measured. ``ends``: both ends of a run by the law [s]. ``free``: numbers that were fitted.
    ``wide``: how many times wider its interval is than what is stated.
    """

    name: LawName
    what: str
    odds: float
    factors: tuple[float, ...]
    misfits: tuple[float, ...]
    ends: Callable[[int], Ends]
    free: int = 1
    wide: float = 1.0

    @property
    def factor(self) -> float:
        """The largest factor."""
        return max(self.factors, default=1.0)


class Tried(NamedTuple):
    """A change that was tried: the misfit of each run (runs, factors) by its factor, and how much wider it makes it."""

    pools: Sequence[Pooled]
    of: Of
    misfits: Array
    wide: Array

    def at(self, run: int, place: int) -> float:
        """The misfit of one run with one factor."""
        return float(self.misfits[run, place])

    def ends(self, run: int, factor: float) -> Ends:
        """Both ends of one run with a factor [s]."""
        return self.pools[run].ends(self.of(factor))


def tried(pools: Sequence[Pooled], of: Of) -> Tried:
    """How far every run lies from the spec with a change, by the factor of the change."""
    found = [_by_factor(pool, of) for pool in pools]
    return Tried(pools, of, np.array([one[0] for one in found]), np.array([one[1] for one in found]))


def _by_factor(pool: Pooled, of: Of) -> tuple[Array, Array]:
    ends = [pool.ends(of(float(factor))) for factor in NODES]
    low, high = (_between(np.array([one[side] for one in ends])) for side in (0, 1))
    wide = high[:, 0] / low[:, 0] * high[:, -1] / low[:, -1]
    return pool.misfits(low, high), wide / spread(pool.stated)


def _between(times: Array) -> Array:
    """Times (factors, sizes) at all factors that are tried."""
    found: Array = np.stack([np.interp(FACTORS, NODES, column) for column in times.T], axis=1)
    return found


def with_one_factor(name: LawName, what: str, odds: float, found: Tried) -> Law | None:
    """The law with the one factor that fits all runs best; None where it is no other than stated."""
    place = int(found.misfits.sum(axis=0).argmin())
    if FACTORS[place] < LEAST:
        return None
    runs = range(len(found.misfits))
    each, wide = tuple(found.at(run, place) for run in runs), float(found.wide[:, place].max())
    factor = float(FACTORS[place])
    curves = partial(found.ends, factor=factor)
    return Law(name, what, odds, (factor,) * len(runs), each, curves, 1, max(wide, 1.0))
