"""Where the ranks of a group of the spec lie on the levels of its machine, however the author said it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from estimator.spec.derived.layouts import kind_in_layout
from estimator.spec.groups.ground import ground_of
from estimator.spec.machine.placing import Placing, by_levels, laid_out, packed
from estimator.spec.machine.units import Machine
from estimator.spec.same import Same

if TYPE_CHECKING:
    from estimator.spec.document import Spec
    from estimator.spec.groups.group import Group
    from estimator.spec.machine.platform import Platform


def placed(spec: Spec, name: str) -> Placing:
    """The group on the levels of the machine, with the paths of the levels and the groups that run at once.

    For a spec that is in order. 64 ranks on nodes of 8: shape (8, 8). A group that the layout gives has the units that
    the layout gives it, unless its figures were replaced.
    """
    return _placed(Same(ground_of(spec, name)), name)


@lru_cache(maxsize=1024)
def _placed(same: Same[Spec], name: str) -> Placing:
    """Worked out once for all that ask."""
    spec = same.value
    group = spec.groups[name]
    machine = machine_for(spec.platform, group)
    found = _lying(spec, group, machine)
    once = list(found.at_once or [None] * len(machine.names))
    if "at_once_per_node" in group.model_fields_set and machine.node + 1 < len(once):
        once[machine.node] = group.at_once_per_node
    for level, count in group.at_once.items():
        once[machine.names.index(level)] = count
    return replace(found, at_once=tuple(once))


def machine_for(platform: Platform, group: Group) -> Machine:
    """The levels with their paths; in the short form those that the group names."""
    machine = platform.machine
    if machine.stated:
        return machine.taking(group.paths, {name: path.wiring for name, path in platform.paths.items()})
    paths: list[str | None] = [None, None]
    for name in group.levels:
        paths[int(platform.paths[name].crosses_nodes)] = name
    wirings = tuple(platform.paths[name].wiring if name is not None else "switch" for name in paths)
    return replace(machine, paths=tuple(paths), wirings=wirings)


def _lying(spec: Spec, group: Group, machine: Machine) -> Placing:
    laid = kind_in_layout(spec, group)
    if laid is not None:
        found = laid_out(*laid, machine)
        if machine.stated or _as_laid_out(group, found):
            return found
    if group.by_levels:
        return Placing(machine, by_levels(group, machine))
    return Placing(machine, packed(group.node_ranks, group.stride_nodes, machine))


def _as_laid_out(group: Group, found: Placing) -> bool:
    """Whether no figure of the layout was replaced."""
    apart = {int(step) for step in found.nodes[1:] - found.nodes[:-1]} or {group.stride_nodes}
    return group.node_ranks == found.node_ranks and apart == {group.stride_nodes}
