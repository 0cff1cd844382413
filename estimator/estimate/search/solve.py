"""What a number of the spec would have to be: the value at which a target is just met, and the frontier of two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from estimator.errors import Path
from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.assume.path_parameters import Side
from estimator.estimate.case import Case
from estimator.estimate.result import EstimateTable
from estimator.estimate.search.trial import (
    FACTORS,
    MOST,
    RATES,
    SHARES,
    WINDOWS,
    Raised,
    Sought,
    Target,
    Trial,
    easier_places,
    touches,
    with_place,
)
from estimator.estimate.steps.step_call import StepCall
from estimator.spec.document import Spec
from estimator.spec.values.quantity import Pair

Value: TypeAlias = float | Literal["any"] | None
"""A value in SI; ``any``: the target is met at every value; None: at none, not even without limit."""
SIDES: tuple[Literal[0, 1], ...] = (0, 1)
CLOSE = 1e-14
"""Relative width of the bracket at which a search ends."""
STEPS, WIDER, WIDEST = 200, 4.0, 1e24
"""Evaluations of a search at most; the factor by which it widens, and how far."""


class Values(NamedTuple):
    """The value with all other numbers at their optimistic, and at their conservative ends."""

    optimistic: Value
    conservative: Value


NEVER = Values(None, None)
"""At no value, at neither end."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What one number would have to be for a target.

    ``raised``: numbers of easier conditions that go along, with their ends beside each of the two values, None where
    they stay. ``beyond_link``: the value is more than the path's link carries, at either end. ``felt``: the target
    feels the number at all.
    """

    place: Sought
    target: Target
    value: Values
    raised: Mapping[Path, tuple[Pair | None, Pair | None]]
    beyond_link: tuple[bool, bool]
    felt: bool


class FrontierPoint(NamedTuple):
    """One point of a frontier: a value of the first number, and what the second would have to be."""

    first: float
    value: Values


class Solver:
    """Looks for values in the step of one spec."""

    def __init__(self, spec: Spec, table: EstimateTable, cases: Mapping[str, Case]) -> None:
        self.spec = spec
        known = assumptions_of(spec)
        self.cases = {name: case.in_step for name, case in cases.items()}
        self._main = frozenset(table.in_main)
        self._known: dict[tuple[Side, str, str], float] = {}
        self._conditions = {name: StepCall(spec, known, row).condition for name, row in table.operations.items()}

    def place(self, path: Path, stated: Pair, unit: float = 1.0) -> Sought:
        """A number to look for; those of easier conditions go along."""
        owner = next(case for case in self.cases.values() if touches(Sought(path, stated), case))
        return Sought(path, stated, easier_places(owner, path), unit)

    def solve(self, place: Sought, target: Target) -> Solution:
        """The value at which the target is just met, all other numbers at their optimistic and conservative ends."""
        return self._solved(place, target, self.cases)

    def frontier(
        self, first: Sought, values: Sequence[float], second: Sought, target: Target
    ) -> tuple[FrontierPoint, ...]:
        """What the second number would have to be at each value of the first.

        The better the first, the more there is left for the second: after a value at which it can meet the target at
        neither end, no worse one is tried.
        """
        found: dict[float, Values] = {}
        for value in sorted(set(values), reverse=first.more_is_better):
            beyond = found and all(one is None for one in list(found.values())[-1])
            found[value] = NEVER if beyond else self._values(second, target, self._at(first, value))
        return tuple(FrontierPoint(value, found[value]) for value in values)

    def _at(self, place: Sought, value: float) -> Mapping[str, Case]:
        return {
            name: with_place(case, place, value) if touches(place, case) else case for name, case in self.cases.items()
        }

    def _solved(self, place: Sought, target: Target, cases: Mapping[str, Case]) -> Solution:
        value = self._values(place, target, cases)
        numbers = [one if isinstance(one, float) else None for one in value]
        beyond = [one is not None and one > self._link(place) for one in numbers]
        raised = {one.path: _beside(place, one, numbers) for one in place.raised}
        moved = {path: pairs for path, pairs in raised.items() if any(pairs)}
        return Solution(place, target, value, moved, (beyond[0], beyond[1]), self._felt(place, target))

    def _values(self, place: Sought, target: Target, cases: Mapping[str, Case]) -> Values:
        return Values(*(_value(trial, place) for trial in self._trials(target, cases)))

    def _trials(self, target: Target, cases: Mapping[str, Case]) -> Iterator[Trial]:
        known = self._known if cases is self.cases else {}
        return (Trial(cases, self._main, self._conditions, side, target, known) for side in SIDES)

    def _felt(self, place: Sought, target: Target) -> bool:
        """Whether the best and the worst value there can be make a difference, at either end."""
        scale = _scale(place)
        return any(
            trial.seconds(place, scale.value(0.0)) != trial.seconds(place, scale.value(scale.most))
            for trial in self._trials(target, self.cases)
        )

    def _link(self, place: Sought) -> float:
        """The rate of the path's link for a bandwidth of it, as the bandwidth is stated [B/s]; else no limit."""
        path = place.path
        if path[:2] != ("platform", "paths") or place.quantity != "bandwidth":
            return float("inf")
        spec = self.spec.platform.paths[str(path[2])]
        stated = spec.stated(str(path[3])) if path[3] != "only" else spec.only[int(path[4])]
        if spec.link is None or stated is None or stated.per not in ("rank", "node"):
            return float("inf")
        ranks = self.spec.platform.ranks_per_node
        of_a_rank = float(spec.link.rate) / (1 if spec.link.per == "rank" else ranks)
        return of_a_rank * (1 if stated.per == "rank" else ranks)


