"""Whether the set closes: what a step exposes when every must is just met, against what the budget allows.

Limits count in the condition that the step runs a call under; percentiles are listed elsewhere and never summed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from estimator.estimate.result import Interval, OperationEstimate
from estimator.estimate.steps.budget import Allotment
from estimator.estimate.steps.need import Needs
from estimator.estimate.steps.overlap import Hiding, Share
from estimator.require.carried import CarriedLimit, carried_limit
from estimator.require.criterion import Block, Expanded
from estimator.require.limits.bounded import Bounded, BoundedCall, bounded_cells
from estimator.require.model import Models, models_of
from estimator.require.workload import place_of
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import WeightSync
from estimator.spec.requirements.requirement import MeasurableRequirement

Closes = Literal["yes", "no", "never"]
SLACK = 1e-9
"""Relative difference that is rounding."""


class AtSkew(NamedTuple):
    """One call of an operation in the step under a skew [s], every must on it just met.

    ``call_s``: the limit in force with what its test leaves out, or the conservative time where there is none.
    ``allowed_call_s``: what the budget lets its test measure; ``limit_s``: what the tightest must lets it measure,
    tolerance included, and the ``requirement`` that says so; ``exposed_s``: of all calls of a step.
    """

    skew: float
    call_s: float
    left_out_s: float
    allowed_call_s: float | None
    limit_s: float | None
    requirement: str
    exposed_s: float


class MustElsewhere(NamedTuple):
    """A must on the same call that is not in force in the step; ``by_skew``: only its skew is another."""

    requirement: str
    condition: str
    by_skew: bool


@dataclass(frozen=True, slots=True)
class OperationClosure:
    """What one operation adds to a step. ``share_s`` [s] None without a share; ``calls`` of a step.

    ``even`` and ``full``: at the first and at the last skew. ``carried``: a stated limit of an easier condition or skew
    carried over to the step's, and ``carried_s`` the exposed seconds [s] at the full skew with it. ``elsewhere``: the
    tightest must on the call where none is in force in the step, whatever its limit comes from. ``must_hide``: the
    share of its calls that a must asks to be hidden.
    """

    share_s: float | None
    calls: float
    even: AtSkew
    full: AtSkew
    carried: CarriedLimit | None
    carried_s: float
    elsewhere: MustElsewhere | None
    must_hide: Share | None = None

    @property
    def shown(self) -> AtSkew:
        """The skew that a row of a table is about: the full one, but where only the even one has a limit."""
        return self.even if self.full.limit_s is None and self.even.limit_s is not None else self.full


@dataclass(frozen=True, slots=True)
class Closure:
    """The whole set. ``estimate``: exposed seconds of a step, both ends; ``operations``: those that a step counts."""

    allotment: Allotment
    estimate: Interval
    operations: Mapping[str, OperationClosure]

    @property
    def musts_met(self) -> tuple[float, float]:
        """Exposed seconds of a step with every must just met, at even load and at the full skew."""
        found = self.operations.values()
        return sum(one.even.exposed_s for one in found), sum(one.full.exposed_s for one in found)

    @property
    def carried_over_s(self) -> float:
        """The same at the full skew with stated limits of easier conditions carried over: information only."""
        return sum(one.carried_s for one in self.operations.values())

    @property
    def closes(self) -> Closes | None:
        """``never``: the optimistic end is over the budget; ``yes``: every must just met is within; None: no budget."""
        return verdict(self.allotment.allowed_s, self.estimate.optimistic, self.musts_met[1])


def verdict(allowed: float | None, optimistic: float, musts_met: float) -> Closes | None:
    """Whether ``musts_met`` exposed seconds are within what is ``allowed`` [s]."""
    if allowed is None:
        return None
    held = allowed * (1.0 + SLACK)
    return "never" if optimistic > held else "yes" if musts_met <= held else "no"


def closure(needs: Needs, expanded: Mapping[str, Expanded]) -> Closure:
    """Add up the step with every must just met."""
    musts = Musts(needs.spec, expanded)
    models = models_of(needs.spec)
    found = {
        name: _operation(row, needs, musts, models)
        for name, row in needs.table.in_main.items()
        if row.step.count or name in needs.allotment.shares
    }
    return Closure(needs.allotment, needs.table.exposed, found)


class Musts:
    """The musts of a spec on the time of a call and on overlaps; those on a mean alone."""

    def __init__(self, spec: Spec, expanded: Mapping[str, Expanded]) -> None:
        self.spec = spec
        blocks = [block for name in expanded if _is_must(spec, name) for block in _means(expanded[name])]
        self._calls: dict[tuple[BoundedCall, float], list[tuple[str | None, Bounded]]] = {}
        for (call, n), found in bounded_cells(blocks, spec).items():
            typed = ((call.dtype, bounded) for bounded in found)
            self._calls.setdefault((call._replace(dtype=None), n), []).extend(typed)
        self._hidden: dict[str, float] = {}
        for block in blocks:
            self._keep_overlap(block)

    def on(self, row: OperationEstimate) -> Iterator[Bounded]:
        """The cells that bound the time of an operation's own call: its group, size and groups at once."""
        dtype = self.spec.operations[row.id].tensor.dtype
        call = BoundedCall(row.collective, row.algorithm.name, None, place_of(self.spec, row.group))
        for typed, bounded in self._calls.get((call, row.size.n / row.calls), ()):
            if None in (typed, dtype) or typed == dtype:
                yield bounded

    def overlap(self, row: OperationEstimate) -> Share | None:
        """The largest share of the operation's own call that a must asks to be hidden."""
        return Share(self._hidden[row.id]) if row.id in self._hidden else None

    def _keep_overlap(self, block: Block) -> None:
        operation = getattr(self.spec.requirements[block.requirement], "operation", None) or ""
        own = self.spec.operations.get(operation)
        if block.measure.name == "overlap" and own is not None and block.place.group == own.group:
            shares = [share for share in block.effective[block.own].tolist() if share == share]
            self._hidden[operation] = max([self._hidden.get(operation, 0.0), *shares])


