"""One version of a spec worked out: what a difference is taken of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from estimator.estimate.assume.assumptions import Assumptions, assumptions_of
from estimator.estimate.case import Case, case_of
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.need import Needs
from estimator.estimate.steps.stages import as_in
from estimator.history.meaning import Meaning, Meanings
from estimator.require.closure import Closure, closure
from estimator.require.criterion import Expanded
from estimator.spec.document import Spec


@dataclass(frozen=True)
class State:
    """A spec with its estimates and cells. ``data``: the spec as written; ``name``: what readers call this version."""

    spec: Spec
    data: Mapping[str, Any]
    table: EstimateTable
    expanded: Mapping[str, Expanded]
    name: str = ""

    @cached_property
    def closure(self) -> Closure:
        """The step with every must just met."""
        return closure(Needs(self.spec, self.table), self.expanded)

    @cached_property
    def known(self) -> Assumptions:
        """The platform's numbers."""
        return assumptions_of(self.spec)

    @cached_property
    def _meanings(self) -> Meanings:
        return Meanings(self.spec)

    def case(self, operation: str) -> Case:
        """An operation ready to be timed, as the step has it."""
        return as_in(self.table, case_of(self.spec, operation, self.known))

    def meaning(self, requirement: str) -> Meaning:
        """What a requirement means."""
        return self._meanings.of(requirement, self.expanded[requirement])