def _beside(place: Sought, raised: Raised, numbers: Sequence[float | None]) -> tuple[Pair | None, Pair | None]:
    """The ends of a number that goes along, beside each value where they move."""
    pairs = [raised.beside(one * place.unit, place.more_is_better) if one is not None else None for one in numbers]
    low, high = (pair if pair is not None and pair.ends != raised.stated.ends else None for pair in pairs)
    return low, high


@dataclass(frozen=True, slots=True)
class SearchScale:
    """A number on a scale on which more takes more time, from 0 for the best value there can be.

    ``start``: where the search begins; ``most``: the worst there can be.
    """

    value: Callable[[float], float]
    start: float
    most: float


def _scale(place: Sought) -> SearchScale:
    """Rates and windows by their inverse, shares by what they leave, factors by what they are above 1."""
    now = place.stated.conservative / place.unit
    if place.quantity in RATES + WINDOWS:
        return SearchScale(lambda x: 1.0 / x if x else 1.0 / TINY, 1.0 / (now or 1.0), WIDEST / (now or 1.0))
    if place.quantity in SHARES:
        return SearchScale(lambda x: 1.0 - x, (1.0 - now) or 0.5, 1.0)
    if place.quantity in FACTORS:
        most = MOST.get(place.quantity, WIDEST) - 1.0
        return SearchScale(lambda x: 1.0 + x, (now - 1.0) or 0.5, most)
    return SearchScale(lambda x: x, now or 1e-6, WIDEST)


TINY = 1e-60
"""The inverse of a rate without limit."""


def _value(trial: Trial, place: Sought) -> Value:
    """The value at which the target is just met."""
    scale = _scale(place)

    def over(x: float) -> float:
        return trial.seconds(place, scale.value(x)) - trial.target.seconds * (1.0 + 1e-15)

    if over(0.0) > 0.0:
        return None
    bad = scale.start
    while over(bad) <= 0.0:
        if bad >= scale.most:
            return "any"
        bad = min(bad * WIDER, scale.most)
    return scale.value(crossing(over, 0.0, bad))


def crossing(over: Callable[[float], float], good: float, bad: float) -> float:
    """Where a rising function passes 0, from the side where it is not above: ``over(good)`` <= 0 < ``over(bad)``.

    False position, weighted down where one side stays (Illinois), and halved where that is slow.
    """
    low, high, moved = over(good), over(bad), 0
    for step in range(STEPS):
        if abs(bad - good) <= CLOSE * abs(bad) or low == 0.0:
            break
        middle = (good * high - bad * low) / (high - low) if step % 4 < 3 else 0.5 * (good + bad)
        if not min(good, bad) < middle < max(good, bad):
            middle = 0.5 * (good + bad)
        found = over(middle)
        if found <= 0.0:
            good, low, high, moved = middle, found, high / (2.0 if moved < 0 else 1.0), -1
        else:
            bad, high, low, moved = middle, found, low / (2.0 if moved > 0 else 1.0), 1
    return good
