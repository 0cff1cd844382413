"""What an operation says and nothing feels: warnings, so that nobody believes it counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from estimator.cost.collectives import collective_named
from estimator.errors import Path, Problem
from estimator.phrase import phrase
from estimator.spec.checks.no_effect import no_effect
from estimator.spec.groups.placed import placed
from estimator.spec.workload import Operation

if TYPE_CHECKING:
    from estimator.spec.document import Spec


def idle_operation(where: Path, operation: Operation, spec: Spec) -> Iterator[Problem]:
    """A warning for each field of an operation that changes nothing as the spec stands."""
    yield from _in_step(where, operation)
    written = operation.model_fields_set
    if "redop" in written and not collective_named(operation.collective).reduces:
        yield no_effect(
            (*where, "redop"), phrase("{collective} reduces nothing", collective=operation.collective), "remove redop"
        )
    if operation.launch is not None and operation.launch.time is None and spec.platform.launch is None:
        yield no_effect((*where, "launch"), "the platform states no T0", "add platform.launch, or launch.time here")
    if "padding" in written and operation.skew.conservative > 1:
        yield no_effect((*where, "skew"), "padding replaces the skew at the conservative end", "remove one of the two")
    group = spec.groups.get(operation.group)
    if group is None:
        return
    if "node_skew" in written and group.nodes == 1:
        yield no_effect((*where, "node_skew"), "the group lies on one node", "remove node_skew")
    if operation.copies is not None and operation.copies != "per_rank":
        yield from _copies(where, operation.copies, operation.group, spec)


def _in_step(where: Path, operation: Operation) -> Iterator[Problem]:
    """What is said of an operation in its step, where it is in none."""
    written = operation.model_fields_set
    if operation.per_step == 0:
        yield no_effect((*where, "per_step"), "it never runs in a step, so that no sum counts it", "remove per_step")
    if "overlap" in written and operation.per_step is None:
        yield no_effect((*where, "overlap"), "the operation is in no step", "add per_step")
    if not operation.hides and "compute_slowdown" in getattr(operation.overlap, "model_fields_set", ()):
        place = (*where, "overlap", "compute_slowdown")
        yield no_effect(place, "nothing runs beside the call", "write a longer window, or remove it")
    if operation.from_model is None and "step" in written and operation.per_step is None:
        yield no_effect((*where, "step"), "nothing says how often it runs in one", "add per_step")


def _copies(where: Path, copies: str, group: str, spec: Spec) -> Iterator[Problem]:
    """Copies are saved where a token goes to several ranks of a unit that lies outside the sender's."""
    machine = spec.platform.machine
    level = machine.copied_to(copies)
    level = machine.node if level is None else level
    if len(placed(spec, group).held(level)) == 1:
        what = phrase("the group lies on one {level}", level=machine.names[level])
        yield no_effect((*where, "copies"), what, "remove copies, or write per_rank")
