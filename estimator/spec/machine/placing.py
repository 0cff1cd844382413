"""A group on the levels of a machine: of the units that each level joins, the one that holds each of its ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import prod

import numpy as np

from estimator.layout.grid import MOST_RANKS, LayoutError, RankLayout
from estimator.layout.groups import KINDS, Ranks, ranks_of
from estimator.layout.nesting import crossing, indexes, most_uneven, on_one_link
from estimator.phrase import phrase, word
from estimator.spec.machine.checks.lying import OnLevels, Tree, depth_of, leaves
from estimator.spec.machine.units import Machine
from estimator.spec.reading.suggest import suggestion
from estimator.units import Counted


@dataclass(frozen=True, eq=False)
class Placing:
    """The ranks of one group on the levels of a machine.

    ``index`` (levels, p): of the units that a level joins, the one that holds the rank; ranks rise, innermost first.
    ``at_once``: groups of the kind, this one included, that cross the border of one unit of each level; on a ring
    where the group has a stride: that share its links. None where nobody says it. ``kin`` (levels, groups, p): the
    index of every rank of all groups of the kind, where the layout tells.
    """

    machine: Machine
    index: Ranks
    at_once: tuple[int | None, ...] = ()
    kin: Ranks | None = None

    @property
    def size(self) -> int:
        """Ranks of the group, p."""
        return int(self.index.shape[1])

    @cached_property
    def places(self) -> Ranks:
        """Where each rank lies, as one number that rises with the index on every level, shape (p,)."""
        place, width = np.zeros(self.size, dtype=np.int64), 1
        for row, joined in zip(self.index, self.machine.of, strict=True):
            place += row * width
            width *= joined
        return place

    @cached_property
    def lists(self) -> tuple[tuple[int, ...], ...] | None:
        """The units of each level where they are the same in every unit: ((0, 1), (0, 4)); None where they differ."""
        found = [np.unique(row) for row in self.index]
        even = prod(len(units) for units in found) == self.size
        return tuple(tuple(units.tolist()) for units in found) if even else None

    @property
    def shape(self) -> tuple[int, ...] | None:
        """Units of the group on each level; None where they differ."""
        return None if self.lists is None else tuple(len(units) for units in self.lists)

    @cached_property
    def tree(self) -> Tree:
        """Ranks of each innermost unit, inside lists of the units above: ((2, 2), (2,)) on three levels."""
        found: list[Tree] = [*self.held(0)]
        for level in range(1, len(self.machine.ranks)):
            parts, start = [], 0
            for count in _runs(np.unique(self._unit(level)) // self.machine.of[level]):
                parts.append(tuple(found[start : start + count]))
                start += count
            found = list(parts)
        return found[0]

    @property
    def used(self) -> tuple[int, ...]:
        """The levels on which ranks of the group differ inside one unit."""
        return tuple(level for level in range(len(self.index)) if self._most(level) > 1)

    @property
    def node_ranks(self) -> tuple[int, ...]:
        """Ranks of the group on each of its nodes, in order."""
        return tuple(self.held(self.machine.node))

    @property
    def nodes(self) -> Ranks:
        """The nodes that hold the group, as rising numbers."""
        return np.unique(self._unit(self.machine.node + 1))

    def held(self, level: int) -> list[int]:
        """Ranks of the group in each unit of a level that holds any, in order."""
        return _runs(self._unit(level + 1))

    def fewest(self, level: int) -> int:
        """Ranks of the group in that unit of a level which holds fewest of them."""
        return min(self.held(level))

    def stride(self, level: int) -> int | None:
        """Distance between its units on a level; 1 for a single one, None where it differs."""
        steps = {int(step) for row in self._rows(level) for step in np.diff(row)}
        return 1 if not steps else steps.pop() if len(steps) == 1 else None

    def _unit(self, level: int) -> Ranks:
        """The unit joined by a level that holds each rank, counted over the whole machine."""
        width: int = prod(self.machine.of[:level])
        return self.places // width

    def _rows(self, level: int) -> list[Ranks]:
        """The group's units on a level, a row for each unit around them."""
        units = np.unique(self._unit(level))
        outer = units // self.machine.of[level]
        return [row % self.machine.of[level] for row in np.split(units, np.flatnonzero(np.diff(outer)) + 1)]

    def _most(self, level: int) -> int:
        return max(len(row) for row in self._rows(level))


