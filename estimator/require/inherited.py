"""What a requirement says itself, else its operation."""

from __future__ import annotations

from typing import NamedTuple

from estimator.spec.base import Dtype
from estimator.spec.document import Spec
from estimator.spec.requirement import MeasurableRequirement
from estimator.spec.workload import Operation, RedOp


class Inherited(NamedTuple):
    """The operation a requirement names, and what holds for its test; None where neither of the two says it."""

    operation: Operation | None
    algorithm: str | None
    dtype: Dtype | None
    redop: RedOp | None


def inherited(requirement: MeasurableRequirement, spec: Spec) -> Inherited:
    """What the requirement says, filled up from its operation. A dangling name is the spec's own error."""
    operation = spec.operations.get(requirement.operation or "")
    if operation is None:
        return Inherited(None, requirement.algorithm, requirement.dtype, requirement.redop)
    return Inherited(
        operation,
        requirement.algorithm or operation.algorithm.name,
        requirement.dtype or operation.tensor.dtype,
        requirement.redop or operation.redop,
    )
