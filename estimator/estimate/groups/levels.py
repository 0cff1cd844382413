"""Where a group of the spec lies on the machine, as an estimate asks for it: its ranks, its levels, their paths."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from estimator.cost.placing.group import At, Group
from estimator.cost.placing.level import Level
from estimator.spec.document import Spec
from estimator.spec.groups.ground import ground_of
from estimator.spec.groups.grouped import group_of
from estimator.spec.groups.placed import placed
from estimator.spec.machine.placing import Placing
from estimator.spec.machine.units import Machine
from estimator.spec.same import Same


@dataclass(frozen=True, slots=True)
class OnMachine:
    """A group where it lies. ``paths``: level -> its path; ``ranks``: ranks of the machine in a unit it joins."""

    placing: Placing
    group: Group
    paths: Mapping[str, str]
    ranks: Mapping[str, int]

    @property
    def machine(self) -> Machine:
        """The levels as plain numbers."""
        return self.placing.machine

    @property
    def at_once(self) -> int:
        """Groups of its kind that cross the border of one node at once, itself included; 1 where nobody says it."""
        counts = self.placing.at_once
        return (counts[self.machine.node] if counts else None) or 1

    @property
    def located(self) -> Group:
        """The group on its own units, where these were counted from the first on: what a cut of many units asks for."""
        lists = self.placing.lists
        return self.group if lists is None else _lying_at(self.group, lists)

    def level(self, name: str) -> Level:
        """A level by its name."""
        return self.group.levels[self.machine.names.index(name)]

    def held(self, name: str) -> int:
        """Units that the group has on a level."""
        return self.group.most(self.machine.names.index(name))


@lru_cache(maxsize=1024)
def _lying_at(group: Group, at: At) -> Group:
    return replace(group, at=at)


def on_machine(spec: Spec, group: str, at_once: int | None = None) -> OnMachine:
    """A group of the spec where it lies; ``at_once``: groups of its kind on a node in place of the group's own."""
    return _on_machine(Same(ground_of(spec, group)), group, at_once)


@lru_cache(maxsize=1024)
def _on_machine(spec: Same[Spec], name: str, at_once: int | None) -> OnMachine:
    found = placed(spec.value, name)
    machine = found.machine
    paths = {level: path for level, path in zip(machine.names, machine.paths, strict=True) if path is not None}
    ranks = dict(zip(machine.names, (1, *machine.ranks), strict=False))
    return OnMachine(found, group_of(spec.value, name, at_once), paths, ranks)
