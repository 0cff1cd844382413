"""One end of a call with its numbers left open: the plans that may be the fastest, and what balances them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from estimator.cost.evaluate import at
from estimator.cost.form import Form
from estimator.cost.key import KNEE, Key
from estimator.cost.plan import Plan
from estimator.cost.segments import most_segments
from estimator.estimate.assume.path_parameters import Side
from estimator.estimate.assume.setting import Setting, Work, even_form_of, parameters
from estimator.estimate.balance import Sums, balance_of
from estimator.estimate.live.shape import Shape
from estimator.estimate.live.value import NOTHING, Value

SAMPLES = (2, 3, 6)
"""Numbers of segments that the coefficients are worked out from."""
PROOFS = (1, 2, 5, 17, 64)
"""Numbers of segments that they are tried at."""
CLOSE = 1e-11


class Balance(NamedTuple):
    """The load of the busiest rank and of the busiest unit over the mean [1], and the passes of a reorder."""

    skew: Value
    node_skew: Value
    passes: float = 0.0


@dataclass(frozen=True, slots=True)
class End:
    """One end of a call. ``values``: its parameters, those of its operation alone in ``own``; skews [1].

    ``knee``: the factor k; ``passes`` of a reorder. ``plans``: forms at even load, of which the fastest counts;
    ``sums``: what the knee is made of; ``balance``: what n_half is made of. ``cut``: where the number of segments is
    to be found, the parts of all that; of another kind of schedule ``held`` is True, and it stays as it is.
    """

    values: Mapping[Key, Value]
    own: Mapping[Key, Value]
    skew: Value
    node_skew: Value
    passes: float
    knee: Value
    plans: tuple[Form, ...]
    sums: Sums
    balance: Sums
    cut: Segmented | None = None
    held: bool = False


class Parts(NamedTuple):
    """A form as a function of the number of segments k: fixed + rising * k + falling / k.

    What a root is multiplied with is the square root of that: it goes with the bytes of the path.
    """

    fixed: Form
    rising: Form
    falling: Form


class Segmented(NamedTuple):
    """The plan, and start-ups and slope of its knee, by the number of segments; ``most``: so many at most."""

    plan: Parts
    startup: Parts
    slope: Parts
    most: float


def end_of(
    shape: Shape, side: Side, values: Mapping[Key, Value], own: Mapping[Key, Value], balance: Balance, knee: Value
) -> End:
    """An end of a call without a schedule; ``own``: what only this operation has of its own."""
    return End(values, own, *balance, knee, shape.plans[side], shape.sums, shape.balance)


def scheduled_end(end: End, work: Work, setting: Setting) -> End:
    """The end of a call whose number of segments is to be found, in place of the plan that only tells the paths."""
    if work.schedule is None:
        return end
    cut = _segmented(work, setting, work.schedule)
    return replace(end, cut=cut, held=cut is None)


def value_of(end: End, key: Key) -> Value:
    """A parameter of a form; what nobody states is 0, and the knee is derived."""
    return NOTHING if key == KNEE else end.own.get(key) or end.values.get(key, NOTHING)


def _segmented(work: Work, setting: Setting, schedule: Callable[[int], Plan]) -> Segmented | None:
    """The parts of a schedule; None where three of them do not tell it at other numbers of segments."""

    def form(segments: int) -> Form:
        plan = schedule(segments)
        return even_form_of(replace(work, plan=plan, fast=(plan,), schedule=None), plan)

    def startup(segments: int) -> Form:
        return balance_of(schedule(segments), work.rooted).startup.form

    def slope(segments: int) -> Form:
        return balance_of(schedule(segments), work.rooted).slope.form

    parts = [_parts(one) for one in (form, startup, slope)]
    found = [one for one in parts if one is not None]
    if len(found) < len(parts):
        return None
    values = parameters(work, setting) | {KNEE: 1e-9}
    for one, made in zip(found, (form, startup, slope), strict=True):
        for segments in PROOFS:
            expected = made(segments)
            seconds = [at(each, each.theta(values), work.call_n) for each in (expected, joined(one, segments))]
            if abs(seconds[0] - seconds[1]) > CLOSE * abs(seconds[0]):
                return None
    return Segmented(found[0], found[1], found[2], most_segments(work.call_n))


def _parts(made: Callable[[int], Form]) -> Parts | None:
    forms = [made(segments) for segments in SAMPLES]
    if len({(form.keys, form.start, form.resources, form.matrix.shape) for form in forms}) > 1:
        return None
    basis = np.array([[1.0, k, 1.0 / k] for k in SAMPLES])
    squared = [np.where(_roots(form), form.matrix**2, form.matrix) for form in forms]
    solved = np.linalg.solve(basis, np.array([matrix.reshape(-1) for matrix in squared]))
    solved[np.abs(solved) < 1e-12 * np.abs(solved).max(initial=0.0)] = 0.0
    return Parts(*(_with(forms[0], row.reshape(forms[0].matrix.shape)) for row in solved))


def _with(form: Form, matrix: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Form:
    return Form(form.keys, form.power, form.powers, matrix, form.start, form.resources, form.in_phases, form.alike)


def joined(parts: Parts, segments: int) -> Form:
    """The form of one number of segments."""
    fixed, rising, falling = parts
    found = fixed.matrix + segments * rising.matrix + falling.matrix / segments
    return _with(fixed, np.where(_roots(fixed), np.sqrt(np.abs(found)), found))


def _roots(form: Form) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """(1, K) which columns are those of roots."""
    return np.array([[key.family == "root" for key in form.keys]])