def _is_must(spec: Spec, name: str) -> bool:
    requirement = spec.requirements[name]
    measured = isinstance(requirement, MeasurableRequirement) and not isinstance(requirement, WeightSync)
    return measured and requirement.priority == "must"


def _means(expanded: Expanded) -> Iterator[Block]:
    return (block for block in expanded.blocks if block.measure.statistic == "mean")


def _operation(row: OperationEstimate, needs: Needs, musts: Musts, models: Models) -> OperationClosure:
    step, on_it = row.step, list(musts.on(row))
    must_hide = musts.overlap(row)
    hiding = must_hide or step.overlap.conservative
    call = needs.call(row.id)
    even, full = (
        _at(row, needs, on_it, hiding, skew, conservative)
        for skew, conservative in zip(call.skews, call.conservative, strict=True)
    )
    carried = carried_limit(row, call, on_it, models, needs)
    longest = full.call_s if carried is None else min(full.call_s, carried.seconds + full.left_out_s)
    calls = step.count * step.calls
    share = needs.allotment.shares.get(row.id)
    elsewhere = _elsewhere(on_it, call.condition) if even.limit_s is None and full.limit_s is None else None
    exposed = calls * hiding.exposed(longest)
    return OperationClosure(share, calls, even, full, carried, exposed, elsewhere, must_hide)


def _elsewhere(on_it: list[Bounded], condition: str) -> MustElsewhere | None:
    if not on_it:
        return None
    block = min(on_it, key=lambda cell: (cell.seconds, cell.block.requirement)).block
    return MustElsewhere(block.requirement, block.condition, block.condition == condition)


def _at(
    row: OperationEstimate, needs: Needs, on_it: list[Bounded], hiding: Hiding, skew: float, conservative: float
) -> AtSkew:
    call = needs.call(row.id)
    left_out = call.left_out(skew)
    found = [
        (cell.seconds, cell.block.requirement)
        for cell in on_it
        if cell.block.condition == call.condition and cell.block.skew == skew
    ]
    limit, requirement = min(found, default=(None, ""), key=lambda one: one[0])
    taken = conservative if limit is None else limit + left_out
    if row.step.n < row.size.n:
        taken = min(taken, conservative)  # the limit is of a larger call, on another stage
    exposed = row.step.count * row.step.calls * hiding.exposed(taken)
    return AtSkew(skew, taken, left_out, needs.longest(row.id, skew), limit, requirement, exposed)
