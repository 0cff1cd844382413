"""The shape of one communication group: how many ranks, and how they sit on nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from estimator.phrase import phrase


@dataclass(frozen=True, slots=True)
class Shape:
    """p ranks = m nodes x g ranks per node, consecutive ranks on one node.

    ``ranks`` is p >= 1, ``per_node`` is g >= 1 and divides p. Raises ValueError otherwise: callers check user
    input before they build a shape. ``Shape(64, 8)`` is eight nodes of eight ranks; ``Shape(8)`` is one node.
    ``uneven``: ranks of each node where they differ, ``per_node`` then those of the fullest; build it with ``on``.
    """

    ranks: int
    per_node: int = 0
    uneven: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.per_node == 0:
            object.__setattr__(self, "per_node", self.ranks)
        if self.uneven:
            fits = min(self.uneven) >= 1 and (sum(self.uneven), max(self.uneven)) == (self.ranks, self.per_node)
        else:
            fits = self.ranks >= 1 and self.per_node >= 1 and self.ranks % self.per_node == 0
        if not fits:
            raise ValueError(
                phrase(
                    "{ranks} ranks cannot sit {uneven} to a node", ranks=self.ranks, uneven=self.uneven or self.per_node
                )
            )

    @classmethod
    def on(cls, node_ranks: Sequence[int]) -> Shape:
        """The shape of a group with these ranks on its nodes, in order: ``Shape.on((6, 2))``, ``Shape.on((8, 8))``."""
        even = len(set(node_ranks)) == 1
        return cls(sum(node_ranks), max(node_ranks), () if even else tuple(node_ranks))

    @property
    def nodes(self) -> int:
        """m, the number of nodes the group spans."""
        return len(self.uneven) or self.ranks // self.per_node

    @property
    def two_level(self) -> bool:
        """True when both paths carry traffic: several nodes with several ranks each."""
        return self.nodes > 1 and self.per_node > 1
