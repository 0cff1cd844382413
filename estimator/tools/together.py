"""The processes of one launch: on which hosts and devices they run, and which group each of them is in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from estimator.layout.groups import Ranks
from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.groups.ground import ground_of
from estimator.spec.groups.hosts import Hosts
from estimator.spec.same import Keyed, Same
from estimator.tools.kit.places import KitPlaces, Members, Numbering


@dataclass(frozen=True)
class Together:
    """Groups that run at once, each by its ranks in the numbers of launchers: host * ranks of a host + device.

    A launcher numbers the processes of a run host by host from 0; ``wanted``: how many groups are asked for, of which
    the nodes may hold fewer.
    """

    groups: tuple[Members, ...]
    host_ranks: int
    wanted: int

    @cached_property
    def alone(self) -> Together:
        """The first group by itself."""
        return replace(self, groups=self.groups[:1], wanted=1)

    @cached_property
    def ranks(self) -> Ranks:
        """The ranks of the machine that run, rising: process by process."""
        return np.unique(np.concatenate([np.array(members, dtype=np.int64) for members in self.groups]))

    @cached_property
    def colours(self) -> Ranks:
        """The group of each process, by its number in ``groups``."""
        found = np.zeros(len(self.ranks), dtype=np.int64)
        for number, members in enumerate(self.groups):
            found[np.searchsorted(self.ranks, np.array(members, dtype=np.int64))] = number
        return found

    @property
    def host_numbers(self) -> tuple[int, ...]:
        """The hosts of the machine that run, rising."""
        return tuple(np.unique(self.ranks // self.host_ranks).tolist())

    @cached_property
    def split(self) -> str | None:
        """The cut of the processes that NCCL_TESTS_SPLIT can make, see ``split_of``."""
        return split_of(self.colours)

    @cached_property
    def hosts(self) -> Hosts:
        """Processes on each host, and the devices where they are the same on every one."""
        return hosts_of(self.ranks, self.host_ranks)

    def devices_of_each(self) -> tuple[tuple[int, ...], ...]:
        """The devices of each group on a host; () where a group has others on another host."""
        found = [hosts_of(np.array(members, dtype=np.int64), self.host_ranks) for members in self.groups]
        return tuple(one.devices for one in found) if all(one.devices for one in found) else ()


def hosts_of(ranks: Ranks, host_ranks: int) -> Hosts:
    """The hosts of rising ranks: (0, 4, 8, 12) on hosts of eight are two processes each, on devices 0 and 4."""
    host, device = np.divmod(ranks, host_ranks)
    numbers, counts = np.unique(host, return_counts=True)
    used = {tuple(device[host == number].tolist()) for number in numbers}
    return Hosts(tuple(counts.tolist()), used.pop() if len(used) == 1 else ())


@lru_cache(maxsize=4)
def _laid(same: Same[Spec]) -> Keyed[Spec]:
    """A spec by what the places of its groups rest on: how ranks are numbered is a matter of all of them."""
    spec = same.value
    return Keyed(spec, tuple(Same(ground_of(spec, group)) for group in spec.groups))


@lru_cache(maxsize=2)
def _numbering(laid: Keyed[Spec]) -> Numbering:
    return Numbering(laid.value)


@lru_cache(maxsize=256)
def _found(laid: Keyed[Spec], group: str, rank: int | None, at_once: int) -> Together:
    groups = KitPlaces(_numbering(laid), group, rank).groups(at_once)
    return Together(groups, laid.value.platform.host_ranks, at_once)


def together(spec: Spec, place: Place, at_once: int) -> Together:
    """The groups of a place that run at once, ``at_once`` of them or as many as its nodes hold."""
    return _found(_laid(Same(spec)), place.group, place.rank, at_once)


def split_of(colours: Ranks) -> str | None:
    """The cut of processes 0 ... into groups that NCCL_TESTS_SPLIT can make; None where it can make none.

    Processes with the same number after the operation are one group: "DIV 4" are fours in turn, "MOD 8" every eighth,
    "AND 0x5" those alike in bits 0 and 2. Source: nccl-tests, README and src/common.cu. "" where all are one group.
    """
    rank = np.arange(len(colours))
    count = len(np.unique(colours))
    if count == 1:
        return ""
    first = rank[colours == colours[0]]
    differ = int(np.bitwise_or.reduce(_changes(colours, rank)))
    mask = (1 << max(int(rank[-1]).bit_length(), 1)) - 1 & ~differ
    for text, made in (
        (f"DIV {len(first)}", rank // len(first)),
        (f"MOD {count}", rank % count),
        (f"AND {mask:#x}", rank & mask),
    ):
        if _same(made, colours, count):
            return text
    return None


def _changes(colours: Ranks, rank: Ranks) -> Ranks:
    """The bits in which each process differs from the first one of its group."""
    _, first, group = np.unique(colours, return_index=True, return_inverse=True)
    found: Ranks = rank ^ first[group]
    return found


def _same(one: Ranks, other: Ranks, count: int) -> bool:
    """Whether two numberings make the same groups, of which the second has ``count``."""
    pairs = np.unique(np.stack([one, other]), axis=1).shape[1]
    return bool(len(np.unique(one)) == pairs == count)