def _runs(rising: Ranks) -> list[int]:
    return [int(count) for count in np.unique(rising, return_counts=True)[1]]


def by_levels(said: OnLevels, machine: Machine) -> Ranks:
    """The index of every rank of a group that is given in levels. Raises LayoutError with the key to mend."""
    for key in ("stride", "units", "at_once"):
        for name in getattr(said, key):
            if name not in machine.names:
                raise LayoutError(key, phrase("there is no level {name}", name=name), suggestion(name, machine.names))
    if said.tree is not None:
        return _from_tree(said, machine)
    lists = [_units(said, machine, level) for level in range(len(machine.names))]
    if prod(len(units) for units in lists) > MOST_RANKS:
        raise LayoutError(
            "shape", "too many ranks to lay out", phrase("write at most {most_ranks}", most_ranks=MOST_RANKS)
        )
    return np.array(list(product(*reversed(lists))), dtype=np.int64).reshape(-1, len(lists)).T[::-1]


def _from_tree(said: OnLevels, machine: Machine) -> Ranks:
    tree = said.tree or 1
    for key, given in (("shape", said.counts), ("units", said.units), ("stride", said.stride)):
        if given:
            raise LayoutError(
                key, phrase("tree and {key} both say where the ranks lie", key=key), phrase("remove {key}", key=key)
            )
    depth = depth_of(tree)
    if depth is None:
        raise LayoutError(
            "tree", "some units stand deeper in lists than others", "write [[2, 2], [2]], not [[2, 2], 2]"
        )
    if depth >= len(machine.names):
        what = phrase(
            "a tree of {depth} levels, and the machine has {levels:level}",
            depth=depth + 1,
            levels=Counted(len(machine.names)),
        )
        raise LayoutError("tree", what, "write fewer lists inside one another")
    if leaves(tree) > MOST_RANKS:
        raise LayoutError(
            "tree",
            phrase("{ranks} ranks are too many to lay out", ranks=leaves(tree)),
            phrase("write at most {most_ranks}", most_ranks=MOST_RANKS),
        )
    rows = [(*coordinate, *[0] * (len(machine.names) - depth - 1)) for coordinate in _walked(tree)]
    index = np.array(rows, dtype=np.int64).T
    for level, row in enumerate(index):
        if row.max() >= machine.of[level]:
            raise LayoutError("tree", *_beyond(int(row.max()) + 1, machine, level))
    return index


def _walked(tree: Tree) -> list[tuple[int, ...]]:
    """The index of every rank of a tree on its levels, innermost first."""
    if isinstance(tree, int):
        return [(rank,) for rank in range(tree)]
    return [(*inner, number) for number, part in enumerate(tree) for inner in _walked(part)]


