"""What a change of 10 % in each assumption does to a time and to the training step, by evaluating both ends anew.

Behind a maximum the slope is not the answer: a path that is 10 % better gains nothing where a cut takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from estimator.estimate.assume.setting import Setting, Work, seconds_of
from estimator.estimate.assume.uncertain import StatedNumber, pair_at, places_of, with_value
from estimator.estimate.case import Case
from estimator.estimate.result import Interval
from estimator.estimate.steps.overlap import overlap_of
from estimator.estimate.steps.step import settings_in_step
from estimator.spec.derived.steps import main_step
from estimator.spec.kept import kept
from estimator.spec.same import Same
from estimator.spec.values.quantity import Pair

BY = 0.1
RATES = ("bandwidth", "message_rate", "overlap", "window")
"""Quantities of which more is better."""
FACTORS = ("skew", "node_skew", "padding", "oversubscription", "compute_slowdown")
"""Loads over the mean load, what is sent over what passes, slowed compute over undisturbed: never below 1."""
MOST: Mapping[str, float] = MappingProxyType({"overlap": 1.0, "compute_slowdown": 2.0})
"""The largest value that a quantity can have, where there is one."""


class Swing(NamedTuple):
    """Seconds added to both ends, (optimistic, conservative), when an assumption is worse and when it is better.

    ``assumption`` as in ``Ranked``: ``scale_out.bandwidth``; all its ``places`` in the spec move together. ``parts``:
    the same for each place on its own, where there are several.
    """

    assumption: str
    places: tuple[str, ...]
    worse: Interval
    better: Interval
    parts: tuple[Swing, ...] = ()

    @property
    def span(self) -> float:
        """Seconds between worse and better at the conservative end."""
        return self.worse.conservative - self.better.conservative


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The swings of every operation's T (of all its calls) and of the main step's totals [s]; the widest come first.

    ``by``: the share by which each assumption is moved. Assumptions that move nothing are left out. ``exposed`` is of
    one execution of each operation where none is counted, as in the ranking.
    """

    by: float
    operations: Mapping[str, tuple[Swing, ...]]
    total: tuple[Swing, ...]
    exposed: tuple[Swing, ...]


class _Cost(NamedTuple):
    """T, and what it costs in a step [s]."""

    time: Interval
    total: Interval
    exposed: Interval

    def less(self, other: _Cost) -> _Cost:
        pairs = zip(self, other, strict=True)
        return _Cost(*(Interval(a.optimistic - b.optimistic, a.conservative - b.conservative) for a, b in pairs))


class _Moved(NamedTuple):
    """What a worse and a better value did to one operation."""

    worse: _Cost
    better: _Cost


def sensitivity(cases: Iterable[Case], by: float = BY, *, parts: bool = True) -> Sensitivity:
    """Move every assumption by ``by`` [1] both ways: a time or factor x (1 + by) is worse, a rate x (1 - by).

    The places of one assumption (a bandwidth under several conditions) move together, and with ``parts`` each alone. A
    factor stays at 1 or more, a hidden share at 1 or less.
    """
    found = list(cases)
    main = main_step(case.operation for case in found)
    own = [case for case in found if case.operation.step == main]
    counted = any(case.operation.per_step for case in own)
    moved = {case.name: _moved(_Asked(Same(case), by, parts=parts)) for case in found}
    return Sensitivity(
        by,
        {name: _ordered(_swings(one, 0)) for name, one in moved.items()},
        _ordered(_sum(_swings(moved[case.name], 1) for case in own)),
        _ordered(_sum(_swings(moved[case.name], 2 if counted else 0) for case in own)),
    )


def exposed_swings(cases: Iterable[Case], by: float = BY) -> tuple[Swing, ...]:
    """``exposed`` of the sensitivity alone, for half of the work: of a call outside the step nothing is asked."""
    found = list(cases)
    main = main_step(case.operation for case in found)
    own = [case for case in found if case.operation.step == main]
    counted = any(case.operation.per_step for case in own)
    moved = (_moved(_Asked(Same(case), by, in_step=counted)) for case in own)
    return _ordered(_sum(_swings(one, 2 if counted else 0) for one in moved))


def varied(quantity: str, pair: Pair, by: float) -> tuple[Pair, Pair]:
    """(worse, better) of a pair; ``by`` 0.1: 45 GB/s is 40.5 or 49.5 GB/s, 20 us is 22 or 18 us."""
    up, down = 1.0 + by, 1.0 - by
    worse, better = (down, up) if quantity in RATES else (up, down)
    low, high = (1.0 if quantity in FACTORS else 0.0), MOST.get(quantity, float("inf"))

    def times(factor: float) -> Pair:
        optimistic, conservative = (min(max(end * factor, low), high) for end in pair.ends)
        return Pair(optimistic, conservative)

    return times(worse), times(better)


