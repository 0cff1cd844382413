"""Estimates that moved from one version to another, by how much, and because of which place of the spec."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from estimator.estimate.assume.setting import Setting
from estimator.estimate.case import Case
from estimator.estimate.result import Interval, StepCost
from estimator.estimate.steps.step import settings_in_step
from estimator.history.causes import Places, Shares, Timed, causes
from estimator.history.inputs import Input
from estimator.history.state import State
from estimator.history.structure import Structure
from estimator.spec.workload import Operation

SAME = 1e-9
"""Relative difference that is rounding."""


class Ends(NamedTuple):
    """Causes of the optimistic and of the conservative end [s]."""

    optimistic: Shares
    conservative: Shares


class Moved(NamedTuple):
    """A time of both versions [s], and the seconds of the difference by cause, which sum to it."""

    before: Interval
    after: Interval
    because: Ends


class Estimates(NamedTuple):
    """Operations whose time moved, those that came or went, and the step's exposed communication where that moved."""

    moved: Mapping[str, Moved]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    exposed: Moved | None


class Changes(NamedTuple):
    """The changed places of the spec, and the steps from the old structure to the new one."""

    places: tuple[str, ...]
    structure: Structure


def estimates(before: State, after: State, found: Sequence[Input]) -> Estimates:
    """What moved. ``found``: the places of the spec that were changed."""
    changed = Changes(tuple(one.text for one in found), Structure(before, after, found))
    old, new = before.table.operations, after.table.operations
    common = [name for name in new if name in old]
    moved = {name: moved for name in common if (moved := _operation(before, after, name, changed)) is not None}
    added = tuple(name for name in new if name not in old)
    removed = tuple(name for name in old if name not in new)
    return Estimates(moved, added, removed, _step(before, after, changed, moved))


def own_places(operation: Operation, name: str) -> tuple[str, ...]:
    """Where the spec says what an operation is: itself, its group, and what these are worked out from."""
    derived = ("layout", "model", "training", "inference", "moe")
    return f"operations.{name}", f"groups.{operation.group}", *derived


def _places(states: Sequence[State], name: str, changed: Changes) -> Places:
    found = [own_places(state.spec.operations[name], name) for state in states]
    return Places(changed.places, tuple(dict.fromkeys([prefix for own in found for prefix in own])))


def _operation(before: State, after: State, name: str, changed: Changes) -> Moved | None:
    old, new = before.table.operations[name].time, after.table.operations[name].time
    if _same(old, new):
        return None
    places = _places((before, after), name, changed)
    if places.only is not None:
        return Moved(old, new, _alone(places.only, old, new))
    cases = before.case(name), after.case(name)
    return Moved(old, new, _both(cases, lambda case: (case.low, case.high), places, changed.structure))


def _alone(place: str, old: Interval, new: Interval) -> Ends:
    """The causes of both ends where one place was changed: it."""
    return Ends(*({place: after - before} if after != before else {} for before, after in zip(old, new, strict=True)))


def _both(
    cases: tuple[Case, Case],
    settings: Callable[[Case], tuple[Setting, Setting]],
    places: Places,
    structure: Structure,
) -> Ends:
    """The causes of both ends of an operation's time under the settings of each case."""

    def steps(end: int) -> Callable[[float], Sequence[tuple[str, float]]]:
        return lambda start: structure.moved(cases[0].name, start, lambda case: (case, settings(case)[end]))

    timed = [(case.work_under(*settings(case)), settings(case)) for case in cases]
    (work, old), (other, new) = timed
    ends = [
        causes(Timed(work, one), Timed(other, another), places, steps(end))
        for end, (one, another) in enumerate(zip(old, new, strict=True))
    ]
    return Ends(ends[0], ends[1])


def _same(one: Interval, other: Interval) -> bool:
    return all(abs(b - a) <= SAME * max(abs(a), abs(b)) for a, b in zip(one, other, strict=True))


def _step(before: State, after: State, changed: Changes, moved: Mapping[str, Moved]) -> Moved | None:
    """The exposed communication of a step, its operations added up."""
    old, new = before.table.exposed, after.table.exposed
    if _same(old, new):
        return None
    found: tuple[dict[str, float], dict[str, float]] = ({}, {})
    for name in dict.fromkeys([*before.table.in_main, *after.table.in_main]):
        for end, shares in enumerate(_exposed(before, after, name, changed, moved.get(name))):
            _add(found[end], shares.items())
    return Moved(old, new, Ends(*found))


def _add(to: dict[str, float], shares: Iterable[tuple[str, float]]) -> None:
    for cause, seconds in shares:
        to[cause] = to.get(cause, 0.0) + seconds


def _exposed(before: State, after: State, name: str, changed: Changes, moved: Moved | None) -> tuple[Shares, Shares]:
    """What one operation adds to the difference, at both ends."""
    old, new = before.table.in_main.get(name), after.table.in_main.get(name)
    if old is None or new is None:
        whole = [(new.step.exposed[end] if new else 0.0) - (old.step.exposed[end] if old else 0.0) for end in (0, 1)]
        return {f"operations.{name}": whole[0]}, {f"operations.{name}": whole[1]}
    if _same(old.step.exposed, new.step.exposed):
        return {}, {}
    places, because = _places((before, after), name, changed), Ends({}, {})
    if moved is not None and old.step.time == old.time and new.step.time == new.time:
        because = moved.because  # the step runs it as its own estimate does
    elif places.only is not None:
        because = _alone(places.only, old.step.time, new.step.time)
    elif old.step.count and new.step.count:
        cases = before.case(name).in_step, after.case(name).in_step
        because = _both(cases, settings_in_step, places, changed.structure)
    steps = (old.step, new.step)
    return (
        _exposed_end(steps, 0, because.optimistic, places),
        _exposed_end(steps, 1, because.conservative, places),
    )


def _exposed_end(steps: tuple[StepCost, StepCost], end: int, because: Shares, places: Places) -> Shares:
    """Exposed = count * calls * e(T / calls): T at the old overlap and count, then the overlap, then the count."""
    old, new = steps
    longer = _seconds(old, old, end, new.time[end] / new.calls)
    hidden = _seconds(old, new, end, new.time[end] / new.calls)
    found: dict[str, float] = {}
    moved, whole = longer - old.exposed[end], new.time[end] - old.time[end]
    shares = because or ({places.structure(): whole} if whole else {})
    _add(found, ((cause, moved * seconds / whole) for cause, seconds in shares.items() if whole))
    _add(found, [(places.structure(("overlap",)), hidden - longer)])
    _add(found, [(places.structure(("per_step", "calls", "model", "training", "layout")), new.exposed[end] - hidden)])
    return {cause: seconds for cause, seconds in found.items() if seconds}


def _seconds(counted: StepCost, hiding: StepCost, end: int, call: float) -> float:
    return counted.count * counted.calls * hiding.overlap[end].exposed(call)
