"""What a requirement runs: collective, groups, sizes, conditions, skews; its operation's where it is silent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from estimator.cost.collectives import MOVING, UNEVEN
from estimator.cost.options import NONE, Options
from estimator.errors import Problem
from estimator.estimate.groups.levels import on_machine
from estimator.estimate.result import EstimateTable, OperationEstimate
from estimator.phrase import phrase
from estimator.require.inherited import inherited
from estimator.require.modelled import Floats
from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.machine.launch import LaunchMode
from estimator.spec.requirements.requirement import MeasurableRequirement
from estimator.spec.values.base import Condition


@dataclass(frozen=True, slots=True)
class Workload:
    """The workload of one requirement. ``own_n``: canonical bytes of one call of the operation, None without one."""

    requirement: str
    operation: str | None
    collective: str
    algorithm: str
    copies: str | None
    own_n: float | None
    groups: tuple[str, ...]
    conditions: tuple[Condition, ...]
    skews: tuple[float, ...]
    at_once: int | Literal["all"] | None
    options: Options = NONE
    """Those of the operation's algorithm."""
    rank: int | None = None
    """A rank of the group that is meant, of several with unequal shares of NICs; None: the slowest."""
    launch: LaunchMode | None = None
    """Who starts the calls of the test; None: as the operation or the platform says."""


def workload_of(
    name: str, requirement: MeasurableRequirement, spec: Spec, table: EstimateTable
) -> tuple[Workload | None, tuple[Problem, ...]]:
    """The workload, or the problems that keep it from being worked out. Dangling names are the spec's own errors."""
    at = ("requirements", name)
    own = inherited(requirement, spec)
    operation, algorithm = own.operation, own.algorithm
    collective = requirement.collective or (operation.collective if operation else None)
    groups = requirement.sweep.groups or ((operation.group,) if operation else ())
    if (requirement.operation and operation is None) or any(group not in spec.groups for group in groups):
        return None, ()
    missing = [
        Problem(at, phrase("no {what}", what=what), hint)
        for what, hint, found in (
            ("operation and no collective", "name an operation, or a collective with algorithm and sweep", collective),
            ("algorithm", "name an operation, or an algorithm", algorithm),
            ("group", "name an operation, or sweep.groups", groups),
        )
        if not found
    ]
    if missing or collective is None or algorithm is None:
        return None, tuple(missing[:1])
    if operation is not None and requirement.collective not in (None, operation.collective):
        hint = phrase("leave collective out, or write {collective}", collective=operation.collective)
        problem = Problem(
            (*at, "collective"),
            phrase("{operation} is {collective}", operation=requirement.operation, collective=operation.collective),
            hint,
        )
        return None, (problem,)
    estimate = table.operations.get(requirement.operation or "")
    return Workload(
        requirement=name,
        operation=requirement.operation,
        collective=collective,
        algorithm=algorithm,
        copies=operation.copies if operation else None,
        own_n=estimate.size.n / estimate.calls if estimate else None,
        groups=groups,
        conditions=requirement.sweep.conditions or (operation.condition if operation else ("exclusive",)),
        skews=requirement.sweep.skews or _skews(collective, operation.skew.ends if operation else (1.0, 1.0)),
        at_once=requirement.at_once,
        options=operation.algorithm.options if operation else NONE,
        rank=requirement.place,
        launch=requirement.test.launch,
    ), ()


def own_work(row: OperationEstimate, spec: Spec) -> Workload:
    """The workload of an operation's own call, as a test of it alone would run it."""
    operation = spec.operations[row.id]
    return Workload(
        requirement="",
        operation=row.id,
        collective=row.collective,
        algorithm=row.algorithm.name,
        copies=operation.copies,
        own_n=row.size.n / row.calls,
        groups=(row.group,),
        conditions=operation.condition,
        skews=operation.skew.ends,
        at_once=None,
        options=operation.algorithm.options,
    )


def _skews(collective: str, ends: tuple[float, float]) -> tuple[float, ...]:
    # A test of an even collective has no load to skew; its operation's skew stays in the operation's own interval.
    return tuple(dict.fromkeys(ends)) if collective in UNEVEN else (1.0,)


def place_of(spec: Spec, group: str, at_once: int | str | None = None, rank: int | None = None) -> Place:
    """Where a group runs; ``at_once`` None or ``all``: as many groups of its kind as the spec says."""
    found = spec.groups[group]
    number = at_once if isinstance(at_once, int) else on_machine(spec, group).at_once
    return Place(group, found.node_ranks, number, rank)


def sizes_of(
    requirement: MeasurableRequirement, workload: Workload, *, with_own: bool = True
) -> tuple[Floats, NDArray[np.bool_]]:
    """Canonical sizes of the cells [byte], rising, and which of them is the operation's own n.

    The sweep, the size at which a written limit holds, and the operation's own n; 0 of a barrier.
    """
    if workload.collective not in MOVING:
        return np.zeros(1), np.array([workload.own_n is not None])
    sizes = {float(size) for size in requirement.sweep.points()}
    if requirement.limit.at is not None:
        sizes.add(float(requirement.limit.at))
    if with_own and workload.own_n is not None:
        sizes.add(float(workload.own_n))
    ordered = np.array(sorted(sizes), dtype=np.float64)
    return ordered, ordered == (workload.own_n if workload.own_n is not None else -1.0)
