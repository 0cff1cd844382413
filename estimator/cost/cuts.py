"""Bytes that must cross a boundary, whatever the algorithm: the cut bound T >= D / B."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.collectives import EVEN, EXCHANGES, MOVING, ROOTED, WHOLE_MESSAGE
from estimator.cost.shape import Shape


def equal_cut(collective: str, parts: int, ranks: int, in_network: bool = False) -> float:
    """Bytes of a group over the border of each of ``parts`` units of ``ranks`` ranks, per direction, in units of n.

    AllGather and ReduceScatter (m-1)/m, AllReduce 2(m-1)/m (1 when the network reduces), All-to-All g(m-1)/m,
    Scatter and Gather (m-1)/m at the root's unit, the others 1; 0 of one unit. An All-to-All over 8 nodes of 8: 7 n.
    Source: single cuts; for AllReduce the sum over all units, 2(m-1) n.
    """
    if parts <= 1:
        return 0.0
    if collective == "all_reduce":
        return 1.0 if in_network else 2 * (parts - 1) / parts
    return single_cut(collective, ranks, parts * ranks)


def single_cut(collective: str, inside: int, ranks: int) -> float:
    """Bytes that cross between ``inside`` ranks of a group and the rest, busier direction, in units of n.

    Valid for any fabric and any two parts: twelve ranks, four of them inside, AllGather: 8/12 n come in.
    """
    if inside <= 0 or inside >= ranks or collective not in MOVING:
        return 0.0
    if collective == "all_reduce" or collective in WHOLE_MESSAGE:
        return 1.0
    outside = (ranks - inside) / ranks
    return inside * outside if collective in EXCHANGES else outside


def cut_load(
    collective: str,
    shape: Shape,
    boundary_nodes: int = 1,
    at_once_per_node: int = 1,
    stride_nodes: int = 1,
    in_network: bool = False,
    platform_nodes: int | None = None,
) -> float:
    """D: bytes over the busiest unit's boundary with all sibling groups, in units of n [1].

    A unit is ``boundary_nodes`` consecutive nodes; groups sit on nodes ``stride_nodes`` apart, one after another
    (and interleaved), ``at_once_per_node`` of them on each node. A group inside one unit costs nothing. Even units
    use the equal form; where groups straddle units unevenly it is the worst unit, single cuts summed over the groups
    that ``platform_nodes`` (None: any number) hold. Nodes of unequal ranks: ``uneven_load``.
    Dispatch of a 5T model, n = 276,824,064 B, EP64 on 8 x 8: 7 n = 1,937,768,448 B a node, 4.84 ms at 400 GB/s.
    """
    if shape.uneven:
        parts = held_by_units(shape.uneven, boundary_nodes, stride_nodes)
        return uneven_load(collective, parts, at_once_per_node if boundary_nodes == 1 else 1, in_network)
    held = _nodes_per_unit(boundary_nodes, stride_nodes)
    if held and (shape.nodes % held == 0 or held % shape.nodes == 0):
        groups = at_once_per_node * min(stride_nodes, boundary_nodes)
        return groups * equal_cut(collective, shape.nodes // held, held * shape.per_node, in_network)
    return at_once_per_node * _worst_unit(collective, shape, boundary_nodes, stride_nodes, platform_nodes)


def held_by_units(node_ranks: Sequence[int], boundary_nodes: int, stride_nodes: int = 1) -> tuple[int, ...]:
    """Ranks of one group in each unit it touches, starting where a unit starts: nodes of 4, 2 and 2 in twos: 6, 2."""
    held: Counter[int] = Counter()
    for node, ranks in enumerate(node_ranks):
        held[node * stride_nodes // boundary_nodes] += ranks
    return tuple(held[unit] for unit in sorted(held))


def uneven_load(collective: str, parts: Sequence[int], groups: int = 1, in_network: bool = False) -> float:
    """D of the busiest of units that hold ``parts`` ranks of a group, in units of n: single cuts or the sum form.

    ``groups`` lie on each unit; one is at its worst there, the others at least at their best, and none at all where
    only the root's unit must move bytes. Nodes of 6 and 2 ranks, All-to-All: 6 * 2 / 8 = 1.5; AllGather: 6/8.
    """
    if len(parts) <= 1:
        return 0.0
    own = uneven_bound(collective, parts, [1.0] * len(parts), in_network)
    if collective in ROOTED:
        return own
    return own + (groups - 1) * min(single_cut(collective, inside, sum(parts)) for inside in parts)


def placed_load(collective: str, units_of_ranks: NDArray[np.int64]) -> float:
    """D of the busiest unit when every group of a kind runs at once, in units of n: single cuts, summed.

    ``units_of_ranks`` (groups, size): the unit that holds each rank. Groups of four on units (0, 0, 0, 1) and
    (1, 1, 0, 0), All-to-All: 3 * 1 / 4 + 2 * 2 / 4 = 1.75. 0 where only the unit of a root must move bytes.
    """
    groups, size = units_of_ranks.shape
    if collective in ROOTED:
        return 0.0
    width = int(units_of_ranks.max()) + 1
    keys, held = np.unique(np.arange(groups)[:, None] * width + units_of_ranks, return_counts=True)
    return float(np.bincount(keys % width, weights=_single_cuts(collective, held, size)).max())


class Crossed(NamedTuple):
    """What must cross: ``moved`` [n] through what carries ``carried`` [B/s]."""

    moved: float
    carried: float

    @property
    def per_byte(self) -> float:
        """Seconds per byte of n [s/B]."""
        return self.moved / self.carried if self.moved else 0.0


def uneven_bound(
    collective: str, ranks_on_nodes: Sequence[int], bandwidths: Sequence[float], in_network: bool = False
) -> float:
    """Least seconds per byte of n for nodes of unequal ranks or bandwidths [s/B]: the ratio of ``uneven_crossed``."""
    return uneven_crossed(collective, ranks_on_nodes, bandwidths, in_network).per_byte


def uneven_crossed(
    collective: str, ranks_on_nodes: Sequence[int], bandwidths: Sequence[float], in_network: bool = False
) -> Crossed:
    """What takes longest to cross between nodes of unequal ranks or bandwidths.

    The larger of every single cut over that node's own bandwidth [B/s] and the sum form: all nodes together send
    2(m-1) n for AllReduce, (m-1) n for AllGather and ReduceScatter. Nodes of 8 and 4 ranks, AllGather, 400 and
    100 GB/s: 4/12 n over 400, 8/12 n over 100, n over the sum 500: 6.67e-12. The root of a Scatter or Gather is where
    that costs least, since nobody says where. Raises ValueError on unequal lengths.
    """
    ranks = sum(ranks_on_nodes)
    if collective in ("scatter", "gather"):
        return _dealt(ranks_on_nodes, bandwidths)
    cuts = [
        Crossed(single_cut(collective, inside, ranks), bandwidth)
        for inside, bandwidth in zip(ranks_on_nodes, bandwidths, strict=True)
    ]
    together = Crossed(_sum_form(collective, len(cuts), in_network), math.fsum(bandwidths))
    return max([*cuts, together], key=_per_byte)


def _per_byte(crossed: Crossed) -> float:
    return crossed.per_byte


def _dealt(ranks_on_nodes: Sequence[int], bandwidths: Sequence[float]) -> Crossed:
    """Scatter or Gather: the root's node passes on all but its own blocks, every other node takes its own."""
    ranks = sum(ranks_on_nodes)
    took = [Crossed(held / ranks, bandwidth) for held, bandwidth in zip(ranks_on_nodes, bandwidths, strict=True)]
    if len(took) <= 1:
        return Crossed(0.0, math.fsum(bandwidths))
    second, most = sorted(took, key=_per_byte)[-2:]
    roots = zip(ranks_on_nodes, bandwidths, took, strict=True)
    each = (
        max(Crossed((ranks - held) / ranks, rate), second if own == most else most, key=_per_byte)
        for held, rate, own in roots
    )
    return min(each, key=_per_byte)


