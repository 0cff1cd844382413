"""How the groups of one kind lie on the nodes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np

from estimator.layout.grid import LayoutError, RankLayout
from estimator.layout.groups import KINDS, Ranks, ranks_of
from estimator.phrase import phrase

PathLevel = Literal[
    "single", "intra_node", "inter_node", "inter_node_one_rank_per_node(rail-aligned)", "mixed(intra+inter)"
]


@dataclass(frozen=True)
class Placement:
    """The groups of one kind on nodes of ``per_node`` ranks; rank r is on node r // per_node.

    ``ranks`` is (count, size). ``spans`` are the numbers of nodes that occur; ``spread`` the pairs (fewest, most) of
    a group's ranks on one of its nodes that occur. ``at_once`` and ``crossing`` count groups on the node that holds
    most of them: all, and those that leave a node. Pairs of stages count where they send from.
    """

    kind: str
    ranks: Ranks
    per_node: int
    spans: tuple[int, ...]
    spread: tuple[tuple[int, int], ...]
    path: PathLevel
    at_once: int
    crossing: int

    @property
    def count(self) -> int:
        """Groups of this kind."""
        return int(self.ranks.shape[0])

    @property
    def size(self) -> int:
        """Ranks of one group, p."""
        return int(self.ranks.shape[1])

    @property
    def uneven(self) -> bool:
        """Whether nodes of a group hold different numbers of its ranks, or groups differ among themselves."""
        return len(self.spread) > 1 or self.spread[0][0] != self.spread[0][1]

    @cached_property
    def node_ranks(self) -> tuple[int, ...]:
        """Ranks on each node of the most uneven group, which is the one with the fullest node: (8, 8) for two full."""
        nodes = np.sort(self.ranks // self.per_node, axis=1)
        held = [np.unique(row, return_counts=True)[1] for row in nodes[self._candidates(nodes)]]
        worst = max(held, key=lambda counts: (int(counts.max() - counts.min()), len(counts)))
        return tuple(int(count) for count in worst)

    def _candidates(self, nodes: Ranks) -> Ranks:
        """One group for every way to lie on nodes, so that equal ones are not counted again."""
        patterns = np.diff(nodes, axis=1) > 0
        return np.unique(patterns, axis=0, return_index=True)[1]

    @cached_property
    def stride_nodes(self) -> int | None:
        """Distance between two nodes of a group, in nodes; None when it differs, 1 on a single node."""
        nodes = np.sort(self.ranks // self.per_node, axis=1)
        steps = np.unique(np.diff(nodes, axis=1))
        steps = steps[steps > 0]
        return 1 if len(steps) == 0 else int(steps[0]) if len(steps) == 1 else None


@lru_cache(maxsize=len(KINDS))
def placement(layout: RankLayout, kind: str, per_node: int) -> Placement:
    """One kind of group on nodes of ``per_node`` ranks.

    ep 64 of the 4,096-rank example on nodes of 8: 8 nodes, 8 ranks on each, 1 group at once. Raises LayoutError when
    ``per_node`` is less than 1.
    """
    if per_node < 1:
        raise LayoutError(
            "ranks_per_node",
            phrase("{per_node} ranks per node", per_node=per_node),
            "write a whole number of 1 or more",
        )
    ranks = ranks_of(layout, kind)
    group, node, held = _held(ranks // per_node)
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    spans = np.diff(starts, append=len(group))
    fewest, most = np.minimum.reduceat(held, starts), np.maximum.reduceat(held, starts)
    # Each pair as one number: numpy compares rows of two a hundred times slower.
    low, high = np.divmod(np.unique(fewest * (per_node + 1) + most), per_node + 1)
    leaves = spans[group] > 1
    if KINDS[kind].stages == "neighbours":
        node, leaves = ranks[:, 0] // per_node, spans > 1
    return Placement(
        kind=kind,
        ranks=ranks,
        per_node=per_node,
        spans=tuple(int(span) for span in np.unique(spans)),
        spread=tuple(zip(low.tolist(), high.tolist(), strict=True)),
        path=_path(ranks, per_node, int(spans.max()), int(most.max())),
        at_once=int(np.bincount(node).max()),
        crossing=int(np.bincount(node[leaves], minlength=1).max()),
    )


def placements(layout: RankLayout, per_node: int) -> dict[str, Placement]:
    """Every kind of group, in the order of ``KINDS``."""
    return {kind: placement(layout, kind, per_node) for kind in KINDS}


def _held(nodes: Ranks) -> tuple[Ranks, Ranks, Ranks]:
    """(group, node, ranks of the group on that node) for every node of every group, sorted by group, then node."""
    width = int(nodes.max()) + 1
    keys = np.sort((np.arange(len(nodes))[:, None] * width + nodes).reshape(-1))
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    held = np.diff(starts, append=len(keys))
    return keys[starts] // width, keys[starts] % width, held


def _path(ranks: Ranks, per_node: int, most_nodes: int, fullest: int) -> PathLevel:
    """The path level of the kind; rail-aligned when every group keeps one place within its nodes."""
    if ranks.shape[1] == 1:
        return "single"
    if most_nodes == 1:
        return "intra_node"
    if fullest > 1:
        return "mixed(intra+inter)"
    places = ranks % per_node
    if bool((places == places[:, :1]).all()):
        return "inter_node_one_rank_per_node(rail-aligned)"
    return "inter_node"
