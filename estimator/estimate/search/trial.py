"""A step with one number of the spec put in place of both its ends, all others at one end: what a search evaluates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from estimator.errors import Path
from estimator.estimate.assume.path_parameters import Side
from estimator.estimate.assume.setting import seconds_of
from estimator.estimate.assume.uncertain import low_under, pair_at, with_value
from estimator.estimate.case import Case
from estimator.estimate.steps.overlap import overlap_of
from estimator.spec.conditions import said_harder
from estimator.spec.values.base import Condition
from estimator.spec.values.quantity import Pair

RATES = ("bandwidth", "one_peer", "unit", "message_rate", "efficiency")
"""Quantities of which more is better, without a largest value; the search runs over their inverse."""
SHARES = ("overlap",)
"""Shares of which more is better."""
WINDOWS = ("window",)
"""Times of which more is better."""
FACTORS = ("skew", "node_skew", "padding", "oversubscription", "compute_slowdown")
"""Never below 1."""
MOST: Mapping[str, float] = {"compute_slowdown": 2.0}
"""The largest value a factor can have, where there is one."""


class Target(NamedTuple):
    """``figure`` [s] of one operation, or of the step where ``operation`` is "", is to be at most ``seconds``.

    ``time`` is of one call.
    """

    figure: Literal["time", "exposed", "total"]
    operation: str
    seconds: float


class Raised(NamedTuple):
    """A number of an easier condition, which goes along where the order of the conditions asks for it."""

    path: Path
    stated: Pair

    def beside(self, value: float, better: bool) -> Pair:
        """Its ends beside the value under the harder condition; ``better``: more is better."""
        low, high = self.stated.ends
        return Pair(max(low, value), max(high, value)) if better else Pair(min(low, value), min(high, value))


@dataclass(frozen=True)
class Sought:
    """The number that is looked for. ``unit``: what stands at ``path`` is so many times the value [1 or B/s]."""

    path: Path
    stated: Pair
    raised: tuple[Raised, ...] = ()
    unit: float = 1.0

    @property
    def quantity(self) -> str:
        """Its last name: bandwidth, alpha, overlap."""
        return str(self.path[-1])

    @property
    def more_is_better(self) -> bool:
        """Whether a larger value takes less time."""
        return self.quantity in (*RATES, *SHARES, *WINDOWS)


@dataclass(frozen=True)
class Trial:
    """One end of a step: all numbers but the one looked for stand at ``side``, each call in its step's ``conditions``.

    ``cases``: the operations as their step has them, by name; ``main``: those of the step that a target without an
    operation is about; ``known``: figures of operations as they stand, of trials that differ from this one in nothing
    that these rest on.
    """

    cases: Mapping[str, Case]
    main: frozenset[str]
    conditions: Mapping[str, Condition]
    side: Side
    target: Target
    known: dict[tuple[Side, str, str], float] = field(default_factory=dict)

    def seconds(self, place: Sought, value: float) -> float:
        """The figure of the target [s] with ``value`` at both ends of the place."""
        return sum(
            self._figure(with_place(case, place, value)) if touched else self._as_it_stands(name)
            for name, case in self._counted.items()
            for touched in (feels(place, case),)
        )

    @cached_property
    def _counted(self) -> dict[str, Case]:
        names = {self.target.operation} if self.target.operation else self.main
        return {name: case for name, case in self.cases.items() if name in names}

    def _as_it_stands(self, name: str) -> float:
        key = self.side, self.target.figure, name
        if key not in self.known:
            self.known[key] = self._figure(self._counted[name])
        return self.known[key]

    def _figure(self, case: Case) -> float:
        operation = case.operation
        count, calls = float(operation.per_step or 0.0), float(operation.calls)
        if self.target.figure == "time":
            return self._time(case) / calls
        time = self._time(case) if count else 0.0
        if self.target.figure == "total":
            return count * time
        return count * calls * overlap_of(operation)[self.side].exposed(time / calls)

    def _time(self, case: Case) -> float:
        """T of all calls [s] in the step's condition."""
        condition = (self.conditions[case.name],)
        setting = low_under(case, condition) if self.side == 0 else case.conservative_under(condition)
        return seconds_of(case.work_under(setting), setting)


def touches(place: Sought, case: Case) -> bool:
    """Whether an operation may feel the place at all."""
    return place.path[0] == "platform" or place.path[1] == case.name


def feels(place: Sought, case: Case) -> bool:
    """Whether a number of the platform, or of the operation, can be in an operation's time."""
    if place.path[:2] == ("platform", "paths"):
        return place.path[2] in case.subject.paths.values()
    return touches(place, case)


def with_place(case: Case, place: Sought, value: float) -> Case:
    """The operation with ``value`` at both ends of a place, and what goes along with it."""
    held = value * place.unit
    found = _beyond_its_link(with_value(case, place.path, Pair(held, held)), place)
    for one in place.raised:
        found = with_value(found, one.path, one.beside(held, place.more_is_better))
    return found


def _beyond_its_link(case: Case, place: Sought) -> Case:
    """The operation with a link that carries whatever is tried; what is more than it can is told with the value."""
    if place.path[:2] != ("platform", "paths") or place.quantity != "bandwidth":
        return case
    name = str(place.path[2])
    path = case.known.platform.paths[name]
    if path.link is None:
        return case
    return with_value(case, ("platform", "paths", name, "link"), path.link.model_copy(update={"rate": float("inf")}))


def easier_places(case: Case, path: Path) -> tuple[Raised, ...]:
    """The same number of the same path or cut under each condition that is easier, where it is stated there."""
    if path[:1] != ("platform",) or len(path) < 5 or path[1] not in ("paths", "cuts"):
        return ()
    conditions, own = case.known.platform.conditions, str(path[3])
    found = []
    for name in ("exclusive", "multi_group", *conditions):
        easier = name == "exclusive" if own == "loaded" else said_harder(own, name, conditions)
        pair = _stated(case, (*path[:3], name, *path[4:])) if easier and name != own else None
        found += [Raised((*path[:3], name, *path[4:]), pair)] if pair is not None else []
    return tuple(found)


def _stated(case: Case, path: Path) -> Pair | None:
    try:
        return pair_at(case, path)
    except LookupError:
        return None
