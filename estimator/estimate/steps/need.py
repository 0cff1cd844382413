"""What the step needs of one call: the time that the budget leaves for it, as a test of the call may measure it."""

from __future__ import annotations

from functools import cached_property

from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.budget import Allotment, allotted, longest_call
from estimator.estimate.steps.step_call import StepCall
from estimator.spec.document import Spec


class Needs:
    """The budget of a spec over its operations; calls are worked out when they are asked for, each once."""

    def __init__(self, spec: Spec, table: EstimateTable) -> None:
        self.spec = spec
        self.table = table
        self._known = Assumptions(spec.platform, spec.sources)
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

    def longest(self, operation: str, skew: float) -> float | None:
        """Seconds that a test of one call under a skew may measure; None without a share, or where none follows."""
        share = self.allotment.shares.get(operation)
        call = None if share is None else longest_call(self.table.operations[operation].step, share)
        return None if call is None else call - self.call(operation).left_out(skew)
