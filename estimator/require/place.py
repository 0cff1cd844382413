"""Where a test runs: the ranks of a group on its nodes, and how many such groups run at once."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.cost.shape import Shape


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cell runs: the group by id, its ranks on each node, how many such groups run at once on a node.

    ``rank``: a rank of the machine in the group that is meant, of several that have unequal shares of NICs; None: the
    slowest.
    """

    group: str
    node_ranks: tuple[int, ...]
    at_once: int
    rank: int | None = None

    @property
    def ranks(self) -> int:
        """Ranks of the group, p."""
        return sum(self.node_ranks)

    @property
    def nodes(self) -> int:
        """Nodes it spans, m."""
        return len(self.node_ranks)

    @property
    def shape(self) -> Shape | None:
        """The even shape, p ranks with g to a node; None where the nodes hold different numbers."""
        even = len(set(self.node_ranks)) == 1
        return Shape(self.ranks, self.node_ranks[0]) if even else None
