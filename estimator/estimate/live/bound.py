"""The bound of an operation with its rates left open: the borders and cuts of which the slowest counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from estimator.cost.bounds.capacity import RankParts, of_arc, of_units
from estimator.cost.cuts import equal_cut, single_cut
from estimator.cost.placing.around import closes
from estimator.cost.rates import Rates
from estimator.estimate.assume.path_parameters import Query
from estimator.estimate.bound import bound_of as bound_in_numbers
from estimator.estimate.case import Case
from estimator.estimate.groups.subject import Subject
from estimator.estimate.live.carried import Carried, Inverse
from estimator.estimate.live.parameters import Numbers
from estimator.estimate.live.value import Value, scaled

EXCLUSIVE = ("exclusive",)


class Crossing(NamedTuple):
    """``moved`` bytes through a border that carries so much a second."""

    moved: float
    carried: Carried


class LiveBound(NamedTuple):
    """The bound of all calls [s]: the slowest of cuts, as seconds, and of borders.

    ``held``: units that hold unequal shares; then it stays what it is, ``seconds``.
    """

    cuts: tuple[Value, ...]
    borders: tuple[Crossing, ...]
    seconds: float
    held: bool


def bound_of(numbers: Numbers, case: Case) -> LiveBound:
    """As ``estimate.bound`` works it out, own must-move bytes at the better exclusive end."""
    subject, n = case.subject, case.size.n
    cuts = [scaled(numbers.cut(name, EXCLUSIVE, 0), load * n) for name, load in subject.least.items() if load * n]
    known = bound_in_numbers(subject, case.known, n).seconds
    borders = [] if subject.by_matrix else numbers.borders(subject, n, lambda: list(_borders(numbers, subject, n)))
    found = [Crossing(one.moved * n, one.carried) for one in borders if one is not None]
    return LiveBound(tuple(cuts), tuple(found), known, len(found) < len(borders))


def _borders(numbers: Numbers, subject: Subject, n: float) -> Iterator[Crossing | None]:
    """Every border for one byte; None for one whose units hold unequal shares. ``n``: whose numbers hold."""
    rates: dict[str, Any] = {}
    for level, path in subject.paths.items():
        asked = Query(subject.collective, subject.algorithm.name, n, subject.shape.ranks, subject.rails[level])
        found = numbers.of_path(path, subject.joined[level], EXCLUSIVE, asked, 0)
        made = [found.get(family, ()) for family in ("beta", "link", "unit", "nic")]
        rates[level] = Rates(*(Inverse(value) if value else 0.0 for value in made))  # type: ignore[arg-type]
    if not rates:
        return
    rates |= {level: Rates() for level in subject.placed.machine.names if level not in rates}
    yield from _units(subject, rates, subject.crossing)
    yield from _arcs(subject, rates, subject.crossing)


def _units(subject: Subject, rates: Mapping[str, Rates], n: float) -> Iterator[Crossing | None]:
    group = subject.placed.group
    for level in range(len(group.levels)):
        ids = np.unique(group.ids(level), return_inverse=True)[1].reshape(-1)
        parts = RankParts(ids, int(ids.max()) + 1)
        if parts.count == 1:
            return
        carried, held = of_units(group, rates, level, parts).tolist(), parts.held.tolist()
        if not all(isinstance(one, Carried) or isfinite(one) for one in carried):
            continue
        if len(set(held)) > 1 or len(set(carried)) > 1 or not isinstance(carried[0], Carried):
            yield None
            continue
        moved = equal_cut(subject.collective, parts.count, held[0], subject.algorithm.in_network)
        yield Crossing(moved * n, carried[0])


def _arcs(subject: Subject, rates: Mapping[str, Rates], n: float) -> Iterator[Crossing]:
    group = subject.placed.group
    if not group.even or subject.collective in ("scatter", "gather"):
        return
    for level, spec in enumerate(group.levels):
        size = group.shape[level]
        if not spec.is_ring or size == 1:
            continue
        index = group.index(level, group.spots)
        longest = size // 2 if closes(group, level) else size - 1
        for units in range(1, longest + 1):
            inside = RankParts((index >= units).astype(np.int64), 2)
            carried: Any = of_arc(group, rates, level, inside).tolist()[0]
            yield Crossing(single_cut(subject.collective, int(inside.held[0]), group.p) * n, carried)
