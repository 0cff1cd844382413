"""Stated limits of an easier condition or skew, carried over to the step's own call: information, never a promise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from estimator.estimate.assume.order import harder
from estimator.estimate.cell import CellModel
from estimator.estimate.result import OperationEstimate
from estimator.estimate.steps.need import Needs
from estimator.estimate.steps.step_call import StepCall
from estimator.require.criterion import Block
from estimator.require.limits.bounded import Bounded
from estimator.require.model import Models
from estimator.require.spot import Spot
from estimator.require.workload import own_work


class CarriedLimit(NamedTuple):
    """The seconds [s] that a test of the step's own call would measure, and the requirement that it follows from."""

    seconds: float
    requirement: str


def carried(limit: float, step_conservative: float, limit_conservative: float) -> float:
    """A limit [s] in the proportion of the model's conservative times of the step's cell and of the limit's [s].

    6 ms where the model has 6.33 ms, in a step where it has 8 ms: 7.58 ms.
    """
    return limit * step_conservative / limit_conservative


def carried_limit(
    row: OperationEstimate, call: StepCall, on_it: Sequence[Bounded], models: Models, needs: Needs
) -> CarriedLimit | None:
    """The least of the stated limits of easier conditions or skews of an operation's own call, carried over."""
    stated = [cell for cell in on_it if cell.block.how == "stated"]
    full = call.skews[1]
    if not stated:
        return None
    work, n = own_work(row, needs.spec), row.size.n / row.calls
    model = models.cell(work, Spot(row.group, call.condition, full))
    if model is None:
        return None
    step = model.at(n).time.conservative
    found = [
        CarriedLimit(carried(cell.seconds, step, there), cell.block.requirement)
        for cell in stated
        if _easier(cell.block, call.condition, full, model, n)
        if cell.block.model is not None and (there := float(cell.block.model.conservative[cell.at])) > 0.0
    ]
    return min(found, default=None)


def _easier(block: Block, condition: str, skew: float, model: CellModel, n: float) -> bool:
    if (block.condition, block.skew) == (condition, skew) or block.skew > skew:
        return False
    return block.condition == condition or harder(model.subject, model.known, n, condition, block.condition)
