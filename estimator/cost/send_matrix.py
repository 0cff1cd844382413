"""All-to-All-v from a send matrix: row i, column j holds the bytes that rank i sends to rank j.

n is the largest row sum, own block included: the buffer of the rank that sends most. Plans are in units of it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.exchange import pairwise_all_to_all
from estimator.cost.flat import Crossing, flat
from estimator.cost.options import Matrix, Options
from estimator.cost.plan import Plan, skewed
from estimator.cost.shape import Shape

Array = NDArray[np.float64]


class Skew(NamedTuple):
    """The busiest over the mean [1]; 1 where nothing is sent."""

    rank: float
    """Of the ranks' traffic with others, the larger of sent and received."""
    node: float
    """Of the nodes' traffic with other nodes, likewise."""


def matrix_bytes(matrix: Matrix) -> float:
    """Canonical n [byte]: ((1, 2), (5, 0)) has 5."""
    return max(sum(row) for row in matrix)


def pairwise_all_to_all_v(shape: Shape, send_matrix: Matrix | None = None) -> Plan:
    r"""Pairwise All-to-All-v, exact: round k lasts as long as its largest message i to i + k.

    .. math:: T = (p-1)\,\alpha + \beta \sum_{k=1}^{p-1} \max_i n_{i,\,(i+k) \bmod p}

    ``send_matrix`` p x p [byte], else ValueError; without one all blocks are equal. Three ranks that send
    ((0, 4, 1), (2, 0, 3), (0, 5, 0)): round 1 max(4, 3, 0), round 2 max(1, 2, 5), so 9 B; n is 5 B. Source: HCCL
    Pairwise.md; message-level simulation.
    """
    even = pairwise_all_to_all(shape)
    if send_matrix is None:
        return even
    sent, n = _checked(shape, send_matrix), matrix_bytes(send_matrix)
    volume = longest_rounds(send_matrix) / n if n else 0.0
    crossing = float(_crossing(sent, shape.per_node).max()) / n if n else 0.0
    ((stage,),) = even
    return flat(shape, shape.ranks - 1, volume, Crossing(crossing, stage.senders))


def longest_rounds(matrix: Matrix) -> float:
    """Sum over the rounds of a pairwise exchange of their largest message [byte]."""
    sent = np.array(matrix, dtype=np.float64)
    rank = np.arange(len(sent))
    return float(sum(sent[rank, (rank + k) % len(sent)].max() for k in range(1, len(sent))))


def by_skew(build: Callable[[Shape], Plan]) -> Callable[..., Plan]:
    """An even plan that also takes a send matrix: every rank as busy as the busiest, every node likewise.

    A model for schedules that have no exact sum; what leaves a node is exact where the even plan's is.
    """

    def plan(shape: Shape, send_matrix: Matrix | None = None) -> Plan:
        even = build(shape)
        if send_matrix is None or shape.ranks == 1:
            return even
        sent, n, p, g = _checked(shape, send_matrix), matrix_bytes(send_matrix), shape.ranks, shape.per_node
        skew = skew_of(send_matrix, g)
        rank = skew.rank * _others(sent).mean() / (n * (p - 1) / p) if n else 0.0
        node = skew.node * _crossing(sent, g).mean() / (n * g * (p - g) / p) if n and p > g else 0.0
        return skewed(even, float(rank), float(node))

    return plan


def skew_of(matrix: Matrix, per_node: int) -> Skew:
    """Rank and node skew of a matrix on nodes of ``per_node`` consecutive ranks.

    ((0, 4, 1), (2, 0, 3), (0, 5, 0)): 5, 5 and 5 sent, 2, 9 and 4 received; mean 5, so the rank skew is 1.8.
    """
    sent = np.array(matrix, dtype=np.float64)
    return Skew(_busiest(_others(sent)), _busiest(_crossing(sent, per_node)))


def sent_through(
    matrix: Matrix, shape: Shape, boundary_nodes: int = 1, at_once_per_node: int = 1, stride_nodes: int = 1
) -> float:
    """D: bytes the matrix sends through the busiest unit of ``boundary_nodes`` nodes, in units of n [1].

    Groups lie as in ``cuts.cut_load``; the groups that interleave in the first block of nodes are counted, so that
    no more is claimed than must move.
    """
    sent, n = _checked(shape, matrix), matrix_bytes(matrix)
    if not n or shape.nodes == 1:
        return 0.0
    at = np.arange(shape.ranks) // shape.per_node * stride_nodes
    loads = np.zeros((int(at[-1]) + stride_nodes - 1) // boundary_nodes + 1)
    for offset in range(min(stride_nodes, boundary_nodes)):
        unit = (at + offset) // boundary_nodes
        named, inside = np.unique(unit, return_inverse=True)
        loads[named] += _between(sent, inside).max(axis=0)
    return at_once_per_node * float(loads.max()) / n


def refuses_matrix(shape: Shape, options: Options) -> str | None:
    """Why a matrix does not fit the group."""
    matrix, p = options.send_matrix, shape.ranks
    if matrix is None:
        return None
    widths = {len(row) for row in matrix}
    if len(matrix) != p or widths != {p}:
        wide = "x".join(str(n) for n in sorted({len(matrix), *widths}))
        return f"the send matrix has {len(matrix)} rows of {wide.rpartition('x')[2]} numbers, and p is {p}"
    if any(not (isfinite(value) and value >= 0.0) for row in matrix for value in row):
        return "the send matrix holds a number that is not 0 or more"
    return None


def _checked(shape: Shape, matrix: Matrix) -> Array:
    reason = refuses_matrix(shape, Options(send_matrix=matrix))
    if reason is not None:
        raise ValueError(reason)
    return np.array(matrix, dtype=np.float64)


def _others(sent: Array) -> Array:
    """(2, p): bytes each rank sends to others, and receives."""
    return _between(sent, np.arange(len(sent)))


def _crossing(sent: Array, per_node: int) -> Array:
    """(2, m): bytes that leave and enter each node."""
    return _between(sent, np.arange(len(sent)) // per_node)


def _between(sent: Array, part: NDArray[np.int64]) -> Array:
    """(2, parts): bytes that leave and enter each part of the ranks; ``part`` (p,) numbers them from 0."""
    parts = int(part.max()) + 1
    moved = np.zeros((parts, parts))
    np.add.at(moved, (part[:, None], part[None, :]), sent)
    np.fill_diagonal(moved, 0.0)
    return np.stack([moved.sum(axis=1), moved.sum(axis=0)])


def _busiest(traffic: Array) -> float:
    mean = traffic.mean()
    return float(traffic.max() / mean) if mean else 1.0