def _units(said: OnLevels, machine: Machine, level: int) -> Sequence[int]:
    """The group's units on one level."""
    name, shape = machine.names[level], said.counts or ()
    count = shape[level] if level < len(shape) else 1
    if len(shape) > len(machine.names):
        what = phrase(
            "a shape of {levels:level}, and the machine has {there}",
            levels=Counted(len(shape)),
            there=len(machine.names),
        )
        raise LayoutError("shape", what, phrase("write at most {levels} numbers", levels=len(machine.names)))
    if name in said.units:
        return _listed(said, machine, level, count)
    if count > machine.of[level]:
        raise LayoutError("shape", *_beyond(count, machine, level))
    if any(outer > 1 for outer in shape[level + 1 :]) and machine.of[level] % count:
        what = phrase(
            "{count} of the {joined} {units} in each {name}",
            count=count,
            joined=machine.of[level],
            units=_noun(machine, level),
            name=name,
        )
        hint = phrase(
            "write a divisor of {joined}, units: {{{name}: [0, 1, ...]}}, or tree:", joined=machine.of[level], name=name
        )
        raise LayoutError("shape", phrase("{what}: they do not divide it evenly", what=what), hint)
    step = said.stride.get(name, 1)
    if step > 1 and count == 1:
        raise LayoutError(
            "stride",
            phrase("the group has one unit on {name}", name=name),
            phrase("write shape: [...] with more, or remove {name}", name=name),
        )
    if (count - 1) * step >= machine.of[level]:
        what = phrase(
            "{count} units {step} apart reach beyond the {joined} of {name}",
            count=count,
            step=step,
            joined=machine.of[level],
            name=name,
        )
        raise LayoutError(
            "stride", what, phrase("write a stride of at most {most}", most=(machine.of[level] - 1) // (count - 1))
        )
    return range(0, count * step, step)


def _listed(said: OnLevels, machine: Machine, level: int, count: int) -> Sequence[int]:
    name = machine.names[level]
    units = said.units[name]
    if name in said.stride:
        raise LayoutError(
            "stride",
            phrase("units and stride both say which units of {name}", name=name),
            phrase("remove {name} here", name=name),
        )
    if count not in (1, len(units)):
        what = phrase("shape has {count} on {name}, and units names {named}", count=count, name=name, named=len(units))
        raise LayoutError("units", what, phrase("write 1 for {name} in shape", name=name))
    if list(units) != sorted(set(units)):
        raise LayoutError(
            "units", phrase("the units of {name} do not rise", name=name), "name each unit once, in rising order"
        )
    if units[-1] >= machine.of[level]:
        what = phrase(
            "there is no unit {unit} on {name}, which joins {joined}",
            unit=units[-1],
            name=name,
            joined=machine.of[level],
        )
        raise LayoutError("units", what, phrase("write numbers from 0 to {last}", last=machine.of[level] - 1))
    return units


def _noun(machine: Machine, level: int) -> str:
    """What a level joins, as a message says it."""
    return word("ranks") if level == 0 else phrase("units of {level}", level=machine.names[level - 1])


def _beyond(count: int, machine: Machine, level: int) -> tuple[str, str]:
    """What is wrong with more units than a level joins, and what to write."""
    joined = machine.of[level]
    return phrase(
        "{count} {units} in {level}, which joins {joined}",
        count=count,
        units=_noun(machine, level),
        level=machine.names[level],
        joined=joined,
    ), phrase("write at most {joined}", joined=joined)


@lru_cache(maxsize=len(KINDS))
def laid_out(layout: RankLayout, kind: str, machine: Machine) -> Placing:
    """The groups of one kind of a rank layout; of groups that lie differently the least even one.

    On a ring where the group has a stride ``at_once`` counts who shares the links, on all other levels who crosses the
    border.
    """
    ranks = ranks_of(layout, kind)
    index = indexes(ranks, machine.ranks)
    sends_only = KINDS[kind].stages == "neighbours"
    found = Placing(machine, index[:, most_uneven(ranks, machine.ranks)])
    shared = [
        on_one_link(ranks, inner, outer)
        if machine.wirings[level] == "ring" and found.stride(level) != 1
        else max(crossing(ranks, outer, sends_only), 1)
        for level, (inner, outer) in enumerate(pairwise((1, *machine.ranks)))
    ]
    return Placing(machine, found.index, tuple(shared), index)


def packed(node_ranks: Sequence[int], stride_nodes: int, machine: Machine) -> Ranks:
    """The index of every rank of a group on whole nodes ``stride_nodes`` apart, packed from the first one on.

    ``node_ranks``: its ranks on each node; they take the first places there. They must fit on the machine.
    """
    held = machine.node_ranks
    places = [np.arange(count) + node * stride_nodes * held for node, count in enumerate(node_ranks)]
    return indexes(np.concatenate(places), machine.ranks)
