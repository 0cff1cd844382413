"""What an author says about the machine and nothing feels: warnings, so that nobody believes it counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.spec.checks.no_effect import no_effect
from estimator.spec.groups.grouped import group_of
from estimator.spec.groups.placed import placed
from estimator.spec.machine.join import Join, joins, parameters

if TYPE_CHECKING:
    from estimator.spec.document import Spec


def unfelt(spec: Spec) -> Iterator[Problem]:
    """A warning for each; of a path on several levels where it has no effect on any of them."""
    found = list(joins(spec.platform))
    for name in dict.fromkeys(join.name for join in found):
        yield from _path([join for join in found if join.name == name])
    for number, level in enumerate(spec.platform.levels):
        wirings = {spec.platform.paths[name].wiring for name in (level.path, *level.also)}
        if level.of is not None and wirings <= {"switch", "rails"}:
            what = phrase("{path} has no links between units that could be counted", path=level.path)
            yield no_effect(("platform", "levels", number, "of"), what, "remove of, or write wiring: mesh or ring")
    for name, group in spec.groups.items():
        if group.stride_nodes > 1 and group.nodes == 1:
            yield no_effect(("groups", name, "stride_nodes"), "the group lies on one node", "remove stride_nodes")
        inside = list(_inside(spec, name))
        yield from inside
        if not inside:
            yield from _shared(spec, name)


def _path(on: list[Join]) -> Iterator[Problem]:
    path, where = on[0].path, ("platform", "paths", on[0].name)
    if path.wiring == "rails" and all(join.below == "rank" for join in on):
        yield no_effect((*where, "wiring"), "single ranks have no index that a rail could be for", "remove wiring")
    elif path.wiring != "switch" and all(join.joined == 1 for join in on):
        yield no_effect((*where, "wiring"), "there is one unit to join", "remove wiring")
    if path.nics is not None and not any(_rated(join) for join in on):
        yield no_effect(
            (*where, "nics"), "none of its NICs has a rate", "write bandwidth per: nic, or add nic: beside it"
        )
    for place, found in parameters(path):
        if found.hop is not None and path.wiring != "ring":
            yield no_effect((*where, *place, "hop"), "only messages on a ring pass further links", "remove hop")


def _rated(join: Join) -> bool:
    """Whether something is said of what one NIC carries: its own rate, or that of all NICs of a unit."""
    stated = [found for _, found in parameters(join.path)]
    return any(found.nic is not None or found.per not in (None, "rank") for found in stated)


def _inside(spec: Spec, name: str) -> Iterator[Problem]:
    """Groups at once that cross the border of a unit, where all ranks of a group lie inside one."""
    group = spec.groups[name]
    if not group.at_once:
        return
    placing = placed(spec, name)
    machine = spec.platform.machine
    for level in group.at_once:
        number = machine.names.index(level)
        ring = machine.wirings[number] == "ring" and placing.stride(number) != 1  # they share its links
        if len(placing.held(number)) == 1 and not ring:
            what = phrase("the group lies inside one {level}, whose border it never crosses", level=level)
            yield no_effect(("groups", name, "at_once", level), what, phrase("remove {level}", level=level))


def _shared(spec: Spec, name: str) -> Iterator[Problem]:
    """Groups at once on a level where they share nothing: no border, NIC or cut has a rate, no ring is strided."""
    group = spec.groups[name]
    if not group.at_once or _surrounded(spec):
        return
    found = group_of(spec, name)
    for number, level in enumerate(found.levels):
        outside = found.levels[number + 1 :]
        shares = any(outer.unit or outer.nics or outer.cuts for outer in outside)
        if level.name in group.at_once and not shares and not level.is_ring:
            what = phrase("groups that cross a {name} share nothing that has a rate of its own", name=level.name)
            yield no_effect(
                ("groups", name, "at_once", level.name),
                what,
                phrase("remove {name}, or give unit:, nics: or a cut", name=level.name),
            )


def _surrounded(spec: Spec) -> bool:
    """Whether some cut surrounds units of no level, which groups may share wherever they lie."""
    machine = spec.platform.machine
    return any(cut.boundary.unit_ranks(machine.node_ranks) not in machine.ranks for cut in spec.platform.cuts.values())
