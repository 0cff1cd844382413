"""Specs between two versions: what each changed place of the spec adds to a limit, in the limit's own unit.

A limit that follows a time has its causes from that time. Any other, of a budget, a ratio, a share of a link, is worked
out with every choice of changed places, and each place has what it adds on the average over all orders in which they
may be made (Shapley's value): the shares sum to the difference whatever the law behind the limit is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from itertools import combinations
from math import factorial
from typing import Any, NamedTuple

from pydantic import ValidationError

from estimator.errors import Path, SpecError, path_text
from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.history.causes import Shares
from estimator.history.inputs import Input
from estimator.history.meaning import Meanings
from estimator.history.state import State
from estimator.history.structure import put
from estimator.require.expand import expand
from estimator.spec.document import Spec

MOST = 4
"""Causes that are told apart; more are gathered under the part of the spec that they stand in."""
TRIALS = 512
"""Specs that are worked out at most; limits beyond have one cause together."""
APART = ("requirements", "frozen", "operations")


class Cause(NamedTuple):
    """Changed places that count as one, and what readers call them."""

    text: str
    places: tuple[Input, ...]


class Halfway:
    """The versions between two, worked out as they are asked for, each once."""

    def __init__(self, before: State, after: State) -> None:
        self._before, self._after = before, after
        self._worked: dict[tuple[frozenset[Path], str], tuple[Spec, EstimateTable] | None] = {}
        # Which stage of a pipeline counts depends on all operations of a step.
        self._whole = bool(before.table.stage or after.table.stage)

    def shares(self, requirement: str, cell: str, changed: Sequence[Input], difference: float) -> Shares:
        """What each place adds to the limit of a cell (SI); they sum to the ``difference``."""
        causes = gathered(changed, MOST)
        if not causes:
            return {}
        limits = self._limits(requirement, cell, causes) if len(causes) > 1 else None
        if limits is None:
            return {" + ".join(cause.text for cause in causes): difference}
        return fitted({cause.text: value_of(at, limits) for at, cause in enumerate(causes)}, difference)

    def _limits(self, requirement: str, cell: str, causes: Sequence[Cause]) -> dict[frozenset[int], float] | None:
        """The limit with every choice of causes; None where one of them makes no spec, or has no such cell."""
        found = {}
        for count in range(len(causes) + 1):
            for chosen in combinations(range(len(causes)), count):
                limit = self._limit(requirement, cell, [place for at in chosen for place in causes[at].places])
                if limit is None:
                    return None
                found[frozenset(chosen)] = limit
        return found

    def _limit(self, requirement: str, cell: str, places: Sequence[Input]) -> float | None:
        asked = self._after.spec.requirements[requirement]
        worked = self._spec(places, "" if self._whole else str(getattr(asked, "operation", None) or ""))
        if worked is None:
            return None
        spec = worked[0].model_copy(update={"requirements": {requirement: asked}})
        try:
            cells = Meanings(spec).of(requirement, expand(spec, worked[1], {})[requirement]).cells.values()
        except (SpecError, LookupError):
            return None
        return next((one.limit for one in cells if one.name == cell), None)

    def _spec(self, places: Sequence[Input], operation: str) -> tuple[Spec, EstimateTable] | None:
        """The version before with some places as after; ``operation``: the one that is needed, "" for all."""
        key = frozenset(place.path for place in places), operation
        if key not in self._worked:
            if len(self._worked) >= TRIALS:
                return None
            self._worked[key] = self._made(places, operation)
        return self._worked[key]

    def _made(self, places: Iterable[Input], operation: str) -> tuple[Spec, EstimateTable] | None:
        data: dict[str, Any] = {name: deepcopy(part) for name, part in self._before.data.items() if name not in APART}
        old, after = self._before.data["operations"], self._after.data
        data["operations"] = {name: deepcopy(part) for name, part in old.items() if operation in ("", name)}
        data["sources"] = deepcopy(after.get("sources", {}))  # no number rests on them, and numbers may cite new ones
        for place in places:
            put(data, place.written, after)
        try:
            spec = Spec.model_validate(data)
            return spec, estimate(spec)
        except (ValidationError, SpecError, LookupError):
            return None


def value_of(at: int, values: Mapping[frozenset[int], float]) -> float:
    """Shapley's value of one of several: the mean of what it adds, over the orders of all.

    ``values``: by every choice of them. Two that are worth 1 and 2 alone and 6 together are worth 2.5 and 3.5.
    """
    count = max(map(len, values))
    others, total = [one for one in range(count) if one != at], 0.0
    for size in range(count):
        weight = factorial(size) * factorial(count - size - 1) / factorial(count)
        for chosen in map(frozenset, combinations(others, size)):
            total += weight * (values[chosen | {at}] - values[chosen])
    return total


def fitted(shares: Shares, difference: float) -> Shares:
    """Shares that sum to a difference: what they leave goes to each in proportion; those that are nothing go."""
    weight = sum(map(abs, shares.values()))
    if not weight:
        return {" + ".join(shares): difference} if shares and difference else {}
    left = difference - sum(shares.values())
    found = {cause: share + left * abs(share) / weight for cause, share in shares.items()}
    return {cause: share for cause, share in found.items() if abs(share) > 1e-9 * abs(difference)}


def gathered(changed: Sequence[Input], most: int) -> tuple[Cause, ...]:
    """The changed places as at most so many causes: those that stand in one part of the spec together."""
    deepest = max((len(one.path) for one in changed), default=0)
    for depth in range(deepest, 0, -1):
        parts: dict[Path, list[Input]] = {}
        for one in changed:
            parts.setdefault(one.path[:depth], []).append(one)
        if len(parts) <= most:
            return tuple(_cause(part, places) for part, places in parts.items())
    return (Cause(" + ".join(dict.fromkeys(str(one.path[0]) for one in changed)), tuple(changed)),) if changed else ()


def _cause(part: Path, places: Sequence[Input]) -> Cause:
    return Cause(places[0].text if len(places) == 1 else path_text(part), tuple(places))
