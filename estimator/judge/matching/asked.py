"""What a cell asks of a run: the call, where it runs and beside what, and how it is to be measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from estimator.cost.collectives import collective_named
from estimator.require.criterion import Block
from estimator.require.inherited import inherited
from estimator.spec.document import Spec
from estimator.spec.groups.hosts import hosts_of
from estimator.spec.requirements.kinds import WeightSync
from estimator.spec.requirements.requirement import MeasurableRequirement


@dataclass(frozen=True, slots=True)
class AskedTest:
    """One test of one call. ``n`` canonical [byte]; ``groups`` of the kind at once; None and "": anything will do.

    ``node_ranks`` of one group by nodes, ``host_ranks`` by hosts, which need not be nodes. ``path``: that by which the
    group leaves its inner units; ``alone``: no other group of the spec lies alike on another path, so that a log need
    not name it. ``tool``: the one that the test names.
    """

    requirement: str
    collective: str
    group: str
    n: float
    ranks: int
    node_ranks: tuple[int, ...]
    host_ranks: tuple[int, ...]
    groups: int
    condition: str
    skew: float
    path: str
    alone: bool
    dtype: str | None
    redop: str | None
    algorithm: str | None
    in_place: bool
    warmup: int
    iterations: int
    tool: str
    buffer: str = "registered"
    launch: str | None = None


def asked(spec: Spec, requirement: MeasurableRequirement, block: Block, n: float) -> AskedTest:
    """What the cell of a block at ``n`` asks for."""
    found, place = inherited(requirement, spec), block.place
    group = spec.groups.get(place.group)
    reduces = collective_named(block.collective).reduces
    several = isinstance(requirement, WeightSync) or group is None
    return AskedTest(
        requirement=block.requirement,
        collective=block.collective,
        group=place.group,
        n=n,
        ranks=place.ranks,
        node_ranks=place.node_ranks,
        host_ranks=place.node_ranks if several else hosts_of(spec, place.group).processes,
        groups=1 if isinstance(requirement, WeightSync) else place.at_once,
        condition=block.condition,
        skew=block.skew,
        path=group.levels[-1] if group else "",
        alone=_alone(spec, place.group),
        dtype=found.dtype,
        redop=found.redop if reduces else None,
        algorithm=found.algorithm,
        in_place=requirement.test.in_place,
        warmup=requirement.test.warmup,
        iterations=requirement.test.iterations,
        tool=requirement.test.tool,
        buffer=requirement.test.buffer,
        launch=requirement.test.launch,
    )


def _alone(spec: Spec, name: str) -> bool:
    """Whether no other group has as many ranks on its nodes and another outermost path."""
    group = spec.groups.get(name)
    if group is None:
        return True
    alike: Iterable[str] = (
        other.levels[-1] for other in spec.groups.values() if sorted(other.node_ranks) == sorted(group.node_ranks)
    )
    return set(alike) == {group.levels[-1]}