class _Clock:
    """Times one operation under changed assumptions; an end whose parameters did not change keeps its time."""

    def __init__(self) -> None:
        self.known: list[tuple[float, Setting, float]] = []

    def seconds(self, work: Work, setting: Setting) -> float:
        for n, other, seconds in self.known:
            if n == work.call_n and (setting is other or setting.numbers == other.numbers):
                return seconds
        found = seconds_of(work, setting)
        if len(self.known) < 6:  # the ends as they stand: at the own size, at the step's, there under compute
            self.known.append((work.call_n, setting, found))
        return found

    def _both(self, case: Case, low: Setting, high: Setting) -> Interval:
        return Interval(self.seconds(case.work, low), self.seconds(case.work, high))

    def cost(self, case: Case, in_step: bool) -> _Cost:
        """What a case costs; only ``in_step``: of its time outside the step nothing is asked, and 0 is said."""
        used = case.in_step
        operation, count = used.operation, float(used.operation.per_step or 0.0)
        low, high = settings_in_step(used)
        inside = self._both(used, low, high)
        time = Interval(0.0, 0.0) if in_step else self._both(case, case.low, case.high)
        total = Interval(*(count * end for end in inside))
        exposed = overlap_of(operation).exposed(inside, float(operation.calls), count)
        return _Cost(time, total, Interval(*exposed))


class _Asked(NamedTuple):
    """An operation, by which share its assumptions are moved, each place on its own too, what it costs in_step only."""

    case: Same[Case]
    by: float
    parts: bool = False
    in_step: bool = False


@kept
def _moved(asked: _Asked) -> Mapping[tuple[StatedNumber, ...], _Moved]:
    """What the places of one assumption did together, and with ``parts`` each on its own."""
    same, by, parts, in_step = asked
    case, clock = same.value, _Clock()
    base = clock.cost(case, in_step)
    places = places_of(case)
    together: dict[str, tuple[StatedNumber, ...]] = {}
    for place in places:
        together[place.assumption] = (*together.get(place.assumption, ()), place)
    groups = dict.fromkeys([*together.values(), *((place,) for place in places if parts)])
    found = {}
    for group in groups:
        sides = _sides(case, group, by)
        found[group] = _Moved(*(clock.cost(side, in_step).less(base) for side in sides))
    return found


def _sides(case: Case, places: tuple[StatedNumber, ...], by: float) -> tuple[Case, Case]:
    """(worse, better): the case with all ``places`` moved."""
    sides = [case, case]
    for place in places:
        pair = pair_at(case, place.path)
        if pair is not None:
            for i, value in enumerate(varied(_quantity(place), pair, by)):
                sides[i] = with_value(sides[i], place.path, value)
    return sides[0], sides[1]


def _quantity(place: StatedNumber) -> str:
    last = str(place.path[-1])
    return last if last in (*RATES, *FACTORS) else ""


def _swings(moved: Mapping[tuple[StatedNumber, ...], _Moved], figure: int) -> dict[str, Swing]:
    """One operation's swings of a figure of its cost, by assumption."""

    def swing(places: tuple[StatedNumber, ...]) -> Swing:
        worse, better = moved[places]
        return Swing(places[0].assumption, tuple(p.spec_path for p in places), worse[figure], better[figure])

    found: dict[str, Swing] = {}
    for places in moved:
        whole = swing(places)
        if whole.assumption not in found:
            parts = tuple(swing((place,)) for place in places if (place,) in moved) if len(places) > 1 else ()
            found[whole.assumption] = whole._replace(parts=parts)
    return found


def _sum(found: Iterable[dict[str, Swing]]) -> dict[str, Swing]:
    """The swings of several operations added up, assumption by assumption and place by place."""
    whole: dict[str, Swing] = {}
    parts: dict[str, dict[str, Swing]] = {}
    for swings in found:
        for name, swing in swings.items():
            below = parts.setdefault(name, {})
            for part in swing.parts or (swing,):
                _add(below, part.places[0], part._replace(parts=()))
            _add(whole, name, swing._replace(parts=()))
    return {name: _with_parts(swing, tuple(parts[name].values())) for name, swing in whole.items()}


def _add(to: dict[str, Swing], key: str, swing: Swing) -> None:
    known = to.get(key)
    if known is None:
        to[key] = swing
        return
    places = tuple(dict.fromkeys([*known.places, *swing.places]))
    worse, better = (Interval(a[0] + b[0], a[1] + b[1]) for a, b in zip(known[2:4], swing[2:4], strict=True))
    to[key] = Swing(known.assumption, places, worse, better)


def _with_parts(swing: Swing, parts: tuple[Swing, ...]) -> Swing:
    return swing._replace(parts=parts) if len(parts) > 1 else swing


def _ordered(swings: Mapping[str, Swing]) -> tuple[Swing, ...]:
    """Those that move something, the widest first."""
    moving = (s for s in swings.values() if any((*s.worse, *s.better)))
    return tuple(sorted(moving, key=lambda s: (-s.span, -s.worse.optimistic)))
