"""The bound of a subject: bytes that must pass a border, whatever the algorithm, over what the border can carry."""

from __future__ import annotations

from estimator.cost.bounds.bound import bound_of as bound_by_borders
from estimator.cost.key import Key
from estimator.cost.rates import Rates
from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.assume.path_parameters import Query
from estimator.estimate.assume.setting import Setting
from estimator.estimate.groups.subject import Subject
from estimator.estimate.result import Bound


def bound_of(subject: Subject, known: Assumptions, n: float) -> Bound:
    """Max over cuts and borders of D_own / B: own must-move bytes, even load, sibling groups, the better exclusive end.

    ``n`` [byte]. 276,824,064 B All-to-All over eight nodes of eight ranks at 384 GB/s a node: 5.046 ms. Of a cut and
    a border that take as long the cut is named.
    """
    best = Bound(0.0, "", 0.0)
    for name, load in subject.least.items():
        bandwidth = known.cut(name, ("exclusive",), 0)[0]
        if load * n / bandwidth > best.seconds:
            best = Bound(load * n / bandwidth, name, load * n)
    if subject.by_matrix:
        return best  # the rows and columns of a matrix say what must cross, and only cuts are counted by them
    border = _border(subject, known, n)
    return border if border.seconds > best.seconds * (1.0 + TIE) else best


TIE = 1e-9
"""Bounds closer than this, relative, are equal."""


def _border(subject: Subject, known: Assumptions, n: float) -> Bound:
    """The slowest border of a unit of any level, or of an arc of a ring."""
    rates = {}
    for level, path in subject.paths.items():
        asked = Query(subject.collective, subject.algorithm.name, n, subject.shape.ranks, subject.rails[level])
        found = known.worst(path, subject.joined[level], ("exclusive",), asked, 0)
        rates[level] = Rates(*(found[family][0] for family in ("beta", "link", "unit", "nic")))
    if not rates:
        return Bound(0.0, "", 0.0)
    machine = subject.placed.machine
    rates |= {level: Rates() for level in machine.names if level not in rates}
    slowest = bound_by_borders(subject.placed.group, subject.collective, rates, subject.algorithm.in_network)
    if not slowest.level:
        return Bound(0.0, "", 0.0)
    seconds = slowest.per_byte * n * subject.crossing
    moved = slowest.moved * n * subject.crossing
    return Bound(seconds, "", moved, machine.below[machine.names.index(slowest.level)], slowest.arc)


def loaded_cut(subject: Subject, high: Setting, n: float) -> float:
    """The slowest cut under load, skew and other operations [s]; 0 without a cut."""
    times = (load * n * high.node_skew * high.values[Key("cut", name)] for name, load in subject.loads.items())
    return max(times, default=0.0)
