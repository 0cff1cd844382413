"""A communication group on the levels of a machine: where each of its ranks sits.

Interface::

    Group.on(levels, (8, 4))                                  # 8 ranks in each of 4 units
    Group.on(levels, (4,), stride={"x": 4}, at_once={"x": 4}) # every fourth unit of x; four such groups share its links
    Group.on(levels, (1, 2), units={"box": [2]}, beside=[...])# unit indexes stated; the groups that run beside it
    Group.tree(levels, (6, 2))                                # units of unequal ranks, outermost list first
    Group.of_indexes(levels, [[0, 0], [1, 0], [0, 1]])        # the index of every rank on every level

Groups are frozen and hashable (the hash is kept), so that a plan is made once for a group and an algorithm. Ranks are
numbered innermost first. ``Group.p``, ``shape``, ``widths`` say how many. ``placing.places`` gives the classes of
places that its siblings have where NICs are shared unequally.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from estimator.cost.placing.level import Level, passed
from estimator.phrase import phrase

Ranks = NDArray[np.int64]
At = tuple[tuple[int, ...], ...]
"""Per level, innermost first: the indexes of the units used, in a unit of that level."""
Tree = int | Sequence["Tree"]


@dataclass(frozen=True)
class Group:
    """Ranks of one group. Build it with ``on``, ``tree`` or ``of_indexes``.

    ``at``: per level the indexes in the machine of the units that a joined unit holds of the group. ``members``: of
    the product of these the ranks that belong to it, by number; () for all of them. ``at_once``: per level the groups
    of this kind that cross the border of a unit of that level, and on a ring with a stride share its links; 0: not
    stated. ``beside``: the ``at`` of groups of this kind that run at the same time.
    """

    levels: tuple[Level, ...]
    at: At
    members: tuple[int, ...] = ()
    at_once: tuple[int, ...] = ()
    beside: tuple[At, ...] = ()

    @classmethod
    def on(
        cls,
        levels: Sequence[Level],
        shape: Sequence[int],
        stride: Mapping[str, int] | None = None,
        units: Mapping[str, Sequence[int]] | None = None,
        at_once: Mapping[str, int] | None = None,
        beside: Iterable[At] = (),
    ) -> Group:
        """An even group: ``shape`` units of each level, innermost first, the rest 1; every ``stride``-th of a level.

        ``units`` gives the indexes themselves. Raises ValueError for an empty or too long shape.
        """
        sizes = (*shape, *[1] * (len(levels) - len(shape)))
        if len(sizes) != len(levels) or min(sizes, default=0) < 1:
            raise ValueError(phrase("{shape} is no shape on {levels} levels", shape=tuple(shape), levels=len(levels)))
        stride, units, at_once = stride or {}, units or {}, at_once or {}
        at = []
        for level, size in zip(levels, sizes, strict=True):
            step = stride.get(level.name, 1)
            used = tuple(sorted(units.get(level.name, range(0, size * step, step))))
            if len(used) != size:
                raise ValueError(
                    phrase(
                        "{units} units of {name} are named, and the shape has {size}",
                        units=len(used),
                        name=level.name,
                        size=size,
                    )
                )
            at.append(used)
        sharing = tuple(at_once.get(level.name, 0) for level in levels)
        return cls(tuple(levels), tuple(at), (), sharing if any(sharing) else (), tuple(beside))

    @classmethod
    def tree(cls, levels: Sequence[Level], tree: Sequence[Tree], at_once: Mapping[str, int] | None = None) -> Group:
        """A group whose units differ: ``(6, 2)`` ranks in two units; ``((2, 2), (2,))`` on three levels."""
        return cls.of_indexes(levels, np.array(_leaves(tree, len(levels))), at_once)

    @classmethod
    def of_indexes(cls, levels: Sequence[Level], index: Ranks, at_once: Mapping[str, int] | None = None) -> Group:
        """From the (p, levels) indexes of its ranks; packed where only the number of ranks in a unit counts."""
        if not any(level.wired or level.nics or level.has_planes for level in levels):
            index = _packed(index)
        at = tuple(tuple(np.unique(column).tolist()) for column in index.T)
        spots, width = np.zeros(len(index), dtype=np.int64), 1
        for column, used in zip(index.T, at, strict=True):
            spots += np.searchsorted(used, column) * width
            width *= len(used)
        members = () if len(index) == width else tuple(np.sort(spots).tolist())
        sharing = tuple((at_once or {}).get(level.name, 0) for level in levels)
        return cls(tuple(levels), at, members, sharing if any(sharing) else ())

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.levels, self.at, self.members, self.at_once, self.beside))

    @property
    def even(self) -> bool:
        """Whether every unit of a level holds as many ranks, at the same indexes."""
        return not self.members

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Units of each level in a unit of the next, innermost first; of an uneven group the product it lies in."""
        return tuple(len(used) for used in self.at)

    @cached_property
    def widths(self) -> tuple[int, ...]:
        """Places in a unit joined by each level, and in all: (1, 8, 32) for a shape of (8, 4)."""
        return tuple(prod(self.shape[:level]) for level in range(len(self.shape) + 1))

    @property
    def p(self) -> int:
        """Ranks of the group."""
        return len(self.members) or self.widths[-1]

    @cached_property
    def spots(self) -> Ranks:
        """(p,) the place of each rank in the product of its indexes."""
        return np.array(self.members, dtype=np.int64) if self.members else np.arange(self.widths[-1])

    @cached_property
    def chains(self) -> tuple[tuple[int, ...], ...]:
        """Per level: itself and the levels that its messages pass through."""
        return tuple(passed(self.levels, level) for level in range(len(self.levels)))

    @cached_property
    def top(self) -> int:
        """The outermost level that the group uses, 0 for a single rank."""
        return max((level for level, size in enumerate(self.shape) if size > 1), default=0)

    @cached_property
    def used(self) -> tuple[int, ...]:
        """The levels on which some unit joins several of the group's."""
        return tuple(level for level in range(len(self.levels)) if self.most(level) > 1)

    def ids(self, level: int) -> Ranks:
        """(p,) the unit, joined by ``level``, that holds each rank; of level 0 the rank's own place."""
        return self.spots // self.widths[level]

    def most(self, level: int) -> int:
        """Most units of the group that one unit of ``level`` joins."""
        if self.even:
            return self.shape[level]
        units = np.unique(self.ids(level))
        return int(np.bincount(units // self.shape[level]).max())

    def held(self, level: int) -> int:
        """Most ranks of the group in a unit that ``level`` joins."""
        return self.widths[level] if self.even else int(np.bincount(self.ids(level)).max())

    def outermost(self, sender: Ranks, receiver: Ranks) -> Ranks:
        """The outermost level on which two places differ, -1 for the same place."""
        level = np.full(np.shape(sender), -1, dtype=np.int64)
        for width in self.widths[:-1]:
            level += sender // width != receiver // width
        return level

    def index(self, level: int, spots: Ranks) -> Ranks:
        """Which of the units that ``level`` joins holds each place, counted within the group."""
        return spots // self.widths[level] % self.shape[level]

    def crossing(self, level: int) -> int:
        """Groups of this kind, itself included, that cross the border of a unit joined by ``level``."""
        stated = self.at_once[level - 1] if level and self.at_once else 0
        return stated or 1 + sum(other[level:] == self.at[level:] for other in self.beside)


def seats(group: Group, level: int, at: At) -> Ranks:
    """The machine's index, in the unit joined by ``level``, of each place of a group that lies at ``at``.

    Every second of eight ranks: (0, 2, 4, 6).
    """
    found, width = np.zeros(1, dtype=np.int64), 1
    for inner in range(level):
        used = np.array(at[inner], dtype=np.int64)
        found = (used[:, None] * width + found[None, :]).ravel()
        width *= group.levels[inner].units or int(used.max()) + 1
    return found


def _leaves(tree: Tree, depth: int) -> list[list[int]]:
    """Per rank its index on every level, innermost first."""
    if isinstance(tree, int):
        if depth != 1:
            raise ValueError("a tree has one list for every level but the innermost")
        return [[index] for index in range(tree)]
    if depth == 1:
        raise ValueError("a tree has one list for every level but the innermost")
    parts: Sequence[Any] = tree
    return [[*inner, index] for index, part in enumerate(parts) for inner in _leaves(part, depth - 1)]


def _packed(index: Ranks) -> Ranks:
    """The same ranks with the units of each level counted from 0 in their own unit."""
    ordered = index[np.lexsort(index.T)]
    packed = ordered.copy()
    for level in range(index.shape[1]):
        outer = ordered[:, level + 1 :]
        step = np.any(ordered[1:, level:] != ordered[:-1, level:], axis=1)
        number = np.concatenate([[0], np.cumsum(step)])
        new = np.concatenate([[True], np.any(outer[1:] != outer[:-1], axis=1)])
        packed[:, level] = number - np.maximum.accumulate(np.where(new, number, 0))
    return packed
