"""The budget of a step with what was measured in the place of limits and estimates: does it close now?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from estimator.estimate.result import OperationEstimate
from estimator.estimate.steps.need import Needs
from estimator.estimate.steps.overlap import Hiding, Share
from estimator.judge.acceptance import Acceptance
from estimator.judge.cells import CellVerdict
from estimator.require.closure import SLACK, AtSkew, Closure, closure
from estimator.require.criterion import Block, Criterion, Expanded
from estimator.require.limits.bounded import BoundedCall, call_of
from estimator.require.workload import place_of
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement

Basis = Literal["measured", "limit", "estimate"]
Closes = Literal["yes", "no", "open"]
Key = tuple[BoundedCall, float, str, float]


class StepTime(NamedTuple):
    """One call of an operation in the step [s], and where its time comes from.

    ``test_s``: what its test measured or is allowed to; ``call_s``: with what the test leaves out; ``exposed_s``: of
    all calls of a step.
    """

    skew: float
    test_s: float | None
    call_s: float
    exposed_s: float
    basis: Basis


@dataclass(frozen=True, slots=True)
class MeasuredOperation:
    """One operation at even load and at the full skew. ``hidden``: the measured overlap [1], None where it is not.

    ``must_hide``: the overlap that a must asks for [1], at which it stands while nobody has measured it.
    """

    condition: str
    calls: float
    share_s: float | None
    even: StepTime
    full: StepTime
    hidden: float | None
    must_hide: float | None = None

    @property
    def overlap_open(self) -> bool:
        """Whether a must asks for an overlap that nobody has measured."""
        return self.hidden is None and self.must_hide is not None

    def settled(self, at: StepTime) -> bool:
        """Whether all that the step is exposed to is measured."""
        return at.basis == "measured" and not self.overlap_open

    @property
    def within(self) -> bool | None:
        """Whether it stays within its share; None without one."""
        return None if self.share_s is None else self.full.exposed_s <= self.share_s * (1.0 + SLACK)


@dataclass(frozen=True, slots=True)
class MeasuredBudget:
    """The whole step. ``allowed_s``: exposed seconds that the budget allows, None without one."""

    allowed_s: float | None
    operations: Mapping[str, MeasuredOperation]

    @property
    def exposed(self) -> tuple[float, float]:
        """Exposed seconds of a step at even load and at the full skew."""
        found = self.operations.values()
        return sum(one.even.exposed_s for one in found), sum(one.full.exposed_s for one in found)

    @property
    def measured(self) -> float:
        """The part of it that was measured [s], at even load or at the full skew, whichever is more."""
        even = sum(one.even.exposed_s for one in self.operations.values() if one.settled(one.even))
        return max(even, self.measured_full)

    @property
    def measured_full(self) -> float:
        """The part of the step at the full skew that was measured [s]."""
        return sum(one.full.exposed_s for one in self.operations.values() if one.settled(one.full))

    @property
    def slower_even(self) -> float | None:
        """What was measured at even load [s], where that is more than the whole step at the full skew."""
        return self.measured if self.measured > self.exposed[1] else None

    @property
    def closes(self) -> Closes | None:
        """``no``: what was measured is over the budget already; ``yes``: all is measured and within it; else open."""
        if self.allowed_s is None:
            return None
        held = self.allowed_s * (1.0 + SLACK)
        if self.measured > held:
            return "no"
        everything = all(one.settled(one.full) for one in self.operations.values())
        if not everything:
            return "open"
        return "yes" if self.exposed[1] <= held else "no"


def measured_budget(needs: Needs, expanded: Mapping[str, Expanded], found: Acceptance) -> MeasuredBudget:
    """The step with every measured call of its own condition; other calls as the limits, else the estimate, have it."""
    closed = closure(needs, expanded)
    calls = dict(_calls(needs.spec, expanded, found))
    hidden = _hidden(needs.spec, found)
    operations = {name: _operation(needs, name, closed, calls, hidden.get(name)) for name in closed.operations}
    return MeasuredBudget(needs.allotment.allowed_s, operations)


def _calls(spec: Spec, expanded: Mapping[str, Expanded], found: Acceptance) -> Iterator[tuple[Key, float]]:
    """The slowest measured time [s] of each call, by call, size, condition and skew."""
    times: dict[Key, float] = {}
    for name, one in found.requirements.items():
        verdicts = {cell.cell.key: cell for cell in one.cells}
        for block in expanded[name].blocks:
            if not isinstance(spec.requirements[name], MeasurableRequirement) or block.measure.against is not None:
                continue
            for cell in block.criteria():
                seconds = _seconds(block, cell, verdicts.get(cell.key))
                if seconds is not None and cell.n is not None:
                    key = (call_of(block, spec)._replace(dtype=None), cell.n, cell.condition, cell.skew)
                    times[key] = max(seconds, times.get(key, 0.0))
    yield from times.items()


def _seconds(block: Block, cell: Criterion, found: CellVerdict | None) -> float | None:
    """The mean time that a cell measured, where its verdict rests on it."""
    if found is None or found.measured is None or cell.measure.statistic != "mean" or cell.n is None:
        return None
    verdict = found.before.verdict if found.before else found.verdict
    if verdict not in ("pass", "fail"):
        return None
    value = found.measured.value
    if cell.measure.name == "time":
        return value
    if cell.measure.name not in ("busbw", "algbw") or value <= 0.0:
        return None
    factor = block.model.busbw_factor if cell.measure.name == "busbw" and block.model else 1.0
    return cell.n * factor / value


def _hidden(spec: Spec, found: Acceptance) -> dict[str, float]:
    """The least measured overlap of each operation [1]."""
    shares: dict[str, float] = {}
    for name, one in found.requirements.items():
        operation = getattr(spec.requirements[name], "operation", None) or ""
        for cell in one.cells:
            if cell.cell.measure.name == "overlap" and cell.measured is not None:
                shares[operation] = min(cell.measured.value, shares.get(operation, 1.0))
    return shares


def _operation(
    needs: Needs, name: str, closed: Closure, calls: Mapping[Key, float], hidden: float | None
) -> MeasuredOperation:
    row, known = needs.table.operations[name], closed.operations[name]
    call = needs.call(name)
    hiding: Hiding = Share(hidden) if hidden is not None else known.must_hide or row.step.overlap.conservative
    even, full = (
        _at(
            row,
            one,
            calls.get((_own(needs.spec, row), row.size.n / row.calls, call.condition, one.skew)),
            hiding,
        )
        for one in (known.even, known.full)
    )
    must_hide = known.must_hide.hidden if known.must_hide is not None else None
    return MeasuredOperation(call.condition, known.calls, known.share_s, even, full, hidden, must_hide)


def _own(spec: Spec, row: OperationEstimate) -> BoundedCall:
    return BoundedCall(row.collective, row.algorithm.name, None, place_of(spec, row.group))


def _at(row: OperationEstimate, known: AtSkew, measured: float | None, hiding: Hiding) -> StepTime:
    basis: Basis = "measured" if measured is not None else "limit" if known.limit_s is not None else "estimate"
    call_s = known.call_s if measured is None else measured + known.left_out_s
    exposed = row.step.count * row.step.calls * hiding.exposed(call_s)
    return StepTime(known.skew, measured if measured is not None else known.limit_s, call_s, exposed, basis)
