"""The places that groups of one kind have on the machine: with unequal shares of NICs the slowest sibling counts.

Interface: ``places_of(group, lambda one: entry.on(one, options))`` gives each class of places once, the group's own
first; a call takes as long as the slowest of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from estimator.cost.placing.group import At, Group
from estimator.cost.placing.siblings import sharers
from estimator.cost.plan import Plan


class Siblings(NamedTuple):
    """Siblings that have the same plan: one of them, and where all of them lie."""

    group: Group
    plan: Plan
    at: tuple[At, ...]


def places_of(group: Group, plan: Callable[[Group], Plan]) -> tuple[Siblings, ...]:
    """The classes of places of a group and of its siblings that share a NIC or a plane with anybody."""
    found: dict[Plan, list[Group]] = {}
    for one in _siblings(group):
        found.setdefault(plan(one), []).append(one)
    return tuple(Siblings(same[0], built, tuple(one.at for one in same)) for built, same in found.items())


def _siblings(group: Group) -> list[Group]:
    """The group, then the same on the place of each sibling where it matters who is where."""
    matters = [level for level, spec in enumerate(group.levels) if spec.nics or spec.has_planes]
    everyone = dict.fromkeys(at for level in matters for at in sharers(group, level))
    if len(everyone) <= 1:
        return [group]
    ordered = [group.at, *(at for at in everyone if at != group.at)]
    return [replace(group, at=at, beside=tuple(other for other in ordered if other != at)) for at in ordered]
