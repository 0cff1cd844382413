"""A group of the spec as the core takes it: the levels with their resources, and where its ranks sit on them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, get_args

import numpy as np

from estimator.cost.placing.group import At, Group
from estimator.cost.placing.level import Level, Wiring
from estimator.spec.groups.ground import ground_of
from estimator.spec.groups.placed import placed
from estimator.spec.machine.placing import Placing
from estimator.spec.machine.resources import levels_of
from estimator.spec.same import Same

if TYPE_CHECKING:
    from estimator.spec.document import Spec

WIRINGS: tuple[Wiring, ...] = get_args(Wiring)


def group_of(spec: Spec, name: str, at_once: int | None = None) -> Group:
    """The group on its levels. ``at_once``: groups that run at once on a node, in place of what the spec says.

    For a spec that is in order. Groups of the layout that share NICs or planes with it run beside it.
    """
    return _group_of(Same(ground_of(spec, name)), name, at_once)


@lru_cache(maxsize=1024)
def _group_of(same: Same[Spec], name: str, at_once: int | None) -> Group:
    spec = same.value
    found = placed(spec, name)
    levels = levels_of(spec.platform, found.machine)
    sharing = {level: count for level, count in zip(found.machine.names, found.at_once, strict=True) if count}
    if at_once is not None:
        sharing[found.machine.names[found.machine.node]] = at_once
    group = Group.of_indexes(levels, found.index.T, sharing)
    beside = _beside(found, levels) if at_once is None else ()
    return Group(group.levels, group.at, group.members, group.at_once, beside)


def may_lie(spec: Spec, name: str, whole: bool) -> tuple[Group, ...]:
    """The group where it lies; where the machine has a mistake that is told elsewhere, what it may be once mended.

    ``whole``: nothing is wrong with the machine. A group of unknown levels stands there once for every wiring, on two
    of them: what is said of it must hold on each.
    """
    paths = {level.path for level in spec.platform.levels} or set(spec.groups[name].levels) if whole else set()
    if whole and paths | set(spec.groups[name].paths.values()) <= set(spec.platform.paths):
        return (group_of(spec, name),)
    held = spec.groups[name].node_ranks
    return tuple(Group.tree((Level("node", wiring), Level("machine", wiring)), held) for wiring in WIRINGS)


def _beside(found: Placing, levels: tuple[Level, ...]) -> tuple[At, ...]:
    """Where the other groups of the layout lie that share a joined unit in which it matters who is where."""
    matters = [number for number, level in enumerate(levels) if level.nics or level.has_planes]
    if found.kin is None or not matters:
        return ()
    own = _at(found.index)
    others = {_at(found.kin[:, row]) for row in range(found.kin.shape[1])} - {own}
    return tuple(sorted(other for other in others if any(other[level:] == own[level:] for level in matters)))


def _at(index: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> At:
    """Per level the units used, by their index."""
    return tuple(tuple(np.unique(row).tolist()) for row in index)