def _sum_form(collective: str, nodes: int, in_network: bool) -> float:
    """Bytes all nodes together must send, in units of n, where that says more than the single cuts."""
    if in_network or nodes <= 1:
        return 0.0
    return (nodes - 1) * {"all_reduce": 2.0, "all_gather": 1.0, "reduce_scatter": 1.0}.get(EVEN[collective], 0.0)


def _nodes_per_unit(boundary_nodes: int, stride_nodes: int) -> int:
    """Nodes of one group in a unit when stride and unit fit into each other, else 0."""
    if boundary_nodes % stride_nodes == 0:
        return boundary_nodes // stride_nodes
    return 1 if stride_nodes % boundary_nodes == 0 else 0


def _worst_unit(
    collective: str, shape: Shape, boundary_nodes: int, stride_nodes: int, platform_nodes: int | None
) -> float:
    """Single cuts summed over the groups that cross the busiest unit.

    ``stride_nodes`` groups interleave in a block of nodes m * stride. A unit that starts inside a block cuts its
    groups at one end or at both; whole blocks inside the unit cross nothing. The platform holds whole blocks only.
    """
    block = shape.nodes * stride_nodes
    period = boundary_nodes * block // math.gcd(boundary_nodes, block)
    filled = max(1, (platform_nodes or 2 * period) // block) * block
    starts = np.arange(0, min(filled, period + boundary_nodes), boundary_nodes)
    span = np.minimum(boundary_nodes, filled - starts)
    offset = starts % block
    first = np.minimum(span, block - offset)
    last = np.maximum(offset + span - block, 0) % block
    both = _window(collective, shape, stride_nodes, first) + _window(collective, shape, stride_nodes, last)
    return float(both.max())


def _window(collective: str, shape: Shape, stride: int, lengths: NDArray[np.int64]) -> NDArray[np.float64]:
    """What the groups of one block pass to and from a run of ``lengths`` of its nodes, in units of n."""
    nodes, more = np.divmod(lengths, stride)
    fewer, larger = (_single_cuts(collective, held * shape.per_node, shape.ranks) for held in (nodes, nodes + 1))
    return more * larger + (stride - more) * fewer


def _single_cuts(collective: str, inside: NDArray[np.int64], ranks: int) -> NDArray[np.float64]:
    """``single_cut`` over an array."""
    if collective == "all_reduce" or collective in WHOLE_MESSAGE:
        share = np.ones(inside.shape)
    else:
        outside = (ranks - inside) / ranks
        share = inside * outside if collective in EXCHANGES else outside
    crosses = (inside > 0) & (inside < ranks) & (collective in MOVING)
    return np.where(crosses, share, 0.0)
