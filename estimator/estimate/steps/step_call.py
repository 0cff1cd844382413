"""One call as a training step runs it: its condition, its time at a skew, and what a test of it alone leaves out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.assume.setting import Setting
from estimator.estimate.case import Case, case_of
from estimator.estimate.ends import end_of
from estimator.estimate.result import End, OperationEstimate
from estimator.estimate.steps.step import COMPUTING, settings_in_step, usual_conditions
from estimator.spec.document import Spec
from estimator.spec.values.base import CONDITIONS, Condition


@dataclass(frozen=True)
class StepCall:
    """One call of an operation at the conservative end of a step, at its size there; seconds are of one call.

    ``row`` is the operation's estimate.
    """

    spec: Spec
    known: Assumptions
    row: OperationEstimate

    @cached_property
    def condition(self) -> Condition:
        """With compute where anything is hidden; else the usual one."""
        return COMPUTING[0] if self.spec.operations[self.row.id].hides else self.usual

    @cached_property
    def usual(self) -> Condition:
        """The one of the operation's conditions that takes the longest."""
        usual = self.spec.operations[self.row.id].condition
        if len(usual) > 1 or usual[0] not in CONDITIONS:
            usual = usual_conditions(self.case)
        if len(usual) == 1:
            return usual[0]
        return max(usual, key=lambda condition: self._end(self.case.conservative_under((condition,))).total_s)

    @property
    def skews(self) -> tuple[float, float]:
        """The first and the last skew of the operation: even load, and the full skew."""
        return self.spec.operations[self.row.id].skew.ends

    @cached_property
    def conservative(self) -> tuple[float, float]:
        """Seconds at the first and at the last skew; a padding takes the place of both."""
        operation, last = self.spec.operations[self.row.id], self.row.step.time.conservative / self.row.calls
        even, full = self.skews
        node = operation.node_skew.ends if operation.node_skew else (even, full)
        if operation.padding or (even == full and node[0] == node[1]):
            return last, last
        setting = settings_in_step(self.case)[1]
        return self._end(replace(setting, skew=even, node_skew=node[0])).total_s / self.row.calls, last

    def left_out(self, skew: float) -> float:
        """Seconds of reorder, sync and padding that a test of one call under a skew does not hold.

        Two passes over 536.9 MB at 1.2 TB/s and a sync of 5 us: 0.9 ms at even load, 1.347 ms at a skew of 1.5.
        """
        operation, call_n = self.spec.operations[self.row.id], self.row.step.n / self.row.calls
        around, sent = operation.around, operation.padding.conservative if operation.padding else skew
        seconds = around.sync.conservative
        if around.reorder is not None:
            seconds += around.reorder.passes * sent * call_n / around.reorder.bandwidth.conservative
        return seconds + (self._padding(skew) if operation.padding else 0.0)

    def _padding(self, skew: float) -> float:
        """What a call of padded messages takes more than one under a skew, around either nothing."""
        setting = self.case.conservative_under((self.condition,))
        padded, plain = (self._end(one) for one in (setting, replace(setting, skew=skew, node_skew=skew)))
        more = padded.total_s - plain.total_s - (padded.reorder_s - plain.reorder_s)
        return more / self.row.calls

    @cached_property
    def case(self) -> Case:
        """The operation at its size in the step."""
        case = case_of(self.spec, self.row.id, self.known)
        return replace(case, size=replace(case.size, n=self.row.step.n))

    def _end(self, setting: Setting) -> End:
        return end_of(self.case.work_under(setting), setting)
