"""What a plan starts up and transfers in all, stages in sequence: the balance point and the knee read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from estimator.cost.evaluate import at
from estimator.cost.form import Form, Row, compile_rows
from estimator.cost.key import GAMMA, Key
from estimator.cost.plan import Plan, Stage


@dataclass(frozen=True, slots=True)
class Sums:
    """Sum over the phases of the largest stage, in the paths' own parameters; cuts and skew are not in it.

    ``startup``: A = sum of rounds * alpha [s]. ``slope``: X = sum of volume * beta + reduced * gamma [s/B].
    """

    startup: Form
    slope: Form

    def seconds(self, values: Mapping[Key, float]) -> tuple[float, float]:
        """A [s] and X [s/B] at these values of the parameters."""
        ends = (at(form, form.theta(values), 1.0) for form in (self.startup, self.slope))
        startup, slope = ends
        return startup, slope


@dataclass(frozen=True, slots=True)
class Knee:
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
def sums_of(plan: Plan, keys: tuple[Key, ...], without: frozenset[str] = frozenset(), reductions: bool = True) -> Sums:
    """The sums of a plan whose stages have these inverse bandwidths.

    ``without``: levels left out, as those with a fitted root. ``reductions``: whether X counts them.
    """
    named = iter(keys)
    phases = [[(stage, next(named)) for stage in phase] for phase in plan]
    kept = [[(stage, key) for stage, key in phase if stage.level not in without] for phase in phases]
    startup = [_distinct({Key("alpha", stage.level): stage.rounds} for stage, _ in phase) for phase in kept if phase]
    slope = [_distinct(_transfer(stage, key, reductions) for stage, key in phase) for phase in kept if phase]
    return Sums(compile_rows(startup), compile_rows(slope))


def _transfer(stage: Stage, key: Key, reductions: bool) -> dict[Key, float]:
    reduced = {GAMMA: stage.reduced} if reductions and stage.reduced else {}
    return {key: stage.volume} | reduced


def _distinct(terms: Iterable[dict[Key, float]]) -> list[Row]:
    found: dict[tuple[tuple[Key, float], ...], Row] = {}
    for one in terms:
        found.setdefault(tuple(one.items()), Row(one, next(iter(one))))
    return list(found.values())
