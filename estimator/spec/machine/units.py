"""The levels of a machine as plain numbers: how many ranks a unit holds, which level is the node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from estimator.spec.machine.level import LevelSpec
from estimator.spec.values.base import ranks_of, whole

SHORT_NAMES = ("node", "machine")
"""The two levels that ``ranks_per_node`` and ``nodes`` mean."""
SWITCH = "switch"
_LEVELS: TypeAdapter[tuple[LevelSpec, ...]] = TypeAdapter(tuple[LevelSpec, ...])


@dataclass(frozen=True, slots=True)
class Machine:
    """The levels of a platform, innermost first.

    ``ranks``: ranks in one unit of each level; ``of``: units physically joined there. ``paths``: the path of each
    level, None in the short form, where every group names its own; ``wirings``: how it joins them. ``wraps``: when a
    ring closes. ``node``: number of the level that is the node. ``stated``: the spec gives levels, not the short form.
    ``also``: further paths of each level, of which a group may take one.
    Dies 2, pods 384, RDMA 3,072 ranks: ``units`` (2, 192, 8).
    """

    names: tuple[str, ...]
    ranks: tuple[int, ...]
    of: tuple[int, ...]
    paths: tuple[str | None, ...]
    wirings: tuple[str, ...]
    wraps: tuple[bool | int, ...]
    node: int
    stated: bool = True
    also: tuple[tuple[str, ...], ...] = ()

    @property
    def units(self) -> tuple[int, ...]:
        """Units of the level below that one unit of each level joins; ranks on the innermost."""
        return tuple(outer // inner for inner, outer in pairwise((1, *self.ranks)))

    @property
    def below(self) -> tuple[str, ...]:
        """What each level joins: ``rank`` for the innermost, else the name of the level below."""
        return ("rank", *self.names[:-1])

    @property
    def node_ranks(self) -> int:
        """Ranks of one node."""
        return self.ranks[self.node]

    def level(self, name: str) -> int | None:
        """Number of the level of this name; None where there is none."""
        return self.names.index(name) if name in self.names else None

    def copied_to(self, copies: str) -> int | None:
        """The level whose units get one copy of a token each: the node for ``per_node``; None per expert or rank."""
        word = copies.removeprefix("per_")
        return self.level(word) if word in self.names else self.node if word == "node" else None

    def level_of(self, path: str) -> int | None:
        """Number of the outermost level that a path joins; None where it joins none."""
        found = [number for number in range(len(self.names)) if path in self.choices(number)]
        return found[-1] if found else None

    def choices(self, level: int) -> tuple[str, ...]:
        """The paths that a group may take on a level, its own first; none in the short form."""
        own = self.paths[level]
        return () if own is None else (own, *(self.also[level] if self.also else ()))

    def taking(self, chosen: Mapping[str, str], wirings: Mapping[str, str]) -> Machine:
        """The machine as a group has it that takes other paths on some levels: level -> path. ``wirings`` of paths."""
        if not chosen:
            return self
        paths = tuple(chosen.get(name, own) for name, own in zip(self.names, self.paths, strict=True))
        joined = (
            wirings.get(chosen[name], SWITCH) if name in chosen else own
            for name, own in zip(self.names, self.wirings, strict=True)
        )
        return replace(self, paths=paths, wirings=tuple(joined))


def short_machine(ranks_per_node: int, nodes: int) -> Machine:
    """The two levels that the short form means."""
    ranks, units = (ranks_per_node, ranks_per_node * nodes), (ranks_per_node, nodes)
    return Machine(SHORT_NAMES, ranks, units, (None, None), (SWITCH, SWITCH), (True, True), 0, stated=False)


def machine_of(levels: Sequence[LevelSpec], wirings: Mapping[str, str], ranks_per_host: int | None) -> Machine:
    """The machine of levels that are nested; ``ranks_per_host`` tells which one is the node where none is marked.

    ``wirings``: path -> how it joins units; a switch where it does not say. An ``of`` below the units that ``ranks``
    gives is a mistake that is told of the level; groups are held against the units all the same.
    """
    ranks = tuple(level.ranks for level in levels)
    units = tuple(outer // inner for inner, outer in pairwise((1, *ranks)))
    return Machine(
        names=tuple(level.name for level in levels),
        ranks=ranks,
        of=tuple(max(level.of or 0, joined) for level, joined in zip(levels, units, strict=True)),
        paths=tuple(level.path for level in levels),
        wirings=tuple(wirings.get(level.path, SWITCH) for level in levels),
        wraps=tuple(level.wrap for level in levels),
        node=node_level(levels, ranks_per_host),
        also=tuple(level.also for level in levels),
    )


def node_level(levels: Sequence[LevelSpec], ranks_per_host: int | None) -> int:
    """The level that is the node: the marked one, else that of one host, else the innermost."""
    marked = [number for number, level in enumerate(levels) if level.node]
    hosted = [number for number, level in enumerate(levels) if level.ranks == ranks_per_host]
    return (*marked, *hosted, 0)[0]


def written_machine(platform: Any) -> Machine | None:
    """The machine of a platform as written; None where a mistake, which has its own message, leaves it open."""
    if not isinstance(platform, dict):
        return None
    try:
        if "levels" not in platform:
            return short_machine(ranks_of(platform.get("ranks_per_node")), whole(1)(platform.get("nodes")))
        levels = _LEVELS.validate_python(platform["levels"])
        host = ranks_of(platform["ranks_per_host"]) if "ranks_per_host" in platform else None
    except (ValidationError, PydanticCustomError):
        return None
    return machine_of(levels, written_wirings(platform), host) if nested(levels) else None


def written_wirings(platform: Mapping[str, Any]) -> dict[str, str]:
    """How each path of a platform as written joins units."""
    paths = platform.get("paths")
    entries = paths.items() if isinstance(paths, dict) else ()
    return {name: str(path.get("wiring", SWITCH)) for name, path in entries if isinstance(path, dict)}


def nested(levels: Sequence[LevelSpec]) -> bool:
    """Whether there are levels, and each holds whole units of the one below."""
    return bool(levels) and all(outer.ranks % inner.ranks == 0 for inner, outer in pairwise(levels))


def with_levels(platform: Any) -> Any:
    """A platform as written whose levels also say what a node is, how many there are and where a path runs."""
    if not isinstance(platform, dict) or "levels" not in platform:
        return platform
    machine = written_machine(platform)
    counts = {"ranks_per_node": 1, "nodes": 1}
    if machine is not None:
        counts = {"ranks_per_node": machine.node_ranks, "nodes": machine.ranks[-1] // machine.node_ranks}
    return counts | platform | _located(platform, machine)


def _located(platform: Mapping[str, Any], machine: Machine | None) -> dict[str, Any]:
    """The paths, each with the location that its level means where it names none."""
    paths = platform.get("paths")
    if not isinstance(paths, dict):
        return {}
    return {"paths": {name: _placed(name, path, machine) for name, path in paths.items()}}


def _placed(name: str, path: Any, machine: Machine | None) -> Any:
    if not isinstance(path, dict):
        return path
    level = machine.level_of(name) if machine is not None else None
    outside = machine is not None and level is not None and level > machine.node
    return {"location": "inter_node" if outside else "intra_node"} | path
