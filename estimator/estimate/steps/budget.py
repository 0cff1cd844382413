"""What a step may expose, what of it each operation may, and how long that lets one of its calls be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from estimator.estimate.result import EstimateTable, Interval, StepCost
from estimator.spec.document import Budget


@dataclass(frozen=True, slots=True)
class Allotment:
    """Exposed seconds a step. ``allowed_s``: all together, None where no budget says; ``shares``: by operation.

    ``other_s``: what no share takes, for the operations without one; None without ``allowed_s``.
    """

    allowed_s: float | None
    shares: Mapping[str, float]
    other_s: float | None


NOTHING = Allotment(None, {}, None)
"""Without a budget."""


def allotted(budget: Budget | None, table: EstimateTable) -> Allotment:
    """The shares of the budget over the operations that a step counts."""
    if budget is None:
        return NOTHING
    allowed = None
    if budget.exposed_communication is not None:
        allowed = float(budget.step) * float(budget.exposed_communication)
    stated = {name: float(share) for name, share in budget.operations.items()}
    exposed = {name: row.step.exposed for name, row in table.in_main.items() if row.step.count}
    return shared(allowed, stated, exposed, proportional=budget.allocate == "proportional")


def shared(
    allowed: float | None, stated: Mapping[str, float], exposed: Mapping[str, Interval], *, proportional: bool
) -> Allotment:
    """The stated shares; ``proportional`` gives what is left to the others, by the middle of their ``exposed`` ends.

    2 s less 1.2 s leave 0.8 s: of operations estimated at 0.2-0.6, 0.1 and 0-0.3 s the first gets 0.4 / 0.65 of it.
    """
    if allowed is None:
        return Allotment(None, stated, None)
    left = allowed - sum(stated.values())
    middles = {name: sum(ends) / 2.0 for name, ends in exposed.items() if name not in stated}
    whole = sum(middles.values())
    if not proportional or not whole:
        return Allotment(allowed, stated, left)
    return Allotment(allowed, {**stated, **{name: left * part / whole for name, part in middles.items()}}, 0.0)


def longest_call(cost: StepCost, share: float) -> float | None:
    """Seconds of one call that leave ``share`` exposed a step, at the conservative overlap.

    None where no limit follows: the step does not count the operation, or all of it is hidden.
    """
    calls = cost.count * cost.calls
    return cost.overlap.conservative.longest(share / calls) if calls else None
