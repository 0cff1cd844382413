"""The budget of a step for the page: shares, what tests leave out, and every must that bounds an operation's call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from estimator.cost.collectives import UNEVEN
from estimator.errors import SpecError
from estimator.estimate.live.cell import cell_call
from estimator.estimate.live.operation import InStep, LiveOperation, padded_ends
from estimator.estimate.live.parameters import Numbers
from estimator.estimate.live.value import Value, constant
from estimator.estimate.result import EstimateTable, OperationEstimate
from estimator.estimate.steps.need import Needs
from estimator.estimate.steps.step import COMPUTING
from estimator.report.review.shared import Json, Shared
from estimator.require.closure import Musts
from estimator.require.criterion import Expanded
from estimator.require.limits.bounded import Bounded
from estimator.require.model import Models
from estimator.require.workload import workload_of
from estimator.spec.document import Budget, Spec
from estimator.spec.requirements.requirement import MeasurableRequirement


def budget_data(spec: Spec) -> Json | None:
    """What the step may expose [s] and what operations are given of it; None where no budget says."""
    budget: Budget | None = spec.budget
    if budget is None or budget.exposed_communication is None:
        return None
    return {
        "allowed": float(budget.step) * float(budget.exposed_communication),
        "shares": {name: float(share) for name, share in budget.operations.items()},
        "proportional": int(budget.allocate == "proportional"),
        "digits": spec.document.rounding,
    }


@dataclass(frozen=True)
class Limits:
    """The musts on the calls of a spec's operations, as the page evaluates them."""

    spec: Spec
    table: EstimateTable
    needs: Needs
    musts: Musts
    models: Models
    shared: Shared

    @staticmethod
    def of(spec: Spec, table: EstimateTable, expanded: Mapping[str, Expanded], shared: Shared) -> Limits:
        """Those of a spec worked out."""
        return Limits(spec, table, Needs(spec, table), Musts(spec, expanded), Models(spec), shared)

    def of_operation(self, row: OperationEstimate, live: LiveOperation, numbers: Numbers) -> Json:
        """Limits as usual and under compute, each at even load and at the full skew; what is hidden and left out."""
        call = self.needs.call(row.id)
        on_it = list(self.musts.on(row))
        hidden, skews = self.musts.overlap(row), live.uses[0].usual
        found: Json = {
            "limits": [
                [
                    [self._limit(cell, numbers, told, live) for cell, told in self._at(on_it, condition, skew)]
                    for skew, live in zip(call.skews, skews.balances, strict=True)
                ]
                for condition in (call.usual, *COMPUTING)
            ],
            "n": row.size.n,
            "out": self._left_out(row, live.uses, numbers),
        }
        if hidden is not None:
            found["hidden"] = hidden.hidden
        return found

    def _at(self, on_it: Sequence[Bounded], condition: str, skew: float) -> Iterator[tuple[Bounded, Json | None]]:
        """The musts that may hold at one of the operation's skews, and what of it decides whether they do.

        None: a must that follows the operation's own skews holds at each of them. One of its own skews holds where the
        operation's is that; and one without a cell at even load holds where the load is uneven.
        """
        seen: dict[str, tuple[Bounded, Json | None]] = {}
        for cell in (one for one in on_it if one.block.condition == condition):
            requirement = cell.block.requirement
            if not self._follows(cell):
                yield cell, {"skew": cell.block.skew}
            elif cell.block.skew == skew:
                seen[requirement] = (cell, None)
            else:
                seen.setdefault(requirement, (cell, {"uneven": 1}))
        yield from seen.values()

    def _follows(self, cell: Bounded) -> bool:
        requirement = self.spec.requirements[cell.block.requirement]
        own = isinstance(requirement, MeasurableRequirement) and bool(requirement.operation)
        return own and not requirement.sweep.skews and cell.block.collective in UNEVEN  # type: ignore[union-attr]

    def _left_out(self, row: OperationEstimate, uses: tuple[InStep, ...], numbers: Numbers) -> Json:
        """Sync, passes of a reorder and padding around the step's call, which a test of the call does not hold."""
        operation = self.spec.operations[row.id]
        passes = float(operation.around.reorder.passes) if operation.around.reorder is not None else 0.0
        own = uses[0].usual.high.own
        named = {str(key): self.shared.value(value) for key, value in own.items()}
        found: Json = {"passes": passes} | named
        if operation.padding:
            condition = self.needs.call(row.id).condition
            cases = padded_ends(numbers, self.needs.case(row.id), condition)
            found["padded"] = [self.shared.end(end) for end in cases]
            found["padding"] = self.shared.value(cases[0].skew)
        return found

    def _limit(self, cell: Bounded, numbers: Numbers, told: Json | None, skew: Value) -> Json:
        """One must: a number [s], what the budget leaves, or the estimate of its test; ``held``: as it is printed."""
        block = cell.block
        requirement, how = self.spec.requirements[block.requirement], block.way(cell.at)
        assert isinstance(requirement, MeasurableRequirement)  # noqa: S101 - only these bound a call
        found: Json = {"id": block.requirement, "s": cell.seconds} | (told or {})
        skew = skew if self._follows(cell) else constant(block.skew)
        measure, limit = block.measure, requirement.limit
        rule = {"factor": limit.factor, "tolerance": block.tolerance}
        if limit.bound.origin == "line":
            return found | {"held": 1}  # of links and cuts, of which the page knows the rates but not this rule
        if how == "budget":
            return found | {"budget": 1} | rule
        if how == "derived" and measure.against is None and measure.name in ("time", "algbw", "busbw"):
            return found | (self._derived(cell, requirement, numbers, skew) | rule)
        return found | ({"held": 1} if how == "derived" or measure.against is not None else {})

    def _derived(
        self, cell: Bounded, requirement: MeasurableRequirement, numbers: Numbers, skew: Value
    ) -> dict[str, Any]:
        block, n = cell.block, float(cell.block.sizes[cell.at])
        work, _ = workload_of(block.requirement, requirement, self.spec, self.table)
        model = None if work is None else self.models.cell(work, block.spot)
        if model is None:
            return {"held": 1}
        try:
            call = self.shared.call(cell_call(numbers, model, n, skew))
        except SpecError:
            return {"held": 1}
        factor = block.model.busbw_factor if block.measure.name == "busbw" and block.model else 1.0
        rate = 0.0 if block.measure.name == "time" else n * factor
        return {"call": call, "at": requirement.limit.bound.at, "rate": rate}


def held_limits(budgets: Mapping[str, Json]) -> Iterator[str]:
    """The requirements whose limits stay as printed though the estimate that they follow moves."""
    for one in budgets.values():
        yield from (each["id"] for two in one["limits"] for limits in two for each in limits if each.get("held"))
