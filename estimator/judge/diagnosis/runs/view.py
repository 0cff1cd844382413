"""A run ready to be judged: its shape, the promise of the spec that it tests, its coefficients against it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from estimator.cost.semantics import busbw_factor
from estimator.judge.diagnosis.runs.coefficients import Coefficients, coefficients
from estimator.judge.diagnosis.runs.line import LinkRate, line_rate
from estimator.judge.diagnosis.runs.promise import Expected, Promise
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import DiagnosedRun, Seen
from estimator.judge.diagnosis.runs.shape import CurveShape, shape_of

LEAST = 1
"""Sizes below which a run is held against nothing."""


@dataclass(frozen=True, slots=True)
class Against:
    """A promise of the spec, and how the run lies to what it expects. ``choices``: all that it may be of."""

    promise: Promise
    expected: Expected
    found: Coefficients
    choices: tuple[Promise, ...] = ()

    @property
    def far(self) -> float:
        """How far the times lie outside the interval, as a mean of logarithms [1]."""
        return float(np.abs(self.found.outside).mean())

    @property
    def slow(self) -> float:
        """How far they lie above it [1]."""
        return float(self.found.outside.clip(min=0.0).mean())


@dataclass(frozen=True, slots=True)
class View:
    """One run with all that is known of it."""

    run: DiagnosedRun
    shape: CurveShape
    against: Against | None
    line: LinkRate | None

    @property
    def busbw(self) -> float | None:
        """Bus bandwidth at the best size [B/s]; None where ranks or collective are not known."""
        if not self.run.collective or not self.run.ranks:
            return None
        return self.shape.best * busbw_factor(self.run.collective, self.run.ranks)

    @property
    def sizes(self) -> tuple[float, ...]:
        """The sizes of the samples [byte]."""
        return tuple(one.n for one in self.run.samples)


def views_of(seen: Seen, promises: Promises | None) -> tuple[View, ...]:
    """The runs that have times; one that may be of several promises is of those on the paths of the others.

    What the spec's paths give for a group that it does not have says something of the logs of its machine alone: where
    no run is of a group of the spec, the logs may be of any machine.
    """
    runs = [run for run in seen.runs if run.samples and not run.one_rank]
    choices = [promises.of(run) if promises is not None else () for run in runs]
    if not any(promise.own or run.table.path for run, each in zip(runs, choices, strict=True) for promise in each):
        choices = [()] * len(runs)
    used = {path for each in choices if len(each) == 1 for path in each[0].paths}
    return tuple(_view(run, _nearer(each, used)) for run, each in zip(runs, choices, strict=True))


def against(run: DiagnosedRun, choices: Sequence[Promise]) -> Against | None:
    """Of the promises that a run may be the nearest one."""
    if len(run.samples) < LEAST or not choices:
        return None
    sizes = [one.n for one in run.samples]
    each = []
    for promise in choices:
        expected = promise.expected(sizes)
        if np.isfinite(expected.high).all() and (expected.low > 0.0).all():
            found = coefficients(run.samples, expected, paced=run.paced)
            each.append(Against(promise, expected, found, tuple(choices)))
    return min(each, key=lambda one: one.far, default=None)


def limits(view: View) -> frozenset[str]:
    """The paths and cuts that limit the largest size by what is stated."""
    if view.against is None:
        return frozenset()
    ends = view.against.promise.model.ends(view.run.samples[-1].n)
    return frozenset(name for end in ends for name in end.limited_by)


def _nearer(choices: Sequence[Promise], used: Collection[str]) -> Sequence[Promise]:
    """The promises whose paths others use, where there are such."""
    return [one for one in choices if all(path in used for path in one.paths)] or choices


def _view(run: DiagnosedRun, choices: Sequence[Promise]) -> View:
    return View(run, shape_of(run.samples), against(run, choices), line_rate(run))


def sure(factor: float, whole: float = 1.6) -> float:
    """How much a factor says by its size: 0 at 1, 1 from ``whole`` on."""
    return max(0.0, min(1.0, log(max(factor, 1e-30)) / log(whole)))
