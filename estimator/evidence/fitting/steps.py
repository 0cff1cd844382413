"""What one call does on a path: rounds, and bytes over a rank's port, by collective and number of ranks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from estimator.cost.collectives import EVEN
from estimator.cost.entries.catalogue import find
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import stages

TAKEN: Mapping[str, str] = MappingProxyType(
    {"all_reduce": "ring", "all_gather": "ring", "reduce_scatter": "ring", "all_to_all": "pairwise"}
)
"""The algorithm by which start-ups and bytes are counted where nobody says another: every round moves one share."""


class Steps(NamedTuple):
    """Rounds of a call, bytes over a rank's port and bytes a rank reduces [n]; the algorithm, "" where not known."""

    rounds: float
    volume: float
    algorithm: str
    reduced: float = 0.0


def steps(collective: str, ranks: int) -> Steps:
    """A ring AllReduce of eight ranks has 14 rounds and 1.75 n; one round and n where the algorithm is not known."""
    even = EVEN.get(collective, collective)
    name = TAKEN.get(even, "")
    entry = find(even, name) if name else None
    if entry is None or ranks < 2:
        return Steps(1.0, 1.0, "")
    plan = stages(entry.on(Group.on((Level("node"),), (ranks,))))
    rounds, volume, reduced = (sum(getattr(stage, name) for stage in plan) for name in ("rounds", "volume", "reduced"))
    return Steps(rounds, volume, name, reduced)


def shared(collective: str) -> bool:
    """Whether a round moves one rank's share n/p, so that protocols change at a size of the share."""
    return EVEN.get(collective, collective) in TAKEN


def exchanges(collective: str) -> bool:
    """Whether every pair of ranks exchanges a message of its own, of one rank's share."""
    return TAKEN.get(EVEN.get(collective, collective)) == "pairwise"
