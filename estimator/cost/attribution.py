"""Why a time is what it is: rows in force, shares of the parameters, and what a change of parameters did."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.form import Array, Form, Index, PhaseRows
from estimator.cost.key import Key

Mask = NDArray[np.bool_]
Numbers = NDArray[np.signedinteger]
TIE = 1e-9
"""Rows closer than this, relative, are a tie; a cut is then named as the limit."""


class InForce(NamedTuple):
    """The rows in force at one size: summed coefficients (K,), and the resource that limits each phase.

    ``named`` (K,): the coefficients of the rows that the limits are named after, which differ on a tie only.
    """

    coefficients: Array
    resources: tuple[Key, ...]
    named: Array


class Leading(NamedTuple):
    """Of several rows: the largest value, the first row that has it, and the row that the limit is named after.

    Rows are numbers from 0, in the smallest integers that hold them.
    """

    peak: Array
    best: Numbers
    named: Numbers


def leading(values: Sequence[Array], cuts: Sequence[bool]) -> Leading:
    """The row in force of each element: ``values`` are the rows' times [s], arrays alike; ``cuts``: which are cuts'.

    The limit is named after the largest row; where a cut's row is within ``TIE`` of it, after the first such cut.
    Numbers are chosen by arithmetic on small integers, which costs a tenth of a choice element by element.
    """
    peak, best = np.array(values[0]), np.zeros(np.shape(values[0]), dtype=np.min_scalar_type(-len(values)))
    for k, value in enumerate(values[1:], 1):
        np.maximum(best, (value > peak) * best.dtype.type(k), out=best)
        np.maximum(peak, value, out=peak)
    if all(cuts) or not any(cuts):
        return Leading(peak, best, best)
    of_cuts = [k for k, is_cut in enumerate(cuts) if is_cut]
    named, floor, free = best.copy(), peak * (1.0 - TIE), best != of_cuts[0]
    for k in of_cuts[1:]:
        free = free & (best != k)
    for k in reversed(of_cuts):  # of several cuts within the tie the first is named
        named += (free & (values[k] >= floor)) * (best.dtype.type(k) - named)
    return Leading(peak, best, named)


def over_whole(core: Array, peak: Array) -> tuple[Mask, Mask]:
    """Where a whole-call row of ``peak`` seconds makes the time, and where it names the limit: it wins a tie."""
    return peak > core, (peak >= core * (1.0 - TIE)) & (peak > 0.0)


def in_force(form: Form, theta: Array, n: float) -> InForce:
    """The rows that make T(n) [``theta`` (K,), ``n`` in byte]; ``extra`` is included in the coefficients."""
    weighted = theta * n**form.power
    values = form.rows @ weighted
    best, shown = _of_phases(form, values)
    resources = tuple([form.resources[i] for i in shown.tolist()])
    made = form.rows[best].sum(axis=0)
    named = made if shown is best else form.rows[shown].sum(axis=0)
    if len(form.whole):
        whole = leading(list(form.whole @ weighted), [key.is_cut for key in form.resources[form.in_phases :]])
        makes, names = over_whole(values[best].sum(), whole.peak)
        if makes:
            made = form.whole[int(whole.best)]
        if names:
            named, resources = form.whole[int(whole.best)], (form.resources[form.in_phases + int(whole.named)],)
    return InForce(made + form.extra, resources, named + form.extra)


def _of_phases(form: Form, values: Array) -> tuple[Index, Index]:
    """Per phase the row in force and the row that its limit is named after, of rows that take ``values`` (R,) [s]."""
    if not form.few:
        return _of_many(form, values)
    listed = values.tolist()
    found = [_of_one(phase, listed) for phase in form.few]
    best = np.array([row for row, _ in found], dtype=np.int64)
    alike = all(row == named for row, named in found)
    return best, best if alike else np.array([named for _, named in found], dtype=np.int64)


def _of_one(phase: PhaseRows, values: Sequence[float]) -> tuple[int, int]:
    """What ``leading`` says of one phase at one size, by numbers of rows."""
    first, last, cuts = phase
    if first == last:
        return first, first
    rows = values[first : last + 1]
    peak = max(rows)
    best = first + rows.index(peak)
    if best in cuts:
        return best, best
    floor = peak * (1.0 - TIE)
    return best, next((cut for cut in cuts if values[cut] >= floor), best)


def _of_many(form: Form, values: Array) -> tuple[Index, Index]:
    """The same for many phases, all that are alike at once."""
    best = shown = np.array(form.start, dtype=np.int64)
    for cuts, phases, first in form.alike:
        if len(cuts) > 1:
            found = leading([values[first + k] for k in range(len(cuts))], cuts)
            if found.named is not found.best and shown is best:
                shown = best.copy()
            best[phases] += found.best
            if shown is not best:
                shown[phases] += found.named
    return best, shown


def because_of(form: Form, old: Array, new: Array, n: float) -> dict[Key, float]:
    """Seconds by which each parameter's change from ``old`` to ``new`` (K,) moved T(n); they sum to the difference.

    The integral of the derivative along the straight line from old to new. T is piecewise linear on it: the line is
    cut where rows cross, and each piece is integrated exactly.
    """
    scale = n**form.power
    start, step = (form.rows @ (old * scale)).tolist(), (form.rows @ ((new - old) * scale)).tolist()
    cuts = {0.0, 1.0}
    for i, j in zip(form.start, form.stop, strict=True):
        cuts |= _crossings(start[i:j], step[i:j])
    if len(form.whole):
        cuts |= _whole_crossings(form, old * scale, (new - old) * scale, sorted(cuts))
    steps = sorted(cuts)
    moved = np.zeros(len(form.keys))
    for low, high in itertools.pairwise(steps):
        middle = 0.5 * (low + high)
        moved += (high - low) * in_force(form, old + middle * (new - old), n).coefficients
    return dict(zip(form.keys, (moved * scale * (new - old)).tolist(), strict=True))


def _crossings(start: list[float], step: list[float]) -> set[float]:
    found: set[float] = set()
    for i in range(len(start)):
        for j in range(i):
            slope = step[i] - step[j]
            if slope:
                at = (start[j] - start[i]) / slope
                if 0.0 < at < 1.0:
                    found.add(at)
    return found


def _whole_crossings(form: Form, old: Array, delta: Array, steps: list[float]) -> set[float]:
    """Where a whole-call row meets the sum of phases, which is linear between two of ``steps``."""

    def both(at: float) -> tuple[float, Array]:
        weighted = old + at * delta
        core = np.maximum.reduceat(form.rows @ weighted, form.start).sum() if len(form.rows) else 0.0
        return float(core), form.whole @ weighted

    found: set[float] = set()
    for low, high in itertools.pairwise(steps):
        (core_low, whole_low), (core_high, whole_high) = both(low), both(high)
        starts = np.array([core_low, *whole_low])
        slopes = np.array([core_high, *whole_high]) - starts
        found |= {low + t * (high - low) for t in _crossings(starts.tolist(), slopes.tolist())}
    return found
