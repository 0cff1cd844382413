"""The shape of one communication group: how many ranks, and how they sit on nodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["intra", "inter"]


@dataclass(frozen=True, slots=True)
class Shape:
    """p ranks = m nodes x g ranks per node, consecutive ranks on one node.

    ``ranks`` is p >= 1, ``per_node`` is g >= 1 and divides p. Raises ValueError otherwise: callers check user
    input before they build a shape. ``Shape(64, 8)`` is eight nodes of eight ranks; ``Shape(8)`` is one node.
    """

    ranks: int
    per_node: int = 0

    def __post_init__(self) -> None:
        if self.per_node == 0:
            object.__setattr__(self, "per_node", self.ranks)
        if self.ranks < 1 or self.per_node < 1 or self.ranks % self.per_node:
            raise ValueError(f"{self.ranks} ranks cannot sit {self.per_node} to a node")

    @property
    def nodes(self) -> int:
        """m, the number of nodes the group spans."""
        return self.ranks // self.per_node

    @property
    def flat_level(self) -> Level:
        """The level a flat schedule is bound to: the slow path as soon as the group leaves a node."""
        return "intra" if self.nodes == 1 else "inter"

    @property
    def two_level(self) -> bool:
        """True when both paths carry traffic: several nodes with several ranks each."""
        return self.nodes > 1 and self.per_node > 1
