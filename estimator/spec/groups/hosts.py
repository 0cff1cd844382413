"""Hosts under a group: how many processes a launcher starts on each, and on which of its devices.

A host is what one launcher starts; it need not be a node. A rack of 72 ranks on 18 hosts is one node of links, two dies
of a package are a node inside a host.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from estimator.spec.groups.placed import placed

if TYPE_CHECKING:
    from estimator.spec.document import Spec
    from estimator.spec.machine.platform import Platform


@dataclass(frozen=True, slots=True)
class Hosts:
    """Processes on each host that a run uses, in order of the ranks.

    ``devices``: those of a host that they use, where these are the same on every host; () where they differ.
    """

    processes: tuple[int, ...]
    devices: tuple[int, ...] = ()

    @property
    def ranks(self) -> int:
        """Processes on all hosts together."""
        return sum(self.processes)

    @property
    def each(self) -> int | None:
        """Processes on every host, None where hosts differ."""
        return self.processes[0] if len(set(self.processes)) == 1 else None

    @property
    def first(self) -> bool:
        """Whether the devices of a host are used from the first one on, as a launcher counts them."""
        return not self.devices or self.devices == tuple(range(len(self.devices)))


def hosts_of(spec: Spec, group: str) -> Hosts:
    """The hosts of a group of the spec: 64 ranks on nodes of 8 with hosts of 8 are eight of 8, with hosts of 4 sixteen.

    Groups that run at once are those of ``tools.together``.
    """
    placing = placed(spec, group)
    host, device = numbers(placing.index, placing.machine.of, host_blocks(spec.platform))
    _, counts = np.unique(host, return_counts=True)
    used = {tuple(device[host == number].tolist()) for number in np.unique(host)}
    return Hosts(tuple(counts.tolist()), used.pop() if len(used) == 1 else ())


def host_blocks(platform: Platform) -> tuple[int, ...]:
    """Of the units that each level joins, those that lie on one host.

    Racks of 72 with hosts of 4: (4, 1). Dies, pods and a cluster with hosts of 16: (2, 8, 1).
    """
    machine = platform.machine
    if platform.host:
        return tuple(platform.host.get(name, 1) for name in machine.names)
    held = platform.host_ranks
    return tuple(max(1, min(outer, held) // inner) for inner, outer in pairwise((1, *machine.ranks)))


def numbers(index: np.ndarray, joined: tuple[int, ...], blocks: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The host of each rank, and its device there, as numbers that rise with the index on every level.

    ``index`` (levels, ...): of the ``joined`` units of a level, the one that holds the rank. ``blocks``: those of a
    host.
    """
    host, device = np.zeros_like(index[0]), np.zeros_like(index[0])
    wide = 1
    for level, (row, block) in enumerate(zip(index, blocks, strict=True)):
        host += row // block * wide
        device += row % block * prod(blocks[:level])
        wide *= -(-joined[level] // block)
    return host, device
