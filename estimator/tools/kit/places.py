"""Which ranks a cell runs on: the groups of one kind that run at once, rank by rank, as the layout or the spec says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import prod

import numpy as np

from estimator.layout.groups import Ranks
from estimator.spec.document import Spec
from estimator.spec.groups.hosts import host_blocks, numbers
from estimator.spec.groups.placed import placed
from estimator.spec.machine.placing import Placing

Members = tuple[int, ...]


@dataclass(frozen=True)
class Numbering:
    """How the ranks of a machine are numbered: as launchers number processes, host by host.

    rank = host * ranks of a host + device. Units that the machine joins beyond those of the spec's levels count where a
    group of the spec uses one.
    """

    spec: Spec
    _known: dict[tuple[object, ...], tuple[Members, ...]] = field(default_factory=dict)

    def once(self, key: tuple[object, ...], work_out: Callable[[], tuple[Members, ...]]) -> tuple[Members, ...]:
        """Groups that many cells ask for, worked out once."""
        if key not in self._known:
            self._known[key] = work_out()
        return self._known[key]

    @cached_property
    def joined(self) -> tuple[int, ...]:
        """Units on each level."""
        machine = self.spec.platform.machine
        fits = all(self._inside(name) for name in self.spec.groups)
        return machine.units if fits else machine.of

    def _inside(self, name: str) -> bool:
        index, units = placed(self.spec, name).index, np.array(self.spec.platform.machine.units)
        return bool((index.max(axis=1) < units).all())

    @property
    def ranks(self) -> int:
        """Ranks of the machine."""
        return prod(self.joined)

    def members(self, index: Ranks) -> Members:
        """The ranks whose index (levels, p) is given."""
        platform = self.spec.platform
        host, device = numbers(index, self.joined, host_blocks(platform))
        return tuple((host * platform.host_ranks + device).tolist())


@dataclass(frozen=True)
class KitPlaces:
    """The groups of one kind on the machine. ``rank``: the group that holds it is meant, where they differ."""

    numbering: Numbering
    group: str
    rank: int | None = None

    def groups(self, at_once: int) -> tuple[Members, ...]:
        """The group that is meant and ``at_once - 1`` others of its kind on its nodes, fewer where no more fit.

        Of a layout the nearest groups that it has; of a group that the spec gives in numbers the same ranks further on
        in every node: two ranks a node on nodes of eight, four at once, are (0, 1, 8, 9), (2, 3, 10, 11), ...
        """
        key = (self.group, self.rank, at_once)
        return self.numbering.once(key, lambda: tuple(map(self.numbering.members, self._chosen(at_once))))

    def free(self, taken: tuple[Members, ...]) -> tuple[Members, ...]:
        """The groups of the kind on the same nodes that have no rank in ``taken``."""
        return self.numbering.once((self.group, self.rank, taken), lambda: self._free(taken))

    def _free(self, taken: tuple[Members, ...]) -> tuple[Members, ...]:
        used = {rank for members in taken for rank in members}
        found: list[Members] = []
        for index in self._others():
            members = self.numbering.members(index)
            if used.isdisjoint(members):
                found.append(members)
                used |= set(members)
        return tuple(found)

    @cached_property
    def _placing(self) -> Placing:
        return placed(self.numbering.spec, self.group)

    @cached_property
    def _meant(self) -> Ranks:
        """Index of the group that is meant, (levels, p)."""
        placing = self._placing
        if placing.kin is None or self.rank is None:
            return placing.index
        for index in np.moveaxis(placing.kin, 1, 0):
            if self.rank in self.numbering.members(index):
                found: Ranks = index
                return found
        return placing.index

    def _chosen(self, at_once: int) -> list[Ranks]:
        found, used = [self._meant], set(self.numbering.members(self._meant))
        for index in self._others():
            members = self.numbering.members(index)
            if len(found) >= at_once:
                break
            if used.isdisjoint(members):
                found.append(index)
                used |= set(members)
        return found

    def _others(self) -> Iterator[Ranks]:
        """Other groups of the kind that have a rank on a node of the one that is meant; those on the same nodes first.

        Of pairs of neighbouring stages two share a rank; which of them run at once is for the caller.
        """
        kin = self._placing.kin
        yield from self._shifted() if kin is None else self._of_layout(kin)

    def _of_layout(self, kin: Ranks) -> Iterator[Ranks]:
        own = np.unique(self._nodes(self._meant))
        every = self._nodes(kin)
        shares = np.isin(every, own).any(axis=1) & ~(kin == self._meant[:, None, :]).all(axis=(0, 2))
        apart = {int(row): len(set(every[row].tolist()) ^ set(own.tolist())) for row in np.flatnonzero(shares)}
        yield from (kin[:, row] for row in sorted(apart, key=lambda row: (apart[row], row)))

    def _shifted(self) -> Iterator[Ranks]:
        """The same ranks further on in every node, as far as they lie inside it."""
        widths, node = self._widths, self._node_width
        places = (self._meant * widths[:-1, None]).sum(axis=0)
        inside = places % node
        for step in range(1, node):
            moved = places + step
            if (inside + step < node).all():
                yield np.stack([moved % outer // inner for inner, outer in pairwise(widths.tolist())])

    @cached_property
    def _widths(self) -> Ranks:
        """Ranks of one unit that each level joins, and of the machine."""
        joined = self.numbering.joined
        return np.array([prod(joined[:level]) for level in range(len(joined) + 1)], dtype=np.int64)

    @cached_property
    def _node_width(self) -> int:
        machine = self._placing.machine
        return int(self._widths[machine.node + 1])

    def _nodes(self, index: Ranks) -> Ranks:
        found: Ranks = np.tensordot(self._widths[:-1], index, axes=1) // self._node_width
        return found
