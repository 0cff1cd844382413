"""A schedule that knows one path only: the building block of every one-level algorithm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.plan import Plan, Port, Stage, one_stage
from estimator.cost.shape import Shape

Ranks = NDArray[np.int64]


class Crossing(NamedTuple):
    """What one schedule sends over the node boundary, ranks packed on consecutive nodes."""

    egress: float
    """Bytes over the busiest node's boundary in its busier direction, in units of n."""
    senders: int
    """Most ranks of one node that send over the boundary in the same round."""


class Messages(NamedTuple):
    """The messages of one round."""

    sender: Ranks
    receiver: Ranks
    size: NDArray[np.float64]
    """In units of n."""


def flat(
    shape: Shape,
    rounds: float,
    volume: float,
    crossing: Crossing,
    *,
    reduced: float = 0.0,
    messages: float | None = None,
    port: Port = "port",
    on_rail: bool = False,
) -> Plan:
    """One stage bound to the slowest path of the group; inside one node nothing crosses.

    ``messages`` is what the busiest rank sends, ``rounds`` when left out. On one node every rank is taken to send
    at once, which matters only for a bandwidth given per node. ``on_rail``: messages between nodes keep the index in
    the node, as they must with one rank a node.
    """
    inside = shape.nodes == 1
    return one_stage(
        Stage(
            shape.flat_level,
            rounds,
            volume,
            reduced=reduced,
            egress=0.0 if inside else crossing.egress,
            messages=rounds if messages is None else messages,
            port=port,
            senders=shape.ranks if inside else crossing.senders,
            on_rail=not inside and (on_rail or shape.per_node == 1),
        )
    )


def rotation(shape: Shape, distance: int) -> int:
    """Most ranks of a node whose message leaves it when every rank i sends to i + distance (mod p).

    ``Shape(16, 8)`` and distance 2: two. A distance of p - 1 is one step backwards: one.
    """
    return max(leaving(shape.ranks, held, distance) for held in held_by_nodes(shape))


def leaving(ranks: int, held: int, distance: int) -> int:
    """Of ``held`` ranks in a row those that reach another node by a rotation: 6 of 8, distance 4: two."""
    return held - max(0, held - distance) - max(0, held - (ranks - distance))


def held_by_nodes(shape: Shape) -> set[int]:
    """The numbers of ranks that occur on a node."""
    return set(shape.uneven) or {shape.per_node}


def every_rank_to_every_node(shape: Shape) -> Crossing:
    """Each rank sends n/p to each rank of the other nodes, one after another: s (p - s) / p of n leave a node of s.

    Four ranks on a node and two on another: 4 * 2 / 6, two senders in a round; on nodes of 5, 3 and 1 ranks the one
    of 5 sends most, 5 * 4 / 9.
    """
    p, held = shape.ranks, held_by_nodes(shape)
    return Crossing(max(s * (p - s) / p for s in held), max(1, *(min(s, p - s) for s in held)))


def node_of(shape: Shape) -> Ranks:
    """The node of each rank: (0, 0, 0, 1) for three ranks on a node and one on the next."""
    if shape.uneven:
        return np.repeat(np.arange(shape.nodes), shape.uneven)
    return np.arange(shape.ranks) // shape.per_node


def counted(shape: Shape, rounds: Iterable[Messages]) -> Crossing:
    """Crossing of a schedule without a closed sum, message by message."""
    if shape.nodes == 1:
        return Crossing(0.0, shape.ranks)
    node, m = node_of(shape), shape.nodes
    out, into, senders = np.zeros(m), np.zeros(m), 1
    for sender, receiver, size in rounds:
        crosses = node[sender] != node[receiver]
        source = node[sender[crosses]]
        out += np.bincount(source, weights=size[crosses], minlength=m)
        into += np.bincount(node[receiver[crosses]], weights=size[crosses], minlength=m)
        senders = max(senders, int(np.bincount(source, minlength=1).max()))
    return Crossing(float(max(out.max(), into.max())), senders)
