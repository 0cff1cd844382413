"""What the step needs of one call: the time that the budget leaves for it, as a test of the call may measure it."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from estimator.estimate.assume.assumptions import assumptions_of
from estimator.estimate.case import Case
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.budget import Allotment, allotted, longest_call
from estimator.estimate.steps.overlap import Hiding
from estimator.estimate.steps.step_call import StepCall
from estimator.spec.document import Spec


class Leaves(NamedTuple):
    """How the time of a call follows from the budget: a share [s] over the calls of a step, of which part is hidden.

    ``call_s``: the longest call that leaves its part of the share exposed; ``left_out_s``: what its test leaves out.
    """

    share_s: float
    calls: float
    hiding: Hiding
    call_s: float
    left_out_s: float

    @property
    def seconds(self) -> float:
        """What a test of the call may measure [s]."""
        return self.call_s - self.left_out_s


class Needs:
    """The budget of a spec over its operations; calls are worked out when they are asked for, each once."""

    def __init__(self, spec: Spec, table: EstimateTable) -> None:
        self.spec = spec
        self.table = table
        self._known = assumptions_of(spec)
        self._calls: dict[str, StepCall] = {}

    @cached_property
    def allotment(self) -> Allotment:
        """The shares."""
        return allotted(self.spec.budget, self.table)

    def call(self, operation: str) -> StepCall:
        """One call of an operation as the step runs it."""
        if operation not in self._calls:
            self._calls[operation] = StepCall(self.spec, self._known, self.table.operations[operation])
        return self._calls[operation]

    def leaves(self, operation: str, skew: float) -> Leaves | None:
        """What the budget leaves a call under a skew; None without a share, or where no time follows."""
        share, step = self.allotment.shares.get(operation), self.table.operations[operation].step
        call = None if share is None else longest_call(step, share)
        if share is None or call is None:
            return None
        left_out = self.call(operation).left_out(skew)
        return Leaves(share, step.count * step.calls, step.overlap.conservative, call, left_out)

    def case(self, operation: str) -> Case:
        """An operation as the step runs it, ready to be timed."""
        return self.call(operation).case

    def longest(self, operation: str, skew: float) -> float | None:
        """Seconds that a test of one call under a skew may measure; None without a share, or where none follows."""
        found = self.leaves(operation, skew)
        return None if found is None else found.seconds
