"""Limits that moved although nobody changed them: the estimate or the budget they follow did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Literal, NamedTuple

from estimator.errors import Path, SpecError
from estimator.estimate.cell import CellModel, cell_model
from estimator.estimate.groups.levels import on_machine
from estimator.estimate.search.place import path_in, value_at
from estimator.history.causes import Places, Shares, Timed, causes
from estimator.history.direction import Changed, ChangedPart
from estimator.history.estimates import own_places
from estimator.history.halfway import Halfway, fitted
from estimator.history.inputs import REAL, Input
from estimator.history.plain import plain
from estimator.history.state import State
from estimator.require.criterion import Block
from estimator.require.workload import Workload, workload_of
from estimator.spec.requirements.measure import Limit
from estimator.spec.source import Basis

Reason = Literal["measurement", "assumption", "budget"]
TIMED = ("time", "algbw", "busbw")
"""Metrics whose derived limits follow the time of the cell's own test."""


class MovedLimit(NamedTuple):
    """The limit of the cell that moved most, before and after (SI of its ``unit``), tolerance included.

    ``shares``: what each place of the spec adds to it; they sum to the difference.
    """

    cell: str
    unit: str
    before: float
    after: float
    shares: Shares


class Loosened(NamedTuple):
    """Why limits moved: the places of the spec, and whether a measurement, an assumption or the budget stands there.

    ``because``: the place that moved most of it first; ``ratio``: the new limit over the old one in the cell that moved
    most [1]; ``looser``: whether some cell accepts more than before.
    """

    because: tuple[str, ...]
    by: Reason
    ratio: float
    looser: bool
    limit: MovedLimit

    @property
    def needs_approval(self) -> bool:
        """A limit that gave way to a number about the machine moves the bar: somebody has to agree."""
        return self.looser and self.by != "budget"


class Derivations:
    """Why limits moved between two versions, each call told once; ``changed``: the places of the spec that were."""

    def __init__(self, before: State, after: State, changed: Sequence[Input]) -> None:
        self._states = before, after
        self._changed = changed
        self._places = tuple(one.text for one in changed)
        self._halfway = Halfway(before, after)
        self._told: dict[tuple[object, ...], tuple[dict[str, float], tuple[float, float]] | None] = {}

    def of(self, name: str, found: Changed) -> Loosened | None:
        """Why the limits of a requirement moved; None where the author changed them, or none moved."""
        before, after = self._states
        moved = [part for part in found.derived if part.before.limit is not None and part.after.limit is not None]
        if not moved or not self._places or _limit(before, name) != _limit(after, name):
            return None
        most = max(moved, key=_stretch)
        shares = self._shares(name, most)
        because = tuple(sorted(shares, key=lambda cause: -abs(shares[cause]))) or self._places
        looser = any(part.direction == "looser" for part in moved)
        old, new = most.before.limit, most.after.limit
        limit = MovedLimit(most.name, most.after.unit, old, new, shares)
        return Loosened(because, _reason(after, because), new / old if old else inf, looser, limit)

    def _shares(self, name: str, part: ChangedPart) -> Shares:
        """What each place adds to the limit of a cell."""
        difference = part.after.limit - part.before.limit
        if len(self._places) == 1:
            return {self._places[0]: difference}
        block = next((b for b in self._states[1].expanded[name].blocks if part.name in b.cell_keys()), None)
        if block is not None and block.how == "derived" and block.measure.name in TIMED and not part.after.modelled:
            return self._of_time(name, block, part) or self._by_trial(name, part, block)
        return self._by_trial(name, part, block)

    def _by_trial(self, name: str, part: ChangedPart, block: Block | None) -> Shares:
        """By specs between the two versions, with those places that may matter to the cell."""
        operation = str(getattr(self._states[1].spec.requirements[name], "operation", None) or "")
        changed: Sequence[Input] = [one for one in self._changed if _may_matter(one.path, operation)]
        if block is not None and block.how == "budget":
            own = ("budget", f"operations.{operation}")
            near = [one for one in changed if any(_within(one.text, prefix) for prefix in own)]
            changed = near or changed
        return self._halfway.shares(name, part.name, changed or self._changed, part.after.limit - part.before.limit)

    def _of_time(self, name: str, block: Block, part: ChangedPart) -> Shares:
        """By what moved the time of the cell's own test: a bandwidth is its bytes over that time."""
        n = float(block.sizes[block.cell_keys().index(part.name)])
        limit: Limit = getattr(self._states[1].spec.requirements[name], "limit")  # noqa: B009
        told = self._told_of(name, block, n, limit.bound.at)
        if told is None:
            return {}
        shares, (before, after) = told
        slope = part.before.limit / before if block.measure.name == "time" else -part.before.limit / after
        return fitted(
            {cause: seconds * slope for cause, seconds in shares.items()}, part.after.limit - part.before.limit
        )

    def _told_of(
        self, name: str, block: Block, n: float, at: float
    ) -> tuple[dict[str, float], tuple[float, float]] | None:
        """Seconds by place of a time between the ends, and that time in both versions [s]; the same call told once."""
        works = [workload_of(name, state.spec.requirements[name], state.spec, state.table)[0] for state in self._states]  # type: ignore[arg-type]
        key = (
            *(replace(work, requirement="") if work else None for work in works),
            block.place,
            block.condition,
            block.skew,
            n,
            at,
        )
        if key not in self._told:
            one, other = (_model(state, work, block) for state, work in zip(self._states, works, strict=True))
            operation = str(getattr(self._states[1].spec.requirements[name], "operation", None) or "")
            places = self._known(block, operation)
            self._told[key] = None if one is None or other is None else _between(one, other, n, at, places)
        return self._told[key]

    def _known(self, block: Block, operation: str) -> Places:
        """The places that may have moved the time of a block's test."""
        prefixes: tuple[str, ...] = (f"groups.{block.place.group}", "layout")
        if operation in self._states[1].spec.operations:
            prefixes = own_places(self._states[1].spec.operations[operation], operation)
        return Places(self._places, prefixes)


