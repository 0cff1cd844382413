"""What a spec says about bytes of a collective that moves none: nothing of it could be measured."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.collectives import MOVING
from estimator.errors import Path, Problem
from estimator.phrase import linked, phrase
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement

TIMED = ("latency_floor", "collective_time", "concurrency_slowdown", "tail_ratio", "compute_overlap")
"""Kinds of requirement that compare times alone."""
RATES = ("algbw", "busbw", "bandwidth")


def without_bytes(spec: Spec) -> Iterator[Problem]:
    """Requirements and options that ask for bytes of a barrier."""
    for name, operation in spec.operations.items():
        if operation.collective not in MOVING:
            for key in ("skew", "node_skew"):
                if key in operation.model_fields_set:
                    yield _none(("operations", name, key), operation.collective, phrase("remove {key}", key=key))
            if operation.around.reorder is not None:
                yield _none(("operations", name, "around", "reorder"), operation.collective, "remove reorder")
    for name, requirement in spec.requirements.items():
        if isinstance(requirement, MeasurableRequirement):
            tested = spec.operations.get(requirement.operation or "")
            collective = tested.collective if tested is not None else requirement.collective
            if collective is not None and collective not in MOVING:
                yield from _requirement(("requirements", name), requirement, collective)


def _requirement(where: Path, requirement: MeasurableRequirement, collective: str) -> Iterator[Problem]:
    if requirement.kind not in TIMED:
        yield _none((*where, "kind"), collective, phrase("write {timed}", timed=linked(" or ", TIMED)))
    elif requirement.metric.name in RATES:
        yield _none((*where, "metric", "name"), collective, "write time")
    for key in ("sizes", "skews"):
        if getattr(requirement.sweep, key) is not None:
            yield _none((*where, "sweep", key), collective, phrase("remove {key}", key=key))
    if requirement.limit.at is not None:
        yield _none((*where, "limit", "at"), collective, "remove at")


def _none(where: Path, collective: str, hint: str) -> Problem:
    return Problem(where, phrase("a {collective} moves no bytes", collective=collective), hint)
