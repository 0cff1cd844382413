"""The limits of a block's cells: as written, from the estimate of the cell, or from the budget of the step."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.errors import Problem
from estimator.estimate.result import EstimateTable, OperationEstimate
from estimator.require.criterion import Floats, HowLimited, Measure, Model
from estimator.require.metrics import EVERYWHERE, KIND_OF_UNIT
from estimator.spec.document import Budget
from estimator.spec.measure import Limit


class Limits(NamedTuple):
    """Limits of a block (S,) in SI units, nan where a cell has none; how they came about; what went wrong."""

    values: Floats
    how: HowLimited
    problems: tuple[Problem, ...] = ()


def written(
    limit: Limit, measure: Measure, sizes: Floats, own: NDArray[np.bool_], everywhere: bool, name: str
) -> Limits:
    """A limit written as a quantity. It holds at its ``at`` size only; see ``holds_at`` for one without."""
    wanted = KIND_OF_UNIT.get(measure.unit)
    if limit.bound.kind != wanted:
        key = "at_most" if limit.upper else "at_least"
        problem = Problem(
            ("requirements", name, "limit", key),
            f"{limit.bound.text} is a {limit.bound.kind}, and {measure.name} is a {wanted}",
            f"write a {wanted}",
        )
        return Limits(np.full(len(sizes), np.nan), "open", (problem,))
    where = holds_at(limit, sizes, own, everywhere or measure.unit in EVERYWHERE)
    return Limits(np.where(where, limit.bound.value, np.nan), "stated")


def holds_at(limit: Limit, sizes: Floats, own: NDArray[np.bool_], everywhere: bool) -> NDArray[np.bool_]:
    """Where a written limit holds (S,): at ``at``; without it everywhere if it may, else at the own n."""
    if limit.at is not None:
        return np.equal(sizes, float(limit.at))
    if everywhere or len(sizes) == 1:
        return np.ones(len(sizes), dtype=np.bool_)
    return own


def derived(limit: Limit, measure: Measure, sizes: Floats, model: Model | None, expected: tuple[Floats, Floats] | None,
            name: str) -> Limits:  # fmt: skip
    """A limit at a place between the ends of each cell: linear in the time, and the bandwidth at that time.

    Other metrics are linear between their own ends. With ends of 1 ms and 2 ms, ``estimate.at: 0.3`` is 1.3 ms.
    """
    at = limit.bound.at
    if measure.name in ("time", "algbw", "busbw") and model is not None:
        times = _between(model.optimistic, model.conservative, at)
        if measure.name == "time":
            return Limits(times, "derived")
        factor = model.busbw_factor if measure.name == "busbw" else 1.0
        # What takes no time has no bandwidth, so no limit on it: a group of one rank.
        taken = np.where(times > 0.0, times, np.nan)
        return Limits(sizes * factor / taken, "derived")
    if expected is not None:
        return Limits(_between(*expected, at), "derived")
    key = "at_most" if limit.upper else "at_least"
    path = ("requirements", name, "limit", key)
    # Without a model the cell has told already what is wrong with it.
    problems = () if measure.name in ("time", "algbw", "busbw") else (
        Problem(path, f"the estimate says nothing about this {measure.name}", "write a number"),
    )  # fmt: skip
    return Limits(np.full(len(sizes), np.nan), "open", problems)


def _between(first: Floats, second: Floats, at: float) -> Floats:
    return first if at == 0.0 else second if at == 1.0 else first + at * (second - first)


def budgeted(
    budget: Budget | None, operation: str | None, measure: Measure, table: EstimateTable,
    sizes: Floats, own: NDArray[np.bool_], name: str,
) -> Limits:  # fmt: skip
    """What the budget of the step leaves for one call of the operation, at its own n only.

    The operation's share of the exposed time is the one written for it, else in proportion to its conservative
    exposed time. Per call: the longest that leaves share / calls a step exposed at the conservative overlap, less the
    reorder and sync that the test of a cell does not hold. A step of 20 s with 15 % exposed leaves 3 s; an operation
    that is half of the exposed time and runs 1000 times with an overlap of 0.25 gets 1.5 s / (1000 * 0.75) = 2 ms a
    call.
    """
    path = ("requirements", name, "limit")
    none = np.full(len(sizes), np.nan)
    estimate = table.operations.get(operation or "")
    if measure.name != "time" or estimate is None or budget is None:
        what = "no budget" if budget is None else "a budget gives the time of an operation"
        hint = (
            "add budget: {step: ..., exposed_communication: ...}" if budget is None else "measure time of an operation"
        )
        return Limits(none, "open", (Problem(path, what, hint),))
    share = exposed_share(budget, operation or "", table)
    seconds = None if share is None else call_seconds(share, estimate)
    if seconds is None or seconds <= 0.0:
        what = "the budget leaves no time for this operation" if share is not None else "the budget has no share for it"
        return Limits(none, "open", (Problem(path, what, f"add budget.operations: {{{operation}: ...}}"),))
    return Limits(np.where(own, seconds, np.nan), "budget")


def exposed_share(budget: Budget, operation: str, table: EstimateTable) -> float | None:
    """Exposed seconds of a step that the operation may take; None when the budget does not say."""
    if operation in budget.operations:
        return float(budget.operations[operation])
    if budget.exposed_communication is None or not table.exposed.conservative:
        return None
    allowed = budget.step * budget.exposed_communication
    return allowed * table.operations[operation].step.exposed.conservative / table.exposed.conservative


def call_seconds(share: float, estimate: OperationEstimate) -> float | None:
    """Seconds of one call that keep the operation within ``share`` exposed seconds a step; None when never exposed."""
    step = estimate.step
    if not step.count:
        return None
    longest = step.overlap.conservative.longest(share / (step.count * step.calls))
    around = (estimate.conservative.sync_s + estimate.conservative.reorder_s) / estimate.calls
    return None if longest is None else longest - around