def _between(
    one: CellModel, other: CellModel, n: float, at: float, places: Places
) -> tuple[dict[str, float], tuple[float, float]]:
    """What moved the time at a place between the ends: seconds by cause, and the time before and after."""
    ends = [(Timed(*a), Timed(*b)) for a, b in zip(one.timed(n), other.timed(n), strict=True)]
    shares: dict[str, float] = {}
    for (before, after), weight in zip(ends, (1.0 - at, at), strict=True):
        for cause, seconds in causes(before, after, places).items() if weight else ():
            shares[cause] = shares.get(cause, 0.0) + weight * seconds
    low, high = ([pair[side].seconds for pair in ends] for side in (0, 1))
    times = [(1.0 - at) * side[0] + at * side[1] for side in (low, high)]
    return shares, (times[0], times[1])


def _limit(state: State, name: str) -> object:
    limit: Limit | None = getattr(state.spec.requirements[name], "limit", None)
    return None if limit is None else (plain(limit), state.spec.document.rounding)


def _stretch(part: ChangedPart) -> float:
    old, new = part.before.limit, part.after.limit
    return max(new / old, old / new) if old > 0.0 and new > 0.0 else 0.0


def _reason(after: State, because: tuple[str, ...]) -> Reason:
    if all(path.startswith("budget") for path in because):
        return "budget"
    bases = {basis for path in because for one in path.split(" + ") if (basis := _basis(after, one))}
    return "measurement" if bases & REAL else "assumption"


def _basis(state: State, path: str) -> Basis | None:
    """What the number at a place rests on: the basis of the source that it or a part around it cites."""
    try:
        steps = path_in(state.spec, path)
    except LookupError:
        return None
    for length in range(len(steps), 0, -1):
        try:
            source = getattr(value_at(state.spec, steps[:length]), "source", None)
        except LookupError:
            continue
        if source is not None and source in state.spec.sources:
            return state.spec.sources[source].basis
    return None


def _may_matter(path: Path, operation: str) -> bool:
    """Whether a change can move the limit of a requirement about an operation, "" for one about none."""
    return path[0] != "operations" or len(path) < 2 or path[1] == operation


def _within(place: str, prefix: str) -> bool:
    return place == prefix or place.startswith((f"{prefix}.", f"{prefix}["))


def _model(state: State, work: Workload | None, block: Block) -> CellModel | None:
    if work is None or block.place.group not in state.spec.groups:
        return None
    own = on_machine(state.spec, block.place.group).at_once
    number = None if own == block.place.at_once and not isinstance(work.at_once, int) else block.place.at_once
    try:
        return cell_model(
            state.spec, collective=work.collective, algorithm=work.algorithm, group=block.place.group,
            condition=block.condition, skew=block.skew, at_once=number, copies=work.copies, known=state.known,
            options=work.options, operation=work.operation, launch=work.launch, place=block.place.rank,
        )  # fmt: skip
    except SpecError:
        return None
