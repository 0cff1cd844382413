"""Physics of the machine and the step: cuts that never bind, who shares the cuts, overlaps that grow."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.attribution import in_force
from estimator.cost.key import Key
from estimator.estimate.result import End
from estimator.estimate.steps.overlap import Share
from estimator.lint.paths import paths
from estimator.lint.rules import SLACK, Finding, Look
from estimator.phrase import phrase
from estimator.spec.document import Spec
from estimator.units import format_time

LARGE = 1e18
"""A size [byte] at which start-up times no longer count."""


def machine(look: Look) -> Iterator[Finding]:
    """The findings about the platform and the operations."""
    yield from paths(look)
    yield from _idle_cuts(look)
    yield from _alone(look.spec)
    yield from _growing_overlap(look)


def _idle_cuts(look: Look) -> Iterator[Finding]:
    """Cuts whose row never reaches the path's: at no end of an operation, however large the message."""
    idle = dict.fromkeys(look.spec.platform.cuts)
    for estimate in look.table.operations.values():
        if not idle:
            return
        for end in (estimate.optimistic, estimate.conservative):
            for name in [name for name in idle if binds(end, name)]:
                del idle[name]
    for name in idle:
        text = "no operation is limited by it at either end, at any size"
        yield Finding("idle-cut", ("platform", "cuts", name), text)


def binds(end: End, cut: str) -> bool:
    """Whether a cut takes as long as the paths when the message is large; other cuts do not count."""
    key = Key("cut", cut)
    if key not in end.theta:
        return False
    alone = {name: value if name == key or not name.is_cut else 0.0 for name, value in end.theta.items()}
    return key in in_force(end.form, end.form.theta(alone), LARGE).resources


def _growing_overlap(look: Look) -> Iterator[Finding]:
    """Shares that hide more seconds of a slow call than of a fast one: the computation beside it does not grow."""
    for name, row in look.table.operations.items():
        cost = row.step
        if not isinstance(cost.overlap.optimistic, Share) or not cost.count:
            continue
        fast, slow = (end / cost.calls for end in cost.time)
        least, most = (hiding.share(call) * call for hiding, call in zip(cost.overlap, (fast, slow), strict=True))
        if most > least * (1.0 + SLACK):
            text = phrase(
                "hides {least} of a call of {fast}, and {most} of one of {slow}",
                least=format_time(least),
                fast=format_time(fast),
                most=format_time(most),
                slow=format_time(slow),
            )
            hint = phrase(
                "write the computation beside one call, such as overlap: {{window: {least}}}", least=format_time(least)
            )
            yield Finding("growing-overlap", ("operations", name, "overlap"), text, hint)


def _alone(spec: Spec) -> Iterator[Finding]:
    if not spec.platform.cuts:
        return
    for name, operation in spec.operations.items():
        group = spec.groups.get(operation.group)
        crosses = group is not None and group.nodes > 1
        others = any(spec.platform.lineage(condition)[-1] == "multi_group" for condition in operation.condition)
        if crosses and others and not operation.at_once_with:
            text = "no operation is named that runs at once; the cuts are not shared"
            yield Finding("alone-in-cuts", ("operations", name, "condition"), text)
