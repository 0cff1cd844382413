"""What one requirement is judged with: its spec, its block of cells, and the runs; neighbours of a cell for ratios."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from estimator.cost.entries.catalogue import find
from estimator.cost.semantics import busbw_factor
from estimator.judge.matching.asked import asked
from estimator.judge.matching.runs import Runs
from estimator.judge.numbers.grounds import NOTHING_KNOWN, Grounds
from estimator.judge.numbers.taking import Taken, taken, uneven
from estimator.judge.numbers.timing import Way, way_of
from estimator.judge.reason import Judged, Reason, inconclusive, reason
from estimator.require.criterion import Against, Block
from estimator.require.inherited import inherited
from estimator.require.limits.ceiling import busbw_ceiling
from estimator.require.modelled import Modelled
from estimator.require.workload import place_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement

NEAR = 1e-3
"""Relative distance above a ceiling that is rounding of what a tool prints."""
BEYOND = 2.0
"""Times quicker than the optimistic end from which a unit or the spec is in doubt: at the better end of every number
of the spec it takes twice as long. Bits taken for bytes make a time that is up to four optimistic ends look like half
of one."""
QUICKER = 1.25
"""Times quicker than the optimistic end from which a time that only its log states is no pass: a law of two terms
misses the very times that it was fitted to by up to a fifth."""


@dataclass(frozen=True)
class Bench:
    """One block of a requirement, and all runs. ``own_n``: canonical bytes of one call of its operation.

    ``grounds``: what all logs together say of each.
    """

    spec: Spec
    requirement: MeasurableRequirement
    block: Block
    runs: Runs
    own_n: float | None = None
    grounds: Grounds = NOTHING_KNOWN

    def taken(self, n: float, way: Way | None = None) -> Taken | Judged:
        """The attempts at the block's call at a size; ``way``: how their times are taken, if not as the cell's."""
        call = asked(self.spec, self.requirement, self.block, n)
        measure = self.block.measure
        return taken(self.runs, call, self.requirement.test, way or way_of(measure), measure.name == "overlap")

    def beside(self, against: Against) -> Bench:
        """The bench of the reference: another condition, skew, group, or number of groups at once."""
        block, value = self.block, against.value or 1.0
        if against.what == "condition":
            block = replace(block, condition=against.name)
        elif against.what == "skew":
            block = replace(block, skew=value)
        elif against.what == "at_once":
            block = replace(block, place=replace(block.place, at_once=int(value)))
        elif against.what == "group":
            block = replace(block, place=place_of(self.spec, against.name))
        return replace(self, block=replace(block, model=None) if against.what != "size" else block)

    @cached_property
    def factor(self) -> float:
        """The factor k of busbw = k * n / time."""
        return busbw_factor(self.block.collective, self.block.place.ranks)

    @cached_property
    def ceiling(self) -> float | None:
        """The highest bus bandwidth [B/s] that links allow; None where no link is given or switches reduce."""
        found = inherited(self.requirement, self.spec)
        algorithm = find(self.block.collective, found.algorithm or "")
        if algorithm is not None and algorithm.in_network:
            return None
        return busbw_ceiling(self.block.collective, self.block.place, self.spec, found.copies)

    def doubt(self, found: Taken) -> Judged | None:
        """Why times that were taken as the test says are no verdict yet: too good to be true, or too far apart."""
        if not found.count:
            return inconclusive(reason("copies"))
        why = self._too_few_nodes() or self._too_good(found) or uneven(found, self.requirement.test)
        return None if why is None else inconclusive(why)

    def short(self, found: Taken) -> Judged | None:
        """Fewer repeats than the test asks for."""
        needed = self.requirement.test.repeats
        if found.count >= needed:
            return None
        if found.copies:
            return inconclusive(reason("copied_repeats", repeats=found.count, needed=needed, copies=found.copies))
        return inconclusive(reason("few_repeats", repeats=found.count, needed=needed))

    def least(self, n: float) -> float | None:
        """The shortest time [s] at a size that is not too good to be true; None where nothing says it."""
        place, model = self._modelled(n)
        if model is None:
            return None
        bound, optimistic = float(model.bound[place]), float(model.optimistic[place])
        carried = self.factor * n / self.ceiling if self.ceiling else 0.0
        return max(carried * (1.0 - NEAR), bound * (1.0 - NEAR), optimistic / BEYOND)

    def _too_good(self, found: Taken) -> Reason | None:
        seconds, n = float(found.times.value.min()), found.asked.n
        rate = self.factor * n / seconds
        if self.ceiling is not None and rate > self.ceiling * (1.0 + NEAR):
            return reason("above_ceiling", found=(rate, "bandwidth"), ceiling=(self.ceiling, "bandwidth"))
        place, model = self._modelled(n)
        if model is None:
            return None
        bound, optimistic = float(model.bound[place]), float(model.optimistic[place])
        if seconds < bound * (1.0 - NEAR):
            return reason("below_bound", found=(seconds, "time"), bound=(bound, "time"))
        if seconds * BEYOND < optimistic:
            return reason("beyond_model", found=(seconds, "time"), optimistic=(optimistic, "time"))
        return None

    def _too_few_nodes(self) -> Reason | None:
        """A group that crosses nodes and has fewer of them than the test asks for, where no reason is given for two."""
        test, nodes = self.requirement.test, self.block.place.nodes
        least = test.nodes_min or 0
        if not 1 < nodes < least or test.nodes_reason is not None or self.block.collective == "p2p":
            return None
        return reason("few_nodes", nodes=nodes, needed=least)

    def quicker(self, found: Taken) -> Judged | None:
        """A pass whose quickest attempt is quicker than the model's optimistic end: worth a look, and by much no pass.

        A time that the log states and nothing else shows may be in another unit. Times of every iteration on every rank
        are the clock's own, as the test kit has them.
        """
        place, model = self._modelled(found.asked.n)
        seconds = float(found.times.value.min())
        if model is None or seconds >= float(model.optimistic[place]) * (1.0 - NEAR):
            return None
        optimistic = float(model.optimistic[place])
        if seconds * QUICKER >= optimistic or all(batch.pile.alike.sampled for batch in found.batches):
            return Judged("pass", reason("met_quicker", found=(seconds, "time"), optimistic=(optimistic, "time")))
        return inconclusive(reason("quicker_alone", found=(seconds, "time"), optimistic=(optimistic, "time")))

    def _modelled(self, n: float) -> tuple[int, Modelled | None]:
        """The model of the block and the place of a size in it; none where it has none there."""
        at = next((place for place, size in enumerate(self.block.sizes.tolist()) if size == n), None)
        return (at, self.block.model) if at is not None else (0, None)
