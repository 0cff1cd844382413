"""Limits that moved although nobody changed them: the estimate or the budget they follow did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from estimator.errors import SpecError
from estimator.estimate.cell import CellModel, cell_model
from estimator.estimate.groups.levels import on_machine
from estimator.estimate.search.place import path_in, value_at
from estimator.history.causes import Places, Timed, causes
from estimator.history.direction import Changed, ChangedPart
from estimator.history.estimates import own_places
from estimator.history.inputs import REAL
from estimator.history.plain import plain
from estimator.history.state import State
from estimator.require.criterion import Block
from estimator.require.workload import Workload, workload_of
from estimator.spec.requirements.measure import Limit
from estimator.spec.source import Basis

Reason = Literal["measurement", "assumption", "budget"]


class Loosened(NamedTuple):
    """Why limits moved: the places of the spec, and whether a measurement, an assumption or the budget stands there.

    ``ratio``: the new limit over the old one in the cell that moved most [1]; ``looser``: whether some cell accepts
    more than before.
    """

    because: tuple[str, ...]
    by: Reason
    ratio: float
    looser: bool

    @property
    def needs_approval(self) -> bool:
        """A limit that gave way to a number about the machine moves the bar: somebody has to agree."""
        return self.looser and self.by != "budget"


class Derivations:
    """Why limits moved between two versions, each call told once; ``places``: those of the spec that were changed."""

    def __init__(self, before: State, after: State, places: tuple[str, ...]) -> None:
        self._states = before, after
        self._places = places
        self._told: dict[tuple[object, ...], tuple[str, ...]] = {}

    def of(self, name: str, found: Changed) -> Loosened | None:
        """Why the limits of a requirement moved; None where the author changed them, or none moved."""
        before, after = self._states
        moved = [part for part in found.derived if part.before.limit is not None and part.after.limit is not None]
        if not moved or not self._places or _limit(before, name) != _limit(after, name):
            return None
        most = max(moved, key=_stretch)
        because = self._because(name, most) or self._places
        looser = any(part.direction == "looser" for part in moved)
        return Loosened(because, _reason(after, because), most.after.limit / most.before.limit, looser)

    def _because(self, name: str, part: ChangedPart) -> tuple[str, ...]:
        if len(self._places) == 1:
            return self._places
        after = self._states[1]
        block = next((b for b in after.expanded[name].blocks if part.name in b.cell_keys()), None)
        if block is None:
            return ()
        operation = str(getattr(after.spec.requirements[name], "operation", None) or "")
        if block.how == "budget":
            own = ("budget", f"operations.{operation}")
            return tuple(place for place in self._places if any(_within(place, prefix) for prefix in own))
        n = float(block.sizes[block.cell_keys().index(part.name)])
        works = [workload_of(name, state.spec.requirements[name], state.spec, state.table)[0] for state in self._states]  # type: ignore[arg-type]
        key = (
            *(replace(work, requirement="") if work else None for work in works),
            block.place,
            block.condition,
            block.skew,
            n,
        )
        if key not in self._told:
            self._told[key] = self._of_time(works, block, n, operation)
        return self._told[key]

    def _of_time(self, works: Sequence[Workload | None], block: Block, n: float, operation: str) -> tuple[str, ...]:
        """The places that moved the time of the cell's own test, the one that moved it most first."""
        models = [_model(state, work, block) for state, work in zip(self._states, works, strict=True)]
        if models[0] is None or models[1] is None:
            return ()
        prefixes: tuple[str, ...] = (f"groups.{block.place.group}", "layout")
        if operation in self._states[1].spec.operations:
            prefixes = own_places(self._states[1].spec.operations[operation], operation)
        known = Places(self._places, prefixes)
        shares: dict[str, float] = {}
        ends = (model.timed(n if n == n and n > 0.0 else 1.0) for model in models if model is not None)
        for one, other in zip(*ends, strict=True):
            for cause, seconds in causes(Timed(*one), Timed(*other), known).items():
                shares[cause] = shares.get(cause, 0.0) + abs(seconds)
        return tuple(sorted(shares, key=lambda cause: -shares[cause]))


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
