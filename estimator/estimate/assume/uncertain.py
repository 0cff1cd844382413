"""The numbers that an operation's time rests on: each by its place in the spec and by the name of its assumption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from estimator.cost.plan import stages
from estimator.errors import Path, path_text
from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.assume.setting import Setting
from estimator.estimate.assume.settings import optimistic_of
from estimator.estimate.case import Case
from estimator.estimate.result import Origin
from estimator.estimate.search.place import path_in, replaced, value_at
from estimator.estimate.steps.step import COMPUTING, usual_conditions
from estimator.spec.machine.cut import CutBandwidth
from estimator.spec.machine.platform import Platform
from estimator.spec.same import Same
from estimator.spec.values.base import Condition
from estimator.spec.values.quantity import Pair
from estimator.spec.workload import OverlapWindow


class StatedNumber(NamedTuple):
    """One number of the spec. ``assumption`` as in ``Origin``: ``scale_out.bandwidth``; ``path``: where it stands."""

    assumption: str
    path: Path

    @property
    def spec_path(self) -> str:
        """The path as a what-if writes it: ``platform.paths.scale_out.multi_group.bandwidth``."""
        return path_text(self.path)


def places_of(case: Case, assumption: str = "") -> tuple[StatedNumber, ...]:
    """Every number that some end of the operation, or its cost in a step, looks at, whether it is in force or not.

    Each condition is asked on its own, so that of two conditions with the same value both are found. With an
    ``assumption`` only its own.
    """
    found: dict[StatedNumber, None] = {}
    where, _, quantity = assumption.rpartition(".")
    idle = set() if any(stage.reduced for stage in stages(case.subject.plan)) else {"reduce"}
    if "skew" not in case.operation.model_fields_set:
        idle.add("skew")  # nobody called the load uneven
    for origin in _origins(case):
        if origin.quantity in idle or (assumption and (origin.quantity != quantity or origin.where != where)):
            continue
        place = _place(case, origin)
        if place is not None:
            found.setdefault(place)
    return (*found, *(place for place in _own(case) if assumption in ("", place.assumption)))


def pair_at(case: Case, path: Path) -> Pair | None:
    """The pair at a place, as it is in force for the case; None where there is none."""
    part, rest = _owner(case, path)
    found = value_at(part, rest)
    return found if isinstance(found, Pair) else None


def with_value(case: Case, path: Path, value: Any) -> Case:
    """The operation ready to be timed with another value at a place of its spec."""
    if path[0] == "platform":
        return replace(case, known=_moved(Same(case.known), path[1:], value))
    part, rest = _owner(case, path)
    return replace(case, operation=replaced(part, rest, value))


@lru_cache(maxsize=1024)
def _moved(known: Same[Assumptions], path: Path, value: Any) -> Assumptions:
    """The platform's parameters with another value at a place: made once for all operations that feel it."""
    platform = known.value.platform
    return known.value.on(recarried(platform, replaced(platform, path, value)))


def recarried(before: Platform, after: Platform) -> Platform:
    """A platform whose oversubscribed cuts follow the ratio and the node's own cut that they are worked out from."""
    follow = [name for name, cut in after.cuts.items() if cut.oversubscription is not None]
    if before.cuts is after.cuts or not follow:
        return after
    node = next((name for name, cut in after.cuts.items() if cut.boundary.single and name not in follow), None)
    cuts = dict(after.cuts)
    for name in follow:
        factor = _over(before.cuts[name].oversubscription, after.cuts[name].oversubscription)
        states = {}
        for state in ("exclusive", "loaded", *before.cuts[name].named):
            carried = value_at(before, ("cuts", name, state, "bandwidth"))
            if carried is not None:
                sides = [value_at(one, ("cuts", node, state, "bandwidth")) if node else None for one in (after, before)]
                states[state] = CutBandwidth.model_construct(bandwidth=_times(carried, _times(factor, _over(*sides))))
        cuts[name] = after.cuts[name].model_copy(update=states)
    return after.model_copy(update={"cuts": cuts})


def _over(one: Pair | None, other: Pair | None) -> Pair:
    if one is None or other is None:
        return Pair(1.0, 1.0)
    return Pair(one.optimistic / other.optimistic, one.conservative / other.conservative)


def _times(one: Pair, other: Pair) -> Pair:
    return Pair(one.optimistic * other.optimistic, one.conservative * other.conservative)


def _owner(case: Case, path: Path) -> tuple[Any, Path]:
    return (case.known.platform, path[1:]) if path[0] == "platform" else (case.operation, path[2:])


def conditions_of(case: Case) -> tuple[Condition, ...]:
    """The conditions that the operation's ends and its cost in a step look at."""
    hidden = case.operation.per_step and case.operation.hides
    in_step = COMPUTING if hidden else usual_conditions(case)
    return tuple(dict.fromkeys(("exclusive", *case.operation.condition, *in_step)))


def low_under(case: Case, conditions: tuple[Condition, ...]) -> Setting:
    """What the optimistic end assumes under other conditions than exclusive."""
    return optimistic_of(case.operation, case.subject, case.known, case.call_n, conditions, case.name)


def _origins(case: Case) -> Iterator[Origin]:
    for condition in conditions_of(case):
        alone = (condition,)
        yield from low_under(case, alone).origins.values()
        if condition != "exclusive" or condition in case.operation.condition:
            yield from case.conservative_under(alone).origins.values()


def _place(case: Case, origin: Origin) -> StatedNumber | None:
    """The place of an origin, where a pair stands; an efficiency moves the bandwidth that was worked out from it."""
    root: Path = ("platform",) if origin.spec_path.startswith("platform.") else ("operations", case.name)
    part, _ = _owner(case, root)
    rest = _standing(Same(part), origin.spec_path.removeprefix(f"{path_text(root)}."))
    return StatedNumber(origin.assumption, (*root, *rest)) if rest is not None else None


@lru_cache(maxsize=4096)
def _standing(part: Same[Any], text: str) -> Path | None:
    """The path below a part of a spec where a pair stands; None where none does."""
    try:
        found = path_in(part.value, text)
        if found and found[-1] == "efficiency":
            found = (*found[:-1], "bandwidth")
        return found if isinstance(value_at(part.value, found), Pair) else None
    except LookupError:
        return None


def _own(case: Case) -> Iterator[StatedNumber]:
    """What no origin tells of: the share of the busiest node, and what compute hides."""
    if case.operation.node_skew is not None:
        yield StatedNumber(f"{case.name}.node_skew", ("operations", case.name, "node_skew"))
    if case.operation.per_step and case.operation.hides:
        yield from _hidden(case)


def _hidden(case: Case) -> Iterator[StatedNumber]:
    stated, place = case.operation.overlap, ("operations", case.name, "overlap")
    if not isinstance(stated, OverlapWindow):
        yield StatedNumber(f"{case.name}.overlap", place)
        return
    for key in ("window", "compute_slowdown"):
        if key in stated.model_fields_set:
            yield StatedNumber(f"{case.name}.{key}", (*place, key))
