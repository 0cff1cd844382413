"""What a plan starts up and transfers in all, stages in sequence: the balance point and the knee read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np

from estimator.cost.compiling import sums_of
from estimator.cost.form import Form
from estimator.cost.key import Family, Key
from estimator.cost.plan import Plan
from estimator.cost.rows import ON_PATHS

STARTS: tuple[Family, ...] = ("alpha", "hop")


class PhaseSum(NamedTuple):
    """Sum over the phases of the largest row: as a form, and its terms; phases without alternatives are one."""

    form: Form
    phases: tuple[tuple[tuple[tuple[Key, float], ...], ...], ...]

    def at(self, values: Mapping[Key, float]) -> float:
        """The sum at these values of the parameters."""
        return sum([max([sum([c * values[key] for key, c in row]) for row in phase]) for phase in self.phases])


def _phase_sum(form: Form) -> PhaseSum:
    found, alone = [], np.zeros((1, len(form.keys)))
    for low, high in zip(form.start, form.stop, strict=True):
        if high - low == 1:
            alone += form.rows[low]
        else:
            found.append(form.rows[low:high])
    if alone.any():
        found.append(alone)
    phases = [[[(k, c) for k, c in zip(form.keys, row, strict=True) if c] for row in rows.tolist()] for rows in found]
    return PhaseSum(form, tuple(tuple(tuple(row) for row in rows) for rows in phases))


class Sums(NamedTuple):
    """Sum over the phases of the largest stage, in the paths' own parameters; cuts and skew are not in it.

    ``startup``: A = sum of rounds * alpha [s]. ``slope``: X = sum of the busiest resource's bytes over its rate, and
    of reduced * gamma [s/B].
    """

    startup: PhaseSum
    slope: PhaseSum

    def seconds(self, values: Mapping[Key, float]) -> tuple[float, float]:
        """A [s] and X [s/B] at these values of the parameters."""
        return self.startup.at(values), self.slope.at(values)


@dataclass(frozen=True, slots=True)
class BalanceKnee:
    """The parameter ``knee`` = k * sqrt(A * X * skew) [s/B^0.5] of one call, and what it is made of."""

    k: float
    skew: float
    sums: Sums

    def value(self, values: Mapping[Key, float]) -> float:
        """The parameter at these values of the others; 0 for k = 0."""
        if not self.k:
            return 0.0
        startup, slope = self.sums.seconds(values)
        return self.k * sqrt(startup * slope * self.skew)


@lru_cache(maxsize=4096)
def balance_of(plan: Plan, without: frozenset[str] = frozenset(), reductions: bool = True) -> Sums:
    """The sums of a plan. ``without``: levels left out, as those with a fitted root. ``reductions``: X counts them."""
    moved: tuple[Family, ...] = (*ON_PATHS, "gamma") if reductions else ON_PATHS
    return Sums(*(_phase_sum(sums_of(plan, families, without)) for families in (STARTS, moved)))
