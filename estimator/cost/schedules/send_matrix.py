"""All-to-All-v from a send matrix: row i, column j holds the bytes that rank i sends to rank j.

n is the largest row sum, own block included: the buffer of the rank that sends most. Plans are in units of it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from estimator.cost.options import Matrix
from estimator.cost.placing.group import Group, Ranks
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Messages
from estimator.cost.plan import Plan, Stage
from estimator.cost.schedules.direct import direct_all_to_all
from estimator.cost.schedules.exchange import pairwise_all_to_all
from estimator.phrase import phrase

Array = NDArray[np.float64]


def matrix_bytes(matrix: Matrix) -> float:
    """Canonical n [byte]: ((1, 2), (5, 0)) has 5."""
    return max(sum(row) for row in matrix)


def pairwise_all_to_all_v(group: Group, send_matrix: Matrix | None = None) -> Plan:
    r"""Pairwise All-to-All-v, exact: round k lasts as long as its largest message i to i + k.

    .. math:: T = (p-1)\,\alpha + \beta \sum_{k=1}^{p-1} \max_i n_{i,\,(i+k) \bmod p}

    ``send_matrix`` p x p [byte]; without one all blocks are equal. Three ranks that send ((0, 4, 1), (2, 0, 3),
    (0, 5, 0)): round 1 max(4, 3, 0), round 2 max(1, 2, 5), so 9 B; n is 5 B. Source: HCCL Pairwise.md; message-level
    simulation.
    """
    if send_matrix is None:
        return pairwise_all_to_all(group)
    sent, rank = _shares(send_matrix), np.arange(group.p)
    turns = [(rank + by) % group.p for by in range(1, group.p)]
    return place(group, [Messages(rank, after, sent[rank, after]) for after in turns])


def direct_all_to_all_v(group: Group, send_matrix: Matrix | None = None) -> Plan:
    r"""Direct All-to-All-v, exact: all messages at once, the busiest port or link counts.

    .. math:: T = \alpha + \beta \max_i \max\Big(\sum_{j \ne i} n_{ij}, \sum_{j \ne i} n_{ji}\Big)

    ``send_matrix`` p x p [byte]; without one all blocks are equal. Source: ``direct_all_to_all``.
    """
    if send_matrix is None:
        return direct_all_to_all(group)
    sent = _shares(send_matrix)
    sender, receiver = np.divmod(np.arange(group.p**2), group.p)
    apart = sender != receiver
    return place(group, [Messages(sender[apart], receiver[apart], sent[sender[apart], receiver[apart]])])


def by_skew(build: Callable[..., Plan]) -> Callable[..., Plan]:
    """An even plan that also takes a send matrix: every rank as busy as the busiest, every unit likewise.

    A model for schedules that have no exact sum; what leaves a unit is exact where the even plan's is.
    """

    def plan(group: Group, send_matrix: Matrix | None = None, **options: object) -> Plan:
        even = build(group, **options)
        if send_matrix is None or group.p == 1:
            return even
        sent, share = _shares(send_matrix), (group.p - 1) / group.p
        rank = _busiest(_others(sent)) * float(_others(sent).mean()) / share
        unit = {spec.name: _border(group, level, sent) for level, spec in enumerate(group.levels)}
        return tuple(tuple(_skewed(stage, rank, unit) for stage in phase) for phase in even)

    return plan


def crossed(matrix: Matrix, unit: Ranks) -> Array:
    """(units,) what each unit exchanges with the others, in its busier direction, in units of n [1].

    ``unit`` (p,) numbers the unit of each rank from 0.
    """
    found: Array = _between(_shares(matrix), unit).max(axis=0)
    return found


def refuses_matrix(group: Group, matrix: Matrix | None) -> str | None:
    """Why a matrix does not fit the group."""
    if matrix is None:
        return None
    if not group.even:
        return "a send matrix needs units that hold equally many ranks"
    widths, p = {len(row) for row in matrix}, group.p
    if len(matrix) != p or widths != {p}:
        wide = "x".join(str(n) for n in sorted({len(matrix), *widths}))
        return phrase(
            "the send matrix has {rows} rows of {cells} numbers, and p is {p}",
            rows=len(matrix),
            cells=wide.rpartition("x")[2],
            p=p,
        )
    if any(not (isfinite(value) and value >= 0.0) for row in matrix for value in row):
        return "the send matrix holds a number that is not 0 or more"
    return None


def _shares(matrix: Matrix) -> Array:
    """The matrix in units of n."""
    n = matrix_bytes(matrix)
    found: Array = np.array(matrix, dtype=np.float64) / (n or 1.0)
    return found


def _border(group: Group, level: int, sent: Array) -> float:
    """How much more than evenly the busiest unit joined by a level exchanges with other units [1]."""
    unit = group.ids(level)
    even = np.full_like(sent, 1 / group.p)
    most = float(_between(even, unit).max())
    return float(_between(sent, unit).max()) / most if most else 1.0


def _skewed(stage: Stage, rank: float, unit: dict[str, float]) -> Stage:
    border = unit[stage.level]
    return stage._replace(
        volume=stage.volume * rank,
        link=stage.link * rank,
        nic=stage.nic * rank,
        egress=stage.egress * border,
        cuts=tuple((name, load * border) for name, load in stage.cuts),
    )


def _others(sent: Array) -> Array:
    """(2, p): bytes each rank sends to others, and receives."""
    return _between(sent, np.arange(len(sent)))


def _between(sent: Array, part: Ranks) -> Array:
    """(2, parts): bytes that leave and enter each part of the ranks; ``part`` (p,) numbers them from 0."""
    parts = int(part.max()) + 1
    moved = np.zeros((parts, parts))
    np.add.at(moved, (part[:, None], part[None, :]), sent)
    np.fill_diagonal(moved, 0.0)
    return np.stack([moved.sum(axis=1), moved.sum(axis=0)])


def _busiest(traffic: Array) -> float:
    mean = traffic.mean()
    return float(traffic.max() / mean) if mean else 1.0
