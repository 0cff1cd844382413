"""One call as a training step runs it: its condition, its time at a skew, and what a test of it alone leaves out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from estimator.estimate.case import Case
from estimator.estimate.ends import end_of
from estimator.estimate.result import End
from estimator.estimate.setting import Setting
from estimator.estimate.step import COMPUTING
from estimator.spec.base import CONDITIONS, Condition


@dataclass(frozen=True)
class StepCall:
    """One call of an operation at the conservative end of a step; seconds are of one call."""

    case: Case

    @cached_property
    def condition(self) -> Condition:
        """With compute where anything is hidden; else the one of the operation's conditions that takes the longest."""
        operation = self.case.operation
        if operation.hides:
            return COMPUTING[0]
        usual = [condition for condition in operation.condition if condition in CONDITIONS]
        if len(usual) == 1:
            return usual[0]
        return max(usual, key=lambda condition: self._end(self.case.conservative_under((condition,))).total_s)

    @property
    def skews(self) -> tuple[float, float]:
        """The first and the last skew of the operation: even load, and the full skew."""
        return self.case.operation.skew.ends

    @cached_property
    def conservative(self) -> tuple[float, float]:
        """Seconds at the first and at the last skew; a padding takes the place of both."""
        operation = self.case.operation
        last = self.case.conservative_under(COMPUTING if operation.hides else operation.condition)
        first = last
        if not operation.padding:
            even, node = operation.skew.optimistic, operation.node_skew
            first = replace(last, skew=even, node_skew=node.optimistic if node else even)
        low, high = (self._end(setting).total_s / operation.calls for setting in (first, last))
        return low, high

    def left_out(self, skew: float) -> float:
        """Seconds of reorder, sync and padding that a test of one call under a skew does not hold.

        Two passes over 536.9 MB at 1.2 TB/s and a sync of 5 us: 0.9 ms at even load, 1.347 ms at a skew of 1.5.
        """
        operation = self.case.operation
        setting = self.case.conservative_under((self.condition,))
        even = replace(setting, skew=skew, node_skew=skew)
        if not operation.padding:
            return _around(self._end(even)) / operation.calls
        padded = self._end(setting)
        return (padded.total_s - _plain(self._end(even))) / operation.calls

    def _end(self, setting: Setting) -> End:
        return end_of(self.case.work_under(setting), setting)


def _around(end: End) -> float:
    return end.sync_s + end.reorder_s


def _plain(end: End) -> float:
    return end.total_s - _around(end)
