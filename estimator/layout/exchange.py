"""Bytes of a token exchange between the ranks of an expert-parallel group."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.cost.shape import Shape
from estimator.dtypes import Blocks, elements_bytes
from estimator.layout.moe import copies_per_token


@dataclass(frozen=True, slots=True)
class Row:
    """What travels for one token and one of its copies: ``width`` elements, their scales, and ``extra`` bytes."""

    width: int
    dtype: str
    scale: Blocks | None = None
    extra: int = 0

    @property
    def size(self) -> int:
        """Bytes of a row: 8192 in fp8 with a 4-byte scale per 128 elements are 8448 B; 8192 in bf16 are 16384 B."""
        return elements_bytes(self.width, self.dtype, self.scale) + self.extra


@dataclass(frozen=True, slots=True)
class Exchange:
    """``tokens`` of every rank go to ``top_k`` of ``experts``, spread evenly over the ranks of ``shape``.

    ``node_limit``: nodes that the experts of one token may lie on. Volumes are in bytes per rank and direction, and
    expected values under even routing; a skew (the largest load over the mean) multiplies the busiest rank's.
    """

    tokens: int
    row: Row
    shape: Shape
    experts: int
    top_k: int
    node_limit: int | None = None

    @property
    def n(self) -> int:
        """Canonical n [B]: one copy per expert, those for the own rank included. 4096 x 8 x 8448 B = 276,824,064 B."""
        return self.tokens * self.top_k * self.row.size

    @property
    def peer(self) -> float:
        """Bytes for one peer [B]: n / p."""
        return self.n / self.shape.ranks

    def sent(self, copies: str) -> float:
        """Bytes with the copies that are sent, those for the own place included [B].

        4096 tokens to 8 of 256 experts on eight ranks, rows of 7392 B, one copy per rank: 160.3 MB.
        """
        each = copies_per_token(copies, self.shape, self.experts, self.top_k, self.node_limit)
        return self.tokens * each * self.row.size

    def crossing(self, copies: str) -> float:
        """Bytes that leave the node [B]: the own node is as likely as any other, so (m - 1) / m of them.

        The 4,096-rank example: 242.2 MB with one copy per expert, 159.4 MB with one per node.
        """
        return self.sent(copies) * (self.shape.nodes - 1) / self.shape.nodes

    def cut(self, copies: str) -> float:
        """Bytes that leave a node whose ranks all send [B]: g times ``crossing``; 1.938 GB in the example."""
        return self.crossing(copies) * self.shape.per_node

    @property
    def most_crossing(self) -> int:
        """The most that can leave the node with one copy per node, every token going to ``node_limit`` others [B]."""
        limit = self.node_limit or self.shape.nodes
        return self.tokens * min(limit, self.shape.nodes - 1, self.top_k) * self.row.size
