"""What cannot be about groups on the machine: more ranks than there are, paths that do not fit, too many at once."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING

from estimator.errors import Path, Problem
from estimator.phrase import phrase
from estimator.spec.groups.group import Group
from estimator.spec.groups.placed import placed
from estimator.spec.machine.path import PathSpec
from estimator.spec.machine.platform import Platform
from estimator.spec.reading.suggest import suggestion
from estimator.units import Counted

if TYPE_CHECKING:
    from estimator.spec.document import Spec

KEYS = {"stride": "stride", "units": "units", "tree": "tree", "shape": "counts"}
"""What a group says of levels, and the field that holds it."""


def group(where: Path, found: Group, spec: Spec) -> Iterator[Problem]:
    """Everything that does not fit between a group and the machine, whose levels are in order."""
    problems = [*_on_nodes(where, found, spec.platform), *_named(where, found, spec.platform)]
    yield from problems
    if not spec.platform.levels and not problems:
        paths = [spec.platform.paths.get(name) for name in found.levels]
        if all(path is not None for path in paths):
            yield from _levels(where, found, [path for path in paths if path is not None])
    if not problems:
        yield from _at_once(where, found, spec)
        yield from _nics(where, found, spec)


def _on_nodes(where: Path, found: Group, platform: Platform) -> Iterator[Problem]:
    # Uneven groups are not all at their fullest on one node.
    held = min(found.node_ranks) if found.uneven else found.most_ranks_per_node
    if held * found.at_once_per_node > platform.ranks_per_node:
        text = phrase(
            "{groups:group} of {ranks:rank} cannot share a node of {room:rank}",
            groups=Counted(found.at_once_per_node),
            ranks=Counted(held),
            room=Counted(platform.ranks_per_node),
        )
        yield Problem((*where, "at_once_per_node"), text, "write fewer groups or fewer ranks_per_node")
    elif found.most_ranks_per_node > platform.ranks_per_node:
        text = phrase(
            "{ranks:rank} do not fit on a node of {ranks_per_node}",
            ranks=Counted(found.most_ranks_per_node),
            ranks_per_node=platform.ranks_per_node,
        )
        yield Problem(
            (*where, "ranks_per_node"),
            text,
            phrase("write numbers up to {ranks_per_node}", ranks_per_node=platform.ranks_per_node),
        )
    if found.by_levels:
        return  # its units are within what each level joins
    reach = (found.nodes - 1) * found.stride_nodes + 1
    if reach > platform.nodes:
        apart = (
            phrase(" {stride_nodes} apart, {reach} in all", stride_nodes=found.stride_nodes, reach=reach)
            if found.stride_nodes > 1
            else ""
        )
        text = phrase(
            "the group spans {nodes:node}{apart}, and the platform has {all}",
            nodes=Counted(found.nodes),
            apart=apart,
            all=platform.nodes,
        )
        more = "more ranks in the last level" if platform.levels else "more nodes in platform.nodes"
        yield Problem((*where, "size"), text, phrase("write a smaller size, or {more}", more=more))


def _named(where: Path, found: Group, platform: Platform) -> Iterator[Problem]:
    """Levels that `at_once` names."""
    machine = platform.machine
    for name in found.at_once:
        level = machine.level(name)
        if level is None:
            hint = suggestion(name, machine.names)
            yield Problem((*where, "at_once", name), phrase("there is no level {name}", name=name), hint)
        elif level == machine.node and "at_once_per_node" in found.model_fields_set and found.from_layout is None:
            what = phrase("at_once_per_node and at_once both say it for {name}", name=name)
            yield Problem((*where, "at_once", name), what, "remove one of the two")


def _at_once(where: Path, found: Group, spec: Spec) -> Iterator[Problem]:
    machine = spec.platform.machine
    if not found.at_once:
        return
    placing = placed(spec, str(where[-1]))
    for name, count in found.at_once.items():
        level = machine.names.index(name)
        held, ranks = placing.fewest(level), prod(machine.of[: level + 1])
        if placing.stride(level) == 1 and level + 1 == len(machine.names):
            what = phrase("{name} is the whole machine, and nothing crosses its border", name=name)
            yield Problem((*where, "at_once", name), what, phrase("name an inner level, or remove {name}", name=name))
        elif held * count > ranks:
            text = phrase(
                "{groups:group} of {ranks:rank} cannot share a {name} of {room:rank}",
                groups=Counted(count),
                ranks=Counted(held),
                name=name,
                room=Counted(ranks),
            )
            yield Problem((*where, "at_once", name), text, phrase("write at most {most}", most=ranks // held))


def _nics(where: Path, found: Group, spec: Spec) -> Iterator[Problem]:
    """Units that are physically there, beyond those that `ranks` gives: a path's `nics` name none of their ranks."""
    if not found.by_levels:
        return
    placing = placed(spec, str(where[-1]))
    machine = placing.machine
    paths = {name: path for name, path in spec.platform.paths.items() if path.nics}
    sharing = [level for level, name in enumerate(machine.paths) if name in paths]
    for inner in range(sharing[-1] if sharing else 0):
        last, given = int(placing.index[inner].max()), machine.units[inner]
        if last >= given:
            name, path = machine.names[inner], machine.paths[sharing[-1]]
            what = phrase(
                "unit {last} of {name} has no NIC: the nics of {path} are those of {given}, as ranks gives them",
                last=last,
                name=name,
                path=path,
                given=given,
            )
            key = next(key for key in ("stride", "units", "tree", "shape") if getattr(found, KEYS[key]))
            yield Problem(
                (*where, key),
                what,
                phrase("stay below {given} on {name}, or write more ranks there", given=given, name=name),
            )
            return


def _levels(where: Path, found: Group, paths: list[PathSpec]) -> Iterator[Problem]:
    inside = [not path.crosses_nodes for path in paths]
    where = (*where, "levels")
    if found.nodes == 1:
        wanted, what = [True], "a group on one node uses one path inside the node"
    elif found.most_ranks_per_node == 1:
        wanted, what = [False], "a group with one rank per node uses one path between nodes"
    else:
        wanted, what = [True, False], "a group with several ranks on several nodes uses two paths"
    if inside != wanted:
        hint = {
            1: phrase(
                "write [{part}]", part=phrase("a path inside the node") if wanted[0] else phrase("a path between nodes")
            ),
            2: "write [a path inside the node, a path between nodes]",
        }
        yield Problem(where, what, hint[len(wanted)])
