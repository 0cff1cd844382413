"""From one version to the next in steps: what is timed changes place by place, before any number does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import ValidationError

from estimator.errors import Path, SpecError
from estimator.estimate.assume.assumptions import Assumptions, assumptions_of
from estimator.estimate.assume.setting import Setting, seconds_of
from estimator.estimate.case import Case, case_of
from estimator.history.inputs import Input
from estimator.history.state import State
from estimator.spec.document import Spec
from estimator.spec.values.quantity import Pair

MOST = 8
"""Places of structure that are tried one after the other; more are one cause together."""

APART = ("requirements", "frozen")


class Between(NamedTuple):
    """A spec on the way: the old one with some of the new structure. ``cause``: the places that the step changed."""

    cause: str
    spec: Spec
    known: Assumptions


class Structure:
    """The steps from the structure of one version to that of the next, under the old numbers."""

    def __init__(self, before: State, after: State, changed: Sequence[Input]) -> None:
        self._before, self._after = before, after
        self._places = [one for one in changed if not _is_number(one)]

    @cached_property
    def steps(self) -> tuple[Between, ...]:
        """The specs on the way; what makes no whole spec by itself goes with the next place."""
        alone = len(self._places) < 2 or len(self._places) > MOST or self._before.table.stage or self._after.table.stage
        return () if alone else tuple(self._steps())

    def _steps(self) -> Iterator[Between]:
        # Requirements move no estimate, and there may be many.
        data = {name: deepcopy(part) for name, part in self._before.data.items() if name not in APART}
        pending = []
        for place in self._places:
            put(data, place.written, self._after.data)
            pending.append(place.text)
            try:
                spec = Spec.model_validate(deepcopy(data))
            except (ValidationError, SpecError):
                continue
            yield Between(" + ".join(pending), spec, assumptions_of(spec))
            pending = []

    def moved(
        self, operation: str, start: float, timed: Callable[[Case], tuple[Case, Setting]]
    ) -> tuple[tuple[str, float], ...]:
        """Seconds that each step adds to the time of an operation, from ``start`` [s] on; none where it cannot be told.

        ``timed``: the case and the setting of the end that is asked for.
        """
        found, last = [], start
        for step in self.steps:
            try:
                case, setting = timed(case_of(step.spec, operation, step.known))
                seconds = seconds_of(case.work_under(setting), setting)
            except (SpecError, LookupError):
                return ()
            found.append((step.cause, seconds - last))
            last = seconds
        return tuple((cause, seconds) for cause, seconds in found if abs(seconds) > 1e-9 * abs(last))


def _is_number(one: Input) -> bool:
    """Whether a place holds a number that times depend on smoothly: those of operations are pairs of two ends."""
    smooth = (Pair, float) if one.path[0] in ("platform", "budget") else (Pair,)
    return isinstance(one.before, smooth) and isinstance(one.after, smooth)


def put(data: Any, path: Path, after: Any) -> None:
    """Make a place of the data what it is in ``after``; as a whole where a part above it is written otherwise."""
    *above, last = path
    for step in above:
        if not _has(data, step) or not isinstance(data[step], (dict, list)) or not _has(after, step):
            last = step
            break
        if isinstance(data[step], list) and len(data[step]) != len(after[step]):
            last = step
            break
        data, after = data[step], after[step]
    if _has(after, last):
        data[last] = deepcopy(after[last])
    elif isinstance(data, dict):
        data.pop(last, None)


def _has(data: Any, step: str | int) -> bool:
    if isinstance(data, dict):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and step < len(data)
