"""What a requirement says itself, else its operation."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.cost.entries.algorithm import Copies
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import Dtype
from estimator.spec.workload import Operation, RedOp


@dataclass(frozen=True, slots=True)
class Inherited:
    """A requirement and the operation it names, None for none; what neither of the two says is None."""

    requirement: MeasurableRequirement
    operation: Operation | None

    @property
    def algorithm(self) -> str | None:
        """The algorithm's name in the catalogue."""
        return self.requirement.algorithm or (self.operation.algorithm.name if self.operation else None)

    @property
    def dtype(self) -> Dtype | None:
        """Element type."""
        return self.requirement.dtype or (self.operation.tensor.dtype if self.operation else None)

    @property
    def copies(self) -> Copies | None:
        """Token copies of an exchange."""
        return self.operation.copies if self.operation else None

    @property
    def redop(self) -> RedOp | None:
        """Reduction."""
        return self.requirement.redop or (self.operation.redop if self.operation else None)


def inherited(requirement: MeasurableRequirement, spec: Spec) -> Inherited:
    """The requirement with its operation. A dangling name is the spec's own error."""
    return Inherited(requirement, spec.operations.get(requirement.operation or ""))
