"""What it takes to hold a budget: the value that each of the widest assumptions would have to have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from estimator.estimate.assume.uncertain import StatedNumber, pair_at, places_of
from estimator.estimate.case import Case
from estimator.estimate.result import EstimateTable, Ranked
from estimator.estimate.search.solve import Solution, Solver
from estimator.estimate.search.trial import Target
from estimator.estimate.table import cases_of
from estimator.spec.document import Spec
from estimator.spec.values.quantity import Pair

WIDEST = 3
"""So many assumptions are looked at."""


class Takes(NamedTuple):
    """One of the widest assumptions, where it stands in the spec, and the value that just meets the target."""

    ranked: Ranked
    spec_path: str
    stated: Pair
    found: Solution


def what_it_takes(spec: Spec, table: EstimateTable, allowed: float, most: int = WIDEST) -> tuple[Takes, ...]:
    """The values at which a step exposes ``allowed`` [s], of the ``most`` widest assumptions that are one number.

    What is a choice, such as the order of levels, has no value to look for and is passed over.
    """
    if not table.ranking:
        return ()
    cases = cases_of(spec)
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
