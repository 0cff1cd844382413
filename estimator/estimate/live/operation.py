"""An operation of the spec with its numbers left open: its own call, its calls in a step, and its bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from estimator.cost.collectives import MOVING
from estimator.cost.key import REORDER, SYNC, Key
from estimator.errors import SpecError
from estimator.estimate.assume.assumptions import CallStart, assumptions_of
from estimator.estimate.assume.setting import Setting, Work
from estimator.estimate.assume.settings import EXCLUSIVE
from estimator.estimate.assume.uncertain import low_under
from estimator.estimate.case import Case, StageUse
from estimator.estimate.live.bound import LiveBound, bound_of
from estimator.estimate.live.call import Balance, End, end_of, scheduled_end
from estimator.estimate.live.parameters import Asked, Numbers
from estimator.estimate.live.shape import Conditions
from estimator.estimate.live.siblings import add_siblings
from estimator.estimate.live.value import Places, Value, constant
from estimator.estimate.result import EstimateTable
from estimator.estimate.steps.stages import uses_of
from estimator.estimate.steps.step import COMPUTING, usual_conditions
from estimator.spec.document import Spec
from estimator.spec.values.base import Condition
from estimator.spec.values.quantity import Pair
from estimator.spec.workload import OverlapWindow


@dataclass(frozen=True, slots=True)
class LiveCall:
    """Both ends of the calls of an operation: ``n`` [byte] of one of ``calls``.

    ``even``: the conservative end under the skew of the optimistic one.
    """

    n: float
    calls: float
    low: End
    high: End
    even: End

    @property
    def balances(self) -> tuple[Value, Value]:
        """The skew of ranks at the optimistic and at the conservative end, paddings aside."""
        return self.low.skew, self.high.skew


@dataclass(frozen=True, slots=True)
class InStep:
    """What an operation is in a step on one stage: ``count`` times; ``computing``: where anything of it is hidden.

    ``computing`` is None where a path says nothing of that condition.
    """

    stage: int
    count: float
    usual: LiveCall
    computing: LiveCall | None


class LiveOverlap(NamedTuple):
    """What is hidden at both ends: ``first`` the share, or the window [s] with ``slowdown`` beside it."""

    first: tuple[Value, Value]
    slowdown: tuple[Value, Value] | None


@dataclass(frozen=True, slots=True)
class LiveOperation:
    """One operation. ``uses``: its calls in a step, one for each stage that differs; ``bound``: its lower bound."""

    name: str
    own: LiveCall
    uses: tuple[InStep, ...]
    overlap: LiveOverlap
    bound: LiveBound


def live_operations(spec: Spec, table: EstimateTable, cases: Mapping[str, Case]) -> tuple[Numbers, list[LiveOperation]]:
    """Every operation of a spec with its numbers left open, and where these stand in it."""
    places = Places()
    uses = uses_of(spec, cases) if table.stage else {}
    numbers = Numbers(assumptions_of(spec), places)
    found = [_operation(numbers, case, uses.get(name, ())) for name, case in cases.items()]
    add_siblings(numbers)
    return numbers, found


def _operation(numbers: Numbers, case: Case, uses: Sequence[StageUse]) -> LiveOperation:
    own = call_under(numbers, case, EXCLUSIVE, case.operation.condition)
    in_step = [_in_step(numbers, case.on(use), use.stage, use.count) for use in uses]
    if not in_step:
        in_step = [_in_step(numbers, case, 0, float(case.operation.per_step or 0.0), own)]
    bound = bound_of(numbers, case)
    movable = any(use.count and use.computing is not None for use in in_step)
    return LiveOperation(case.name, own, tuple(in_step), _overlap(numbers, case, movable=movable), bound)


def _in_step(numbers: Numbers, case: Case, stage: int, count: float, own: LiveCall | None = None) -> InStep:
    """``own``: the operation's own call, which the step's is where it looks at the same conditions."""
    conditions = usual_conditions(case)
    alike = own is not None and conditions == case.operation.condition
    usual = own if own is not None and alike else call_under(numbers, case, EXCLUSIVE, conditions)
    try:
        computing = call_under(numbers, case, COMPUTING, COMPUTING) if count else None
    except SpecError:
        computing = None
    return InStep(stage, count, usual, computing)


def call_under(numbers: Numbers, case: Case, low: Conditions, high: Conditions) -> LiveCall:
    """The calls of an operation, the optimistic end under some conditions and the conservative one under others."""
    operation, subject = case.operation, case.subject

    def ready() -> tuple[Work, tuple[Setting, Setting]]:
        settings = low_under(case, low), case.conservative_under(high)
        return case.work_under(*settings), settings

    def end(asked: Asked, balance: Balance, own: Mapping[Key, Value]) -> End:
        found = end_of(shape, asked.side, numbers.values(asked), own, balance, numbers.knee(asked.query, asked.side))
        if subject.schedule is None:
            return found
        work, settings = ready()
        return scheduled_end(found, work, settings[asked.side])

    start = CallStart(case.name, operation.launch)
    shape = numbers.shapes.of(subject, low, high, numbers.size(subject, case.call_n), ready)
    at_low = Asked(subject, low, 0, case.call_n, start=start)
    at_high = Asked(subject, high, 1, case.call_n, 1 + len(operation.at_once_with), start)
    evenly, around = _skews(numbers, case, 0, padded=False), _around(numbers, case)
    low_end = end(at_low, Balance(*evenly), {})
    high_end = end(at_high, Balance(*_skews(numbers, case, 1, padded=True), _passes(case)), around)
    even = high_end
    if not operation.padding:
        even = replace(high_end, skew=evenly[0], node_skew=evenly[1])
    return LiveCall(case.call_n, float(operation.calls), low_end, high_end, even)


def padded_ends(numbers: Numbers, case: Case, condition: Condition) -> tuple[End, End, End]:
    """The conservative end of padded messages under one condition; then of messages as they are, even and skewed."""
    padded = call_under(numbers, case, (condition,), (condition,)).high
    operation, own = case.operation, f"operations.{case.name}.skew"
    skews = [numbers.one("skew", case.name, operation.skew, operation.skew_from, own, side) for side in (0, 1)]
    even, skewed = (replace(padded, skew=one, node_skew=one) for one in skews)
    return padded, even, skewed


def _passes(case: Case) -> float:
    reorder = case.operation.around.reorder
    return float(reorder.passes) if reorder is not None else 0.0


def _skews(numbers: Numbers, case: Case, side: int, *, padded: bool) -> tuple[Value, Value]:
    """The load of the busiest rank and of the busiest unit over the mean; a padding takes the place of both."""
    operation, own = case.operation, f"operations.{case.name}"
    if padded and operation.padding:
        padding = numbers.one("padding", case.name, operation.padding, None, f"{own}.padding", side)
        return padding, padding
    if operation.collective not in MOVING:
        return constant(1.0), constant(1.0)  # a barrier has no load
    skew = numbers.one("skew", case.name, operation.skew, operation.skew_from, f"{own}.skew", side)
    if operation.node_skew is None:
        return skew, skew
    return skew, numbers.one("node_skew", case.name, operation.node_skew, operation.skew_from, f"{own}.node_skew", side)


def _around(numbers: Numbers, case: Case) -> dict[Key, Value]:
    around, own = case.operation.around, f"operations.{case.name}.around"
    found: dict[Key, Value] = {}
    if "sync" in around.model_fields_set:
        found[SYNC] = numbers.one("sync", case.name, around.sync, around.source, f"{own}.sync", 1)
    if around.reorder is not None:
        source, pair = around.reorder.source or around.source, around.reorder.bandwidth
        found[REORDER] = numbers.one("reorder", case.name, pair, source, f"{own}.reorder.bandwidth", 1, -1.0)
    return found


def _overlap(numbers: Numbers, case: Case, *, movable: bool) -> LiveOverlap:
    """What is hidden; a constant where no step counts the operation, or a path says nothing of calls under compute."""
    stated, own = case.operation.overlap, f"operations.{case.name}.overlap"

    def both(quantity: str, pair: Pair, path: str) -> tuple[Value, Value]:
        if not movable:
            return constant(pair.optimistic), constant(pair.conservative)
        low, high = (numbers.one(quantity, case.name, pair, None, path, side) for side in (0, 1))
        return low, high

    if isinstance(stated, OverlapWindow):
        slowdown = both("compute_slowdown", stated.compute_slowdown, f"{own}.compute_slowdown")
        return LiveOverlap(both("window", stated.window, f"{own}.window"), slowdown)
    return LiveOverlap(both("overlap", stated, own), None)
