"""The interval of a requirement's own test: one group, condition, skew and number of groups at once, any sizes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from estimator.cost.evaluate import Lines
from estimator.cost.form import Array
from estimator.cost.options import NONE, Options
from estimator.cost.semantics import busbw_factor
from estimator.errors import Path
from estimator.estimate.assume.assumptions import PLATFORM, Assumptions, CallStart, assumptions_of
from estimator.estimate.assume.setting import Setting, Work
from estimator.estimate.assume.settings import rooted, setting_of
from estimator.estimate.bound import bound_of
from estimator.estimate.ends import end_of, lines_of, over, times
from estimator.estimate.groups.subject import Subject, subject_of
from estimator.estimate.result import CellEstimate, End, Interval, WaterfallStep, bandwidths
from estimator.estimate.waterfall import waterfall
from estimator.spec.document import Spec
from estimator.spec.kept import kept
from estimator.spec.machine.launch import LaunchMode
from estimator.spec.same import Keyed, Same
from estimator.spec.values.base import Condition
from estimator.spec.workload import OperationLaunch


@dataclass(frozen=True)
class CellModel:
    """Both ends of one cell's test under the cell's own condition, skew and groups at once (design rule 5).

    T0 and knee in; reorder, sync and padding out. Sizes n are canonical, in byte.
    """

    subject: Subject
    known: Assumptions
    condition: Condition
    skew: float
    start: CallStart = PLATFORM

    def at(self, n: float) -> CellEstimate:
        """The interval at one size."""
        low, high = self.ends(n)
        time = Interval(low.total_s, high.total_s)
        algbw, busbw = bandwidths(n, time, busbw_factor(self.subject.collective, self.subject.shape.ranks))
        return CellEstimate(n, time, algbw, busbw, bound_of(self.subject, self.known, n).seconds, low.startup_s)

    def ends(self, n: float) -> tuple[End, End]:
        """Both ends with their split at one size."""
        low, high = self._settings(n)
        work = self._work(n, low, high)
        return end_of(work, low), end_of(work, high)

    def timed(self, n: float) -> tuple[tuple[Work, Setting], tuple[Work, Setting]]:
        """What both ends time at one size, each with its assumptions."""
        low, high = self._settings(n)
        work = self._work(n, low, high)
        return (work, low), (work, high)

    def waterfall(self, n: float) -> tuple[WaterfallStep, ...]:
        """What lies between the ends at one size, in the fixed order of an operation's steps [s]."""
        low, high = self._settings(n)
        work = self._work(n, low, high)
        return waterfall(work, low, high, (end_of(work, low), end_of(work, high)), "")

    def times(self, sizes: Array) -> tuple[Array, Array]:
        """(optimistic, conservative) seconds over an array of sizes [byte] of any shape."""
        found = np.asarray(sizes, dtype=np.float64)
        if not self.known.by_size(self.subject.paths.values()):
            if self._lines is not None:
                return over(self._lines[0], found), over(self._lines[1], found)
            low, high = self._settings(1.0)
            work = self._work(1.0, low, high)
            return times(work, low, found), times(work, high, found)
        both = [self.ends(float(n)) for n in found.flat]
        ends = [np.array([e.total_s for e in side]).reshape(found.shape) for side in zip(*both, strict=True)]
        return ends[0], ends[1]

    def bounds(self, sizes: Array) -> Array:
        """Must-move time through the tightest cut [s] over an array of sizes [byte]."""
        return np.asarray(sizes, dtype=np.float64) * self._bound_of_a_byte

    @cached_property
    def _bound_of_a_byte(self) -> float:
        return bound_of(self.subject, self.known, 1.0).seconds

    @cached_property
    def _lines(self) -> tuple[tuple[Lines, ...], tuple[Lines, ...]] | None:
        """Both ends with their numbers put in, for any size; None where each size has segments of its own."""
        low, high = self._settings(1.0)
        work = self._work(1.0, low, high)
        return None if work.schedule is not None else (lines_of(work, low), lines_of(work, high))

    def _settings(self, n: float) -> tuple[Setting, Setting]:
        def side(which: int) -> Setting:
            return setting_of(self.subject, self.known, (self.condition,), which, n, self.skew, start=self.start)

        return side(0), side(1)

    def _work(self, n: float, low: Setting, high: Setting) -> Work:
        return self.subject.work(n, 1.0, {**low.gaps, **high.gaps}, rooted(low) | rooted(high))


class _Asked(NamedTuple):
    """All that the model of a cell depends on."""

    subject: Same[Subject]
    known: Keyed[Assumptions]
    condition: Condition
    skew: float
    start: CallStart


@kept
def _made(asked: _Asked) -> CellModel:
    return CellModel(asked.subject.value, asked.known.value, asked.condition, asked.skew, asked.start)


def cell_model(
    spec: Spec,
    *,
    collective: str,
    algorithm: str,
    group: str,
    condition: Condition,
    skew: float = 1.0,
    at_once: int | None = None,
    copies: str | None = None,
    known: Assumptions | None = None,
    at: Path = (),
    options: Options = NONE,
    operation: str | None = None,
    launch: LaunchMode | None = None,
    place: int | None = None,
) -> CellModel:
    """The model of a cell. Raises SpecError.

    ``at_once``: groups at once per node, None: as the group says. ``operation``: whose T0 holds.
    ``launch``: who starts the calls of the test, where the requirement says so. ``place``: a rank of the group meant.
    """
    subject = subject_of(spec, collective, algorithm, group, copies, at_once, at, options, place)
    start = _start(spec, operation, launch)
    found = known or assumptions_of(spec)
    about = Keyed(found, found.about(subject.placed.paths.values()))
    return _made(_Asked(Same(subject), about, condition, skew, start))


def _start(spec: Spec, operation: str | None, launch: LaunchMode | None) -> CallStart:
    """As the operation says; in another launch mode as the platform says for that mode."""
    own = spec.operations[operation].launch if operation else None
    if launch is not None and (own is None or own.mode not in (None, launch)):
        return CallStart(operation or "", OperationLaunch(mode=launch))
    return CallStart(operation or "", own)
