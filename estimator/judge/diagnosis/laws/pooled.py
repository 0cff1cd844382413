"""Runs of one group as one, its repeats side by side, and what the spec expects of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from estimator.cost.form import Array
from estimator.judge.diagnosis.runs.altered import Change, as_stated
from estimator.judge.diagnosis.runs.promise import Promise
from estimator.judge.diagnosis.runs.run import Sample
from estimator.judge.diagnosis.runs.shape import merged
from estimator.judge.diagnosis.runs.view import View

Ends = tuple[Array, Array]
"""Seconds at the optimistic and the conservative end, over the sizes of a run."""
MOST = 16
"""Groups that are judged together; the first ones of the logs."""
CHOICES = 4
"""Promises of which a run may be that are looked at."""
WORST = 0.35
"""Logarithm by which a time counts at most: far beyond it, a size is off and no more."""
REPEATS = 3
"""Repeats from which their median is taken."""
STRAY = 0.12
"""Share of the sizes that may lie anywhere: single times that something delayed."""


@dataclass(frozen=True)
class Pooled:
    """The runs of a group, their sizes [byte] in order and times [s]."""

    views: tuple[View, ...]
    choices: tuple[Promise, ...]
    """What they may be runs of; the first one is the nearest as it is stated."""
    sizes: Array
    times: Array
    stray: float = STRAY
    """Share of the times that may lie anywhere."""

    @property
    def promise(self) -> Promise:
        """What they are taken for where nothing else is said."""
        return self.choices[0]

    @property
    def view(self) -> View:
        """The first of the runs."""
        return self.views[0]

    @property
    def nodes(self) -> int:
        """Nodes of the group, by the spec."""
        return self.promise.model.subject.shape.nodes

    @property
    def ranks(self) -> int:
        """Ranks of the group, by the spec."""
        return self.promise.model.subject.shape.ranks

    @property
    def pair(self) -> bool:
        """Whether it is a pair of ranks, or of nodes with one rank each."""
        return self.ranks == 2

    @cached_property
    def stated(self) -> Ends:
        """Both ends as the spec states them [s]."""
        return self.ends()

    @property
    def width(self) -> float:
        """The conservative over the optimistic end, the median over sizes [1]."""
        low, high = self.stated
        return float(np.median(high / low))

    def ends(self, change: Change = as_stated) -> Ends:
        """Both ends with numbers of the spec changed [s], of that promise which is then the nearest."""
        return min((promise.ends(self.sizes, change) for promise in self.choices), key=self._far)

    def _far(self, ends: Ends) -> float:
        return float(sum(outside(self.times, *ends, self.stray)))

    @cached_property
    def slow(self) -> float:
        """How far the times lie above what is stated; to be faster is no fault, but where others are slower it is."""
        return self.misfit(self.stated)

    def beyond(self, *, largest: bool) -> float:
        """How far the quarter of the largest, or smallest, sizes lies above what is stated: a median logarithm."""
        above = np.log(self.times / self.stated[1])
        some = max(1, len(above) // 4)
        return float(np.median(above[-some:] if largest else above[:some]))

    def misfit(self, ends: Ends) -> float:
        """How far the times lie outside both ends: a mean of logarithms without the few that are slowest."""
        return float(self.misfits(*ends))

    def misfits(self, low: Array, high: Array) -> Array:
        """The same for many laws at once, sizes last.

        A run that is quicker than what is stated has no fault, and is as quick by a law that leaves it as it is.
        """
        above, below = outside(self.times, low, high, self.stray)
        found: Array = above + np.maximum(below - self._excused, 0.0)
        return found

    @cached_property
    def _excused(self) -> float:
        """How far the times lie below what is stated, without as much as they lie above it elsewhere."""
        above, below = outside(self.times, *self.stated, self.stray)
        return max(float(below - above), 0.0)


def outside(times: Array, low: Array, high: Array, stray: float = STRAY) -> tuple[Array, Array]:
    """How far times lie above and below both ends, as means of logarithms, sizes last.

    What delays a single call makes it slower, never faster.
    """
    above = np.sort(np.minimum(np.log(np.maximum(times / high, 1.0)), WORST), axis=-1)
    count = above.shape[-1]
    below = -np.log(np.minimum(times / low, 1.0)).sum(axis=-1)
    return above[..., : count - int(stray * count)].sum(axis=-1) / count, below / count


def spread(ends: Ends) -> float:
    """How much lies between both ends: their ratio at the smallest size times that at the largest [1]."""
    low, high = ends
    return float(high[0] / low[0] * high[-1] / low[-1])


def pooled(views: Sequence[View]) -> tuple[Pooled, ...]:
    """The groups that are held against the spec, at three sizes at least; what is in place is left out."""
    groups: dict[tuple[object, ...], list[View]] = {}
    for view in views:
        if view.against is not None and view.run.key.in_place is not True:
            promise, table = view.against.promise, view.run.table
            same = (view.run.collective, promise.group, promise.algorithm, table.condition, table.groups, table.skew)
            groups.setdefault((*same, table.way, table.dtype), []).append(view)
    found = []
    for each in list(groups.values())[:MOST]:
        samples = sorted(sample for view in each for sample in view.run.samples)
        against = each[0].against
        if against is not None:
            sizes, times, stray = _measured(samples)
            others = (promise for promise in against.choices if promise is not against.promise)
            found.append(Pooled(tuple(each), (against.promise, *others)[:CHOICES], sizes, times, stray))
    return tuple(found)


def _measured(samples: Sequence[Sample]) -> tuple[Array, Array, float]:
    """Sizes, times, and the share of them that may be delayed calls: none where there are repeats, by their median."""
    each = merged(samples)
    enough = len(samples) >= REPEATS * len(each)
    kept = each if enough else samples
    return np.array([one.n for one in kept]), np.array([one.seconds for one in kept]), 0.0 if enough else STRAY
