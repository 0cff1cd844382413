"""What it takes to hold a budget: the value that each of the widest assumptions would have to have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from estimator.estimate.assume.uncertain import StatedNumber, pair_at, places_of
from estimator.estimate.case import Case
from estimator.estimate.result import EstimateTable, Ranked
from estimator.estimate.search.solve import FrontierPoint, Solution, Solver
from estimator.estimate.search.spaced import spaced
from estimator.estimate.search.trial import Target
from estimator.estimate.table import cases_of
from estimator.spec.document import Spec
from estimator.spec.same import Keyed, Same
from estimator.spec.values.quantity import Pair

WIDEST = 3
"""So many assumptions are looked at."""


class Takes(NamedTuple):
    """One of the widest assumptions, where it stands in the spec, and the value that just meets the target."""

    ranked: Ranked
    spec_path: str
    stated: Pair
    found: Solution


class Frontier(NamedTuple):
    """What the second of two assumptions would have to be at values of the first, for the target of both."""

    first: Takes
    second: Takes
    points: tuple[FrontierPoint, ...]


POINTS = 9
"""Values of the first number."""


def frontier_of(spec: Spec, table: EstimateTable, takes: Sequence[Takes]) -> Frontier | None:
    """The frontier of the widest two assumptions that meet the target together; None where no two do."""
    solver = Solver(spec, table, cases_of(spec))
    for first, second in combinations(takes, 2):
        one, other = first.found.place, second.found.place
        points = solver.frontier(one, spaced(one, POINTS), other, first.found.target)
        if any(isinstance(value, float) for point in points for value in point.value):
            return Frontier(first, second, points)
    return None


def what_it_takes(spec: Spec, table: EstimateTable, allowed: float, most: int = WIDEST) -> tuple[Takes, ...]:
    """The values at which a step exposes ``allowed`` [s], of the ``most`` widest assumptions that are one number.

    What is a choice, such as the order of levels, has no value to look for and is passed over.
    """
    if not table.ranking:
        return ()
    cases = cases_of(spec)
    return _takes(Keyed((spec, table, cases), (table.rows, tuple(map(Same, cases.values())))), allowed, most)


@lru_cache(maxsize=1)
def _takes(
    given: Keyed[tuple[Spec, EstimateTable, Mapping[str, Case]]], allowed: float, most: int
) -> tuple[Takes, ...]:
    spec, table, cases = given.value
    solver = Solver(spec, table, cases)
    target = Target("exposed", "", allowed)
    found: list[Takes] = []
    for ranked in table.ranking:
        if len(found) == most:
            break
        where = _place(ranked, solver.cases.values()) if ranked.seconds > 0.0 else None
        if where is not None:
            place, stated = where
            solution = solver.solve(solver.place(place.path, stated), target)
            found.append(Takes(ranked, place.spec_path, stated, solution))
    return tuple(found)


def _place(ranked: Ranked, cases: Iterable[Case]) -> tuple[StatedNumber, Pair] | None:
    """Where an assumption stands and its pair: at the place in force, else at the first one that bears its name."""
    first: tuple[StatedNumber, Pair] | None = None
    force = ranked.origin.spec_path if ranked.origin is not None else ""
    for case in cases:
        for place in places_of(case, ranked.assumption):
            pair = pair_at(case, place.path)
            if pair is not None and place.spec_path == force:
                return place, pair
            if pair is not None and first is None:
                first = place, pair
    return first
