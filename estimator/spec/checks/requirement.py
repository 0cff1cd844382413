"""What must fit together of a requirement: groups at once, paths of a sync, what its test runs on, its limit."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.collectives import MOVING
from estimator.errors import Path, Problem
from estimator.phrase import linked, phrase
from estimator.spec.document import Spec
from estimator.spec.machine.platform import Platform
from estimator.spec.requirements.kinds import FitQuality, WeightSync
from estimator.spec.requirements.measure import Limit
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.units import Counted

MOST_CELLS = 10_000
"""Of one requirement: nobody runs more tests than that."""


def requirement_fits(where: Path, requirement: MeasurableRequirement, spec: Spec) -> Iterator[Problem]:
    """What does not fit together of one requirement."""
    alone = isinstance(requirement, (WeightSync, FitQuality))
    if requirement.operation is None and not alone:
        yield from _workload(where, requirement)
    if isinstance(requirement, WeightSync):
        operation = spec.operations.get(requirement.operation or "")
        if operation is None or operation.collective == "p2p":
            yield from _sync_path(where, requirement, spec.platform)
    if requirement.operation is not None and requirement.collective is not None:
        text = "an operation and a collective; the operation says which collective it is"
        yield Problem((*where, "collective"), text, "remove one of the two")
    yield from _at_once(where, requirement, spec)
    if requirement.sweep.cells > MOST_CELLS:
        text = phrase("{cells} cells of sizes x groups x conditions x skews", cells=requirement.sweep.cells)
        yield Problem((*where, "sweep"), text, phrase("sweep fewer: at most {most_cells} cells", most_cells=MOST_CELLS))
    yield from _limit((*where, "limit"), requirement.limit, spec)
    yield from _hidden((*where, "limit"), requirement)


def _hidden(where: Path, requirement: MeasurableRequirement) -> Iterator[Problem]:
    """No more of a call can be hidden than all of it."""
    bound = requirement.limit.bound
    if requirement.metric.name == "overlap" and bound.kind == "ratio" and bound.value > 1.0:
        key = "at_most" if requirement.limit.upper else "at_least"
        what = phrase("{text} is too large: at 100 % the whole call is hidden", text=bound.text)
        yield Problem((*where, key), what, "write 100 % or less")


def _at_once(where: Path, requirement: MeasurableRequirement, spec: Spec) -> Iterator[Problem]:
    """As many groups as a node has room for."""
    operation, asked = spec.operations.get(requirement.operation or ""), requirement.at_once
    if spec.platform is None or not isinstance(asked, int):
        return
    for name in requirement.sweep.groups or ((operation.group,) if operation is not None else ()):
        group = spec.groups.get(name)
        # Uneven groups are not all at their fullest on one node.
        room = spec.platform.ranks_per_node // min(group.node_ranks) if group is not None else asked
        if asked > room > 0:
            text = phrase(
                "{groups:group} of kind {name} do not fit on a node of {ranks_per_node}",
                groups=Counted(asked),
                name=name,
                ranks_per_node=spec.platform.ranks_per_node,
            )
            yield Problem((*where, "at_once"), text, phrase("write a number up to {room}", room=room))
            return


def _sync_path(where: Path, requirement: WeightSync, platform: Platform | None) -> Iterator[Problem]:
    """A choice between several paths or cuts is the author's, not made for him."""
    if platform is None:
        return
    paths = [name for name, path in platform.paths.items() if path.crosses_nodes]
    if requirement.path is None and len(paths) > 1:
        yield Problem(
            (*where, "path"),
            phrase("{paths} paths cross nodes", paths=len(paths)),
            phrase("add path: {names}", names=linked(" or ", paths)),
        )
    around = [name for name, cut in platform.cuts.items() if cut.boundary.single]
    if requirement.cut is None and len(around) > 1:
        yield Problem(
            (*where, "cut"),
            phrase("{cuts} cuts surround a node", cuts=len(around)),
            phrase("add cut: {names}", names=linked(" or ", around)),
        )


def _workload(where: Path, requirement: MeasurableRequirement) -> Iterator[Problem]:
    if requirement.collective is None:
        yield Problem((*where, "operation"), "neither an operation nor a collective", "add operation: or collective:")
        return
    missing = {
        "algorithm:": requirement.algorithm is None,
        "sweep.groups:": requirement.sweep.groups is None,
        "sweep.sizes:": requirement.sweep.sizes is None and requirement.collective in MOVING,
    }
    words = [word for word, is_missing in missing.items() if is_missing]
    if words:
        text = "a collective alone does not say what to run"
        yield Problem((*where, "collective"), text, phrase("add {words} or name an operation", words=", ".join(words)))


def _limit(where: Path, limit: Limit, spec: Spec) -> Iterator[Problem]:
    key = "at_most" if limit.upper else "at_least"
    if limit.bound.origin == "budget" and "budget" not in spec.model_fields_set:
        yield Problem((*where, key), "the spec has no budget", "add budget: {step: ..., exposed_communication: ...}")
