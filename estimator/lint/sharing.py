"""What an operation shares on its way, and what is counted of it because nobody says otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from estimator.cost.entries.catalogue import find
from estimator.cost.placing.group import Group, seats
from estimator.errors import Path
from estimator.lint.rules import Finding, Look
from estimator.phrase import linked, phrase
from estimator.spec.document import Spec
from estimator.spec.groups.grouped import group_of
from estimator.spec.groups.placed import placed
from estimator.spec.machine.path import PathSpec
from estimator.spec.workload import Operation
from estimator.units import Counted

FREE_PEERS = 8
"""So many messages a rank starts at once; each further one takes a start-up of its own."""
STRAIGHT = ("direct", "full_mesh")
"""Names of the algorithm that sends to every peer at once."""


def sharing(look: Look) -> Iterator[Finding]:
    """The findings about every operation on its group, and about the groups."""
    spec = look.spec
    for name, operation in spec.operations.items():
        where: Path = ("operations", name)
        group = group_of(spec, operation.group)
        if operation.at_once_with and not _shares(spec, group):
            text = "its way has no border, NIC or cut with a rate of its own, so nothing is shared"
            yield Finding("idle-at-once", (*where, "at_once_with"), text)
        yield from _one_channel(where, operation, group)
        yield from _messages(where, operation, spec)
    for name in dict.fromkeys(operation.group for operation in spec.operations.values()):
        yield from _alone(spec, name)


def used(group: Group) -> list[int]:
    """The levels on which the group has several units."""
    return [level for level in range(len(group.levels)) if group.most(level) > 1]


def _shares(spec: Spec, group: Group) -> bool:
    """Whether something that other operations could load lies on the group's way."""
    levels, taken = group.levels, used(group)
    if not taken:
        return False
    if any(levels[inner].unit or levels[inner].nics for level in taken for inner in group.chains[level]):
        return True
    if any(level.cuts for level in levels[: max(taken) + 1]):
        return True
    machine = spec.platform.machine
    sizes = [cut.boundary.unit_ranks(machine.node_ranks) for cut in spec.platform.cuts.values()]
    return any(size not in machine.ranks for size in sizes)


def _one_channel(where: Path, operation: Operation, group: Group) -> Iterator[Finding]:
    """A ring or chain over one rank of each unit, where every rank of a unit could send by a NIC of its own."""
    entry, options = find(operation.collective, operation.algorithm.name), operation.algorithm.options
    if entry is None or "channels" not in entry.takes or options.channels not in (None, 1) or "rings" in entry.takes:
        return
    ways = _nics(group)
    if group.top > 0 and ways > 1:
        text = phrase("{name} leaves a unit by one of {NICs:NIC}", name=entry.name, NICs=Counted(ways))
        yield Finding("one-channel", (*where, "algorithm"), text)


def _nics(group: Group) -> int:
    """By how many NICs the group can leave a unit that its outermost level joins; 0 where only the unit has a rate."""
    held = group.held(group.top)
    for level in group.chains[group.top]:
        spec = group.levels[level]
        if spec.nics:
            taken = set(seats(group, level, group.at).tolist())
            own = sum(1 for ranks in spec.nics if taken & set(ranks))
            return own * held // group.held(level)
        if spec.port:
            return held
    return 0


def _messages(where: Path, operation: Operation, spec: Spec) -> Iterator[Finding]:
    """Messages to many peers at once over paths that say nothing of what a further message takes."""
    names = (operation.algorithm.name, *operation.algorithm.also)
    if not any(name in STRAIGHT for name in names):
        return
    found = placed(spec, operation.group)
    if found.size - 1 <= FREE_PEERS:
        return
    silent = [
        path
        for path in dict.fromkeys(found.machine.paths[level] for level in found.used)
        if path is not None and not _paced(spec.platform.paths[path])
    ]
    if silent:
        text = phrase(
            "{messages} messages at once, and {paths} does not say what a further one takes",
            messages=found.size - 1,
            paths=linked(" and ", silent),
        )
        hint = phrase(
            "write messages: [0 us, 0.5 us] in paths.{path}; without it the conservative end takes 0.6 us",
            path=silent[-1],
        )
        yield Finding("assumed-messages", (*where, "algorithm"), text, hint)


def _paced(path: PathSpec) -> bool:
    return path.exclusive.messages is not None or path.exclusive.message_rate is not None


def _alone(spec: Spec, name: str) -> Iterator[Finding]:
    """A level that groups like this one may share, and nobody says how many do: one is counted."""
    found = placed(spec, name)
    group = group_of(spec, name)
    for level in used(group):
        inner = level - 1
        if group.levels[level].is_ring and (found.stride(level) or 1) > 1 and found.at_once[level] is None:
            text = phrase(
                "every {stride}th unit of {level}, and groups like it share its links",
                stride=found.stride(level),
                level=group.levels[level].name,
            )
            yield Finding("assumed-alone", ("groups", name), text)
        elif inner >= 0 and found.at_once[inner] is None and _room(group, level):
            limited = group.levels[level].unit or group.levels[level].nics or group.levels[level].cuts
            if limited:
                text = phrase(
                    "{ranks:rank} of a {level}, and nobody says how many groups like it leave one",
                    ranks=Counted(group.held(level)),
                    level=group.levels[inner].name,
                )
                yield Finding("assumed-alone", ("groups", name), text)


def _room(group: Group, level: int) -> bool:
    """Whether a joined unit has room for another group of this kind."""
    units = 1
    for inner in group.levels[:level]:
        units *= inner.units
    return 2 * group.held(level) <= units
