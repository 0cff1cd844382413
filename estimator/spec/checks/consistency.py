"""What must fit together between parts that are each in order: groups on paths, operations on groups, limits."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.collectives import EXCHANGES
from estimator.cost.entries.catalogue import find
from estimator.cost.semantics import allowed_semantics
from estimator.errors import Path, Problem
from estimator.phrase import linked, phrase
from estimator.spec.checks.links import circles, own_fields
from estimator.spec.checks.moving import without_bytes
from estimator.spec.checks.not_given import not_given
from estimator.spec.checks.requirement import requirement_fits
from estimator.spec.derived.layouts import layout_in, layout_path, of_step
from estimator.spec.derived.steps import main_step, misfits
from estimator.spec.document import Budget, Spec
from estimator.spec.groups.grouped import may_lie
from estimator.spec.machine.checks.copies import copies
from estimator.spec.machine.checks.cuts import cuts
from estimator.spec.machine.checks.groups import group as check_group
from estimator.spec.machine.checks.levels import levels, sound
from estimator.spec.machine.checks.paths import paths
from estimator.spec.machine.checks.runs import runs
from estimator.spec.machine.platform import Platform
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import STEPS, Condition
from estimator.spec.values.quantity import Pair
from estimator.spec.workload import Operation
from estimator.units import format_time


def consistency(spec: Spec) -> Iterator[Problem]:
    """Everything that does not fit together. ``spec`` holds the parts in order; the platform may be missing."""
    platform: Platform | None = spec.platform
    machine = list(_machine(spec, platform)) if platform is not None else []
    yield from machine
    if platform is not None:
        for name, operation in spec.operations.items():
            yield from _launch(("operations", name), operation, platform)
    if spec.budget is not None:
        yield from _budget(spec.budget)
        yield from _of_main(spec, spec.budget)
    yield from misfits(spec)
    whole = platform is not None and not any(problem.path[:1] != ("groups",) for problem in machine)
    for name, operation in spec.operations.items():
        broken = any(problem.path[:2] == ("groups", operation.group) for problem in machine)
        yield from _operation(("operations", name), operation, spec, whole, broken)
    yield from not_given(spec)
    yield from without_bytes(spec)
    yield from own_fields(spec)
    yield from circles(spec)
    for name, requirement in spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            yield from requirement_fits(("requirements", name), requirement, spec)


def _of_main(spec: Spec, budget: Budget) -> Iterator[Problem]:
    """A budget is that of one step."""
    if not spec.operations:
        return
    main = main_step(spec.operations.values())
    for name in budget.operations:
        operation = spec.operations.get(name)
        if operation is not None and operation.step != main:
            text = phrase(
                "{name} runs in a {step} step, and the budget is that of a {main} step",
                name=name,
                step=operation.step,
                main=main,
            )
            yield Problem(("budget", "operations", name), text, "remove it")


def _budget(budget: Budget) -> Iterator[Problem]:
    """The shares of the operations fit into what the step may expose."""
    share = budget.exposed_communication
    allowed = float(budget.step) * (1.0 if share is None else float(share))
    given = sum(float(seconds) for seconds in budget.operations.values())
    if given > allowed * (1.0 + 1e-9):
        text = phrase(
            "the operations are given {given} of {allowed}", given=format_time(given), allowed=format_time(allowed)
        )
        hint = phrase("lower the shares, or raise {key}", key="step" if share is None else "exposed_communication")
        yield Problem(("budget", "operations"), text, hint)


def _platform(platform: Platform) -> Iterator[Problem]:
    for name, path in platform.paths.items():
        for condition in ("multi_group", "with_compute", *path.named):
            if path.stated(condition) is not None:
                yield from _no_better(("platform", "paths", name, condition), name, condition, platform)
    for name, cut in platform.cuts.items():
        if platform.ranks_per_node % cut.boundary.planes:
            text = phrase(
                "{ranks_per_node} ranks of a node cannot share {planes} planes evenly",
                ranks_per_node=platform.ranks_per_node,
                planes=cut.boundary.planes,
            )
            hint = "write boundary: plane for one plane per rank, or a divisor of ranks_per_node"
            yield Problem(("platform", "cuts", name, "boundary"), text, hint)
        if cut.loaded is not None and _beats(cut.loaded.bandwidth, cut.exclusive.bandwidth, larger=True):
            yield Problem(
                ("platform", "cuts", name, "loaded", "bandwidth"),
                "more bandwidth under load than exclusive",
                phrase(_AT_MOST, like="exclusive"),
            )
        for condition, own in cut.named.items():
            like = platform.lineage(condition)[1:]
            if like and _beats(own.bandwidth, cut.under(like)[1], larger=True):
                where: Path = ("platform", "cuts", name, condition, "bandwidth")
                yield Problem(
                    where,
                    phrase("more bandwidth under {condition} than {like}", condition=condition, like=like[0]),
                    phrase(_AT_MOST, like=like[0]),
                )


def _launch(where: Path, operation: Operation, platform: Platform) -> Iterator[Problem]:
    own, launch = operation.launch, platform.launch
    if own is None or own.time is not None or launch is None or launch.mode is None:
        return
    if own.mode not in {launch.mode, *(entry.mode for entry in launch.only)}:
        hint = phrase(
            "add only: [{{mode: {mode}, time: ...}}] to platform.launch, or give the operation its own time",
            mode=own.mode,
        )
        yield Problem((*where, "launch", "mode"), phrase("no T0 for the mode {mode}", mode=own.mode), hint)


def _world(spec: Spec, platform: Platform) -> Iterator[Problem]:
    ranks = platform.nodes * platform.ranks_per_node
    more = "more ranks in the last level" if platform.levels else "more nodes in platform.nodes"
    used = {of_step(group.from_layout)[0] for group in spec.groups.values() if group.from_layout}
    for path, layout in {layout_path(spec, step): layout_in(spec, step) for step in STEPS if step in used}.items():
        if layout is not None and layout.world > ranks:
            text = phrase("{world} ranks are more than the platform's {ranks}", world=layout.world, ranks=ranks)
            yield Problem((*path, "world"), text, phrase("write a smaller layout, or {more}", more=more))


_AT_MOST = "write at most the {like} value, end by end"
_AT_LEAST = "write at least the {like} value, end by end"


def _no_better(where: Path, path: str, condition: Condition, platform: Platform) -> Iterator[Problem]:
    """A condition is no better than the one it is like; multi_group and with_compute no better than exclusive."""
    like = (*platform.lineage(condition)[1:], "exclusive")[0]
    own, other = platform.paths[path].stated(condition), platform.plain(path, like)
    if own is None or other is None:
        return
    if own.alpha is not None and _beats(own.alpha, other.alpha, larger=False):
        yield Problem(
            (*where, "alpha"),
            phrase("a smaller start-up time under {condition} than {like}", condition=condition, like=like),
            phrase(_AT_LEAST, like=like),
        )
    if own.bandwidth is None or own.per not in (other.per, None):
        return
    if _beats(own.bandwidth, other.bandwidth, larger=True):
        yield Problem(
            (*where, "bandwidth"),
            phrase("more bandwidth under {condition} than {like}", condition=condition, like=like),
            phrase(_AT_MOST, like=like),
        )


def _beats(other: Pair, exclusive: Pair, larger: bool) -> bool:
    sign = 1 if larger else -1
    return any(sign * a > sign * b for a, b in zip(other.ends, exclusive.ends, strict=True))


_COUNTS = ("ranks_per_node", "nodes")
"""Keys that say beside the levels how many ranks and nodes there are: groups are held against them once they do."""


def _machine(spec: Spec, platform: Platform) -> Iterator[Problem]:
    """The platform, and the groups on it where it is clear how many units each level has."""
    mistaken = list(levels(platform))
    yield from mistaken
    if not sound(platform):
        return
    yield from paths(platform)
    yield from cuts(platform)
    yield from _platform(platform)
    if any(problem.path[-1] in _COUNTS for problem in mistaken):
        return
    beyond = list(_world(spec, platform))
    yield from beyond
    for name, group in spec.groups.items():
        if group.from_layout is None or not beyond:
            yield from check_group(("groups", name), group, spec)


def _operation(where: Path, operation: Operation, spec: Spec, whole: bool, broken: bool) -> Iterator[Problem]:
    """``whole``: nothing is wrong with the machine; ``broken``: something is with the group."""
    allowed = allowed_semantics(operation.collective)
    if operation.tensor.semantics not in allowed:
        text = phrase(
            "'{semantics}' says nothing about {collective}",
            semantics=operation.tensor.semantics,
            collective=operation.collective,
        )
        yield Problem((*where, "tensor", "semantics"), text, phrase("write {allowed}", allowed=linked(" or ", allowed)))
    for key in ("padding", "copies"):
        if getattr(operation, key) is not None and operation.collective not in EXCHANGES:
            yield Problem(
                (*where, key),
                phrase("{collective} has no {key}", collective=operation.collective, key=key),
                phrase("remove {key}", key=key),
            )
    yield from copies(where, operation, spec)
    yield from _options(where, operation)
    if where[-1] in operation.at_once_with:
        yield Problem((*where, "at_once_with"), "the operation names itself", "name other operations")
    if operation.group in spec.groups and not broken:
        yield from runs(where, operation, may_lie(spec, operation.group, whole))


def _options(where: Path, operation: Operation) -> Iterator[Problem]:
    """Options that no named algorithm takes, and what a send matrix says already."""
    chosen = operation.algorithm
    found = [entry for name in (chosen.name, *chosen.also) if (entry := find(operation.collective, name)) is not None]
    for key in chosen.options.stated:
        if found and not any(key in entry.takes for entry in found):
            text = phrase(
                "{key} has no effect on {algorithms} of {collective}",
                key=key,
                algorithms=linked(" or ", (entry.name for entry in found)),
                collective=operation.collective,
            )
            yield Problem((*where, "algorithm", key), text, phrase("remove {key}", key=key))
    if chosen.send_matrix is not None:
        for key in ("skew", "node_skew", "copies"):
            if key in operation.model_fields_set:
                yield Problem(
                    (*where, key),
                    phrase("{key} beside a send matrix, which counts every byte", key=key),
                    phrase("remove {key}", key=key),
                )
