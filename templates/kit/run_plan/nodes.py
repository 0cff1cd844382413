"""Where a cell runs: ranks of the plan on the processes that were started."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from run_plan.base import CannotRunError


class Nodes:
    """The processes that were started, node by node."""

    def __init__(self, hosts: Sequence[str], per_node: int | None) -> None:
        names = [str(rank // per_node) for rank in range(len(hosts))] if per_node else list(hosts)
        found: dict[str, list[int]] = {}
        for rank, name in enumerate(names):
            found.setdefault(name, []).append(rank)
        self.ranks = list(found.values())
        self.names = [hosts[held[0]] + (f"/{number}" if per_node else "") for number, held in enumerate(self.ranks)]
        self.of = {rank: number for number, held in enumerate(self.ranks) for rank in held}

    def placed(self, groups: Iterable[Sequence[int]], per_host: int) -> dict[int, int]:
        """Rank of the plan -> process: the hosts that the plan uses are the nodes that were started, in order."""
        used = sorted({rank for group in groups for rank in group})
        hosts = {host: number for number, host in enumerate(sorted({rank // per_host for rank in used}))}
        if len(hosts) > len(self.ranks):
            raise CannotRunError(f"it needs {len(hosts)} nodes, and {len(self.ranks)} were started")
        found = {}
        for rank in used:
            held, device = self.ranks[hosts[rank // per_host]], rank % per_host
            if device >= len(held):
                raise CannotRunError(f"it needs {device + 1} ranks on a node, and one has {len(held)}")
            found[rank] = held[device]
        return found

    def spread(self, members: Sequence[int]) -> str:
        """Nodes in order with the ranks of a group, such as n0:0-7 n1:8-15; nodes of one host are told apart."""
        spans: list[list[Any]] = []
        for rank, process in enumerate(members):
            node = self.of[process]
            if spans and spans[-1][0] == node:
                spans[-1][2] = rank
            else:
                spans.append([node, rank, rank])
        return " ".join(f"{self.names[node]}:{low}-{high}" for node, low, high in spans[:100])
