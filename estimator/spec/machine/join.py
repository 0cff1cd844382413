"""Which path joins which units: every level of a machine with its path, and what the path states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from estimator.errors import Path
from estimator.spec.machine.path import PathSpec, StatedParameters
from estimator.spec.machine.platform import Platform
from estimator.spec.machine.units import Machine
from estimator.spec.values.base import CONDITIONS


class Join(NamedTuple):
    """A path on a level: it joins units ``below`` of ``unit_ranks`` ranks, ``joined`` of them physically there."""

    name: str
    path: PathSpec
    level: int
    level_name: str
    below: str
    unit_ranks: int
    joined: int
    is_node: bool
    """Whether what it joins is the node."""


def joins(platform: Platform) -> Iterator[Join]:
    """Every level with its path, innermost first; in the short form every path with the level its location means."""
    machine = platform.machine
    if machine.stated:
        for level in range(len(machine.names)):
            for name in machine.choices(level):
                if name in platform.paths:
                    yield _join(machine, level, name, platform.paths[name])
        return
    for name, path in sorted(platform.paths.items(), key=lambda item: item[1].crosses_nodes):
        yield _join(machine, int(path.crosses_nodes), name, path)


def join_of(platform: Platform, machine: Machine, level: int) -> Join:
    """The path of one level and what it joins. Raises KeyError where the level has none."""
    name = machine.paths[level] or ""
    return _join(machine, level, name, platform.paths[name])


def _join(machine: Machine, level: int, name: str, path: PathSpec) -> Join:
    unit = (1, *machine.ranks)[level]
    below, joined = machine.below[level], machine.of[level]
    return Join(name, path, level, machine.names[level], below, unit, joined, level == machine.node + 1)


def parameters(path: PathSpec) -> Iterator[tuple[Path, StatedParameters]]:
    """Every set of parameters that a path states, with its place below the path."""
    for condition in (*CONDITIONS, *path.named):
        found = path.stated(condition)
        if found is not None:
            yield (condition,), found
    for index, entry in enumerate(path.only):
        yield ("only", index), entry
