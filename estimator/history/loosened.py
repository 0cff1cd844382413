"""Limits that moved although nobody changed them: the estimate or the budget they follow did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from estimator.errors import SpecError
from estimator.estimate.cell import CellModel, cell_model
from estimator.estimate.groups.levels import on_machine
from estimator.estimate.search.place import path_in, value_at
from estimator.history.causes import Places, Timed, causes
from estimator.history.direction import Changed, Part
from estimator.history.estimates import own_places
from estimator.history.inputs import REAL
from estimator.history.plain import plain
from estimator.history.state import State
from estimator.require.criterion import Block
from estimator.require.workload import workload_of
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


def derivation(before: State, after: State, name: str, found: Changed, places: tuple[str, ...]) -> Loosened | None:
    """Why the limits of a requirement moved; None where the author changed them, or none moved."""
    moved = [part for part in found.derived if part.before.limit is not None and part.after.limit is not None]
    if not moved or not places or _limit(before, name) != _limit(after, name):
        return None
    most = max(moved, key=_stretch)
    because = tuple(_because(before, after, name, most, places)) or places
    looser = any(part.direction == "looser" for part in moved)
    return Loosened(because, _reason(before, after, because), most.after.limit / most.before.limit, looser)


def _limit(state: State, name: str) -> object:
    limit: Limit | None = getattr(state.spec.requirements[name], "limit", None)
    return None if limit is None else (plain(limit), state.spec.document.rounding)


def _stretch(part: Part) -> float:
    old, new = part.before.limit, part.after.limit
    return max(new / old, old / new) if old > 0.0 and new > 0.0 else 0.0


def _reason(before: State, after: State, because: tuple[str, ...]) -> Reason:
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


def _because(before: State, after: State, name: str, part: Part, places: tuple[str, ...]) -> Iterator[str]:
    block = next((b for b in after.expanded[name].blocks if part.name in b.cell_keys()), None)
    operation = str(getattr(after.spec.requirements[name], "operation", None) or "")
    if block is None:
        return
    if block.how == "budget":
        own = ("budget", f"operations.{operation}")
        yield from (place for place in places if any(_within(place, prefix) for prefix in own))
        return
    models = [_model(state, name, block) for state in (before, after)]
    if models[0] is None or models[1] is None:
        return
    n = float(block.sizes[block.cell_keys().index(part.name)])
    yield from _of_time(models[0], models[1], n, after, operation, block, places)


def _of_time(
    old: CellModel, new: CellModel, n: float, state: State, operation: str, block: Block, places: tuple[str, ...]
) -> Iterator[str]:
    """The places that moved the time of the cell's own test, the one that moved it most first."""
    prefixes: tuple[str, ...] = (f"groups.{block.place.group}", "layout")
    if operation in state.spec.operations:
        prefixes = own_places(state.spec.operations[operation], operation)
    known = Places(places, prefixes)
    shares: dict[str, float] = {}
    size = n if n == n and n > 0.0 else 1.0
    for one, other in zip(old.timed(size), new.timed(size), strict=True):
        for cause, seconds in causes(Timed(*one), Timed(*other), known).items():
            shares[cause] = shares.get(cause, 0.0) + abs(seconds)
    yield from sorted(shares, key=lambda cause: -shares[cause])


def _within(place: str, prefix: str) -> bool:
    return place == prefix or place.startswith((f"{prefix}.", f"{prefix}["))


def _model(state: State, name: str, block: Block) -> CellModel | None:
    requirement = state.spec.requirements[name]
    work, _ = workload_of(name, requirement, state.spec, state.table)  # type: ignore[arg-type]
    if work is None or block.place.group not in state.spec.groups:
        return None
    number = block.place.at_once if isinstance(work.at_once, int) else None
    if number is None and on_machine(state.spec, block.place.group).at_once != block.place.at_once:
        number = block.place.at_once
    try:
        return cell_model(
            state.spec, collective=work.collective, algorithm=work.algorithm, group=block.place.group,
            condition=block.condition, skew=block.skew, at_once=number, copies=work.copies, known=state.known,
            options=work.options, operation=work.operation, launch=work.launch, place=block.place.rank,
        )  # fmt: skip
    except SpecError:
        return None
