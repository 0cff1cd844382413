"""From the busiest resources of one round to its stages, without those that another one always exceeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.placing.group import Group
from estimator.cost.plan import Stage

Array = NDArray[np.float64]


class Resource(NamedTuple):
    """One kind of resource of one level: ``volume`` its ports; a cut has a name."""

    level: int
    kind: Literal["volume", "link", "egress", "nic", "cut"]
    cut: str = ""


class RowKind(NamedTuple):
    """Messages of a round that start up alike."""

    start: int
    """Their outermost level."""
    hops: tuple[tuple[int, int], ...] = ()
    """Links with a start-up of their own, by level."""
    sent: int = 1
    """The most that one rank sends."""
    on_rail: bool = True
    """None changes its index inside the units joined by that level."""
    posted: int = 0
    """The most that cross the border of one joined unit, of all groups on it; 0: not asked for."""

    def start_up(self, group: Group, rounds: float) -> Stage:
        """``rounds`` start-ups of this kind and nothing else."""
        names = [spec.name for spec in group.levels]
        hops = tuple((names[on], float(links)) for on, links in self.hops)
        return Stage(names[self.start], 1.0, on_rail=self.on_rail, hops=hops).times(rounds)


def rows_of(
    group: Group, kinds: Sequence[RowKind], busiest: Mapping[Resource, Array], reduced: float = 0.0
) -> tuple[Stage, ...]:
    """The stages of one round. ``busiest``: per resource what the busiest one carries on the way of each kind [n].

    A negative entry says that messages of the kind do not pass the resource.
    """
    found = []
    for number, kind in enumerate(kinds):
        passed = {resource: float(most[number]) for resource, most in busiest.items() if most[number] >= 0.0}
        used = sorted({resource.level for resource in passed}) or [kind.start]
        found += [_stage(group, kind, level, passed, reduced) for level in used]
    return _undominated(found)


def _stage(group: Group, kind: RowKind, level: int, passed: Mapping[Resource, float], reduced: float) -> Stage:
    names = [spec.name for spec in group.levels]
    return kind.start_up(group, 1.0)._replace(
        level=names[level],
        volume=passed.get(Resource(level, "volume"), 0.0),
        reduced=reduced,
        egress=passed.get(Resource(level, "egress"), 0.0),
        messages=float(kind.sent),
        posted=float(kind.posted),
        link=passed.get(Resource(level, "link"), 0.0),
        nic=passed.get(Resource(level, "nic"), 0.0),
        start="" if level == kind.start else names[kind.start],
        cuts=tuple((r.cut, load) for r, load in passed.items() if r.level == level and r.kind == "cut"),
    )


def _undominated(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Without stages that start no later and carry no more than another one."""
    if not any(stage.hops for stage in stages):
        return tuple(stages)
    kept: list[Stage] = []
    for stage in sorted(stages, key=_weight, reverse=True):
        if not any(_exceeds(other, stage) for other in kept):
            kept.append(stage)
    return tuple(kept)


def _weight(stage: Stage) -> tuple[float, ...]:
    return (sum(links for _, links in stage.hops), stage.volume + stage.link + stage.egress + stage.nic)


def _exceeds(one: Stage, other: Stage) -> bool:
    """Whether one stage is never faster than another of the same level and start-up."""
    if (one.level, one.starts, one.on_rail or other.on_rail) != (other.level, other.starts, other.on_rail):
        return False
    hops, cuts = dict(one.hops), dict(one.cuts)
    return (
        all(hops.get(name, 0.0) >= links for name, links in other.hops)
        and all(cuts.get(name, 0.0) >= load for name, load in other.cuts)
        and all(a >= b for a, b in zip(_loads(one), _loads(other), strict=True))
    )


def _loads(stage: Stage) -> tuple[float, ...]:
    return (stage.volume, stage.link, stage.egress, stage.nic, stage.messages, stage.posted)
