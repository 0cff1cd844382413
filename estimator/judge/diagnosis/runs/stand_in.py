"""Groups that logs have and the spec does not: the same machine with so many ranks on so many nodes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from estimator.errors import SpecError
from estimator.judge.diagnosis.runs.run import DiagnosedRun
from estimator.spec.document import Spec
from estimator.spec.groups.group import Group
from estimator.spec.groups.placed import placed


class StandIn(NamedTuple):
    """A spec with one group more, and that group's name, such as ``2 x 8`` for two nodes of eight ranks."""

    spec: Spec
    group: str


def stand_ins(spec: Spec, run: DiagnosedRun) -> Iterator[StandIn]:
    """The groups that a run may be of, one for each set of paths that the spec's own groups take."""
    machine = spec.platform.machine
    for nodes, each in _sizes(spec, run):
        if each > machine.node_ranks or nodes * machine.node_ranks > machine.ranks[-1]:
            continue  # more than the machine has
        for base in _bases(spec, run, nodes, each):
            name = f"{nodes} x {each}"
            made = base.model_copy(update={**_PLAIN, "size": nodes * each, "ranks_per_node": each})
            found = spec.model_copy(update={"groups": {**spec.groups, name: made}})
            try:
                placed(found, name)
            except (SpecError, ValueError, IndexError):
                continue  # its levels are of another form
            yield StandIn(found, name)


_PLAIN: Mapping[str, object] = {
    "from_layout": None,
    "counts": None,
    "tree": None,
    "stride": {},
    "units": {},
    "at_once": {},
    "title": None,
    "stride_nodes": 1,
    "at_once_per_node": 1,
}
"""A group that is said by its ranks and nodes alone."""


def _sizes(spec: Spec, run: DiagnosedRun) -> Iterator[tuple[int, int]]:
    """Nodes and ranks of a node; where nobody says them, packed onto as few nodes as the machine allows."""
    table, ranks, most = run.table, run.ranks or 0, spec.platform.machine.node_ranks
    if ranks < 2:
        return
    if table.nodes is not None:
        if ranks % table.nodes == 0 and ranks // table.nodes <= most:
            yield table.nodes, ranks // table.nodes
        return
    if table.ranks_per_node is not None:
        if ranks % table.ranks_per_node == 0:
            yield ranks // table.ranks_per_node, table.ranks_per_node
        return
    if ranks <= most:
        yield 1, ranks
    elif ranks % most == 0:
        yield ranks // most, most
    if run.collective == "p2p" and ranks <= most:
        yield ranks, 1


def _bases(spec: Spec, run: DiagnosedRun, nodes: int, each: int) -> Iterator[Group]:
    """Groups of the spec whose paths the ranks can take."""
    paths = spec.platform.paths
    met: set[tuple[object, ...]] = set()
    for group in spec.groups.values():
        if spec.platform.machine.stated:
            key: tuple[object, ...] = tuple(sorted(group.paths.items()))
            made = group
        else:
            across = {name: paths[name].crosses_nodes for name in group.levels}
            key = tuple(name for name, crosses in across.items() if (nodes if crosses else each) > 1)
            if len({across[str(name)] for name in key}) != (nodes > 1) + (each > 1):
                continue
            made = group.model_copy(update={"levels": key})
        asked = run.table.path
        if key in met or (asked in paths and not spec.platform.machine.stated and asked not in key):
            continue
        met.add(key)
        yield made
