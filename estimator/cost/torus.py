"""Two-dimensional torus: rings along the rows, then along the columns."""

from __future__ import annotations

import numpy as np

from estimator.cost.flat import Messages, Ranks, counted
from estimator.cost.options import Options
from estimator.cost.plan import Plan, Stage, in_sequence
from estimator.cost.shape import Level, Shape


def torus2d_ring_all_reduce(shape: Shape, dims: tuple[int, int]) -> Plan:
    r"""AllReduce on an a x b torus: ReduceScatter along a, along b, AllGather along b, along a.

    .. math:: T = (2(a-1)+2(b-1))\,\alpha + 2\tfrac{p-1}{p}\,n\beta + \tfrac{p-1}{p}\,n\gamma

    n is the tensor per rank [byte]; ``dims`` (a, b) with a b = p, else ValueError; rank = i + a j, so that rows of a
    ranks lie side by side, and rows inside a node use its inner path. One dimension is busy at a time. 2 x 4:
    8 rounds, 1.75 n. Source: ASTRA-sim's dimensions; message-level simulation.
    """
    reason = refuses_dims(shape, Options(dims=dims))
    if reason is not None:
        raise ValueError(reason)
    a, b = dims
    rank = np.arange(shape.ranks)
    along = rank - rank % a + (rank + 1) % a
    across = (rank + a) % shape.ranks
    row, column = (a - 1) / a, (b - 1) / (a * b)
    row_level: Level = "intra" if shape.per_node % a == 0 else "inter"
    first, second = _ring(shape, row_level, a, along, row), _ring(shape, shape.flat_level, b, across, column)
    return in_sequence(
        first._replace(reduced=row),
        second._replace(reduced=column),
        second,
        first,
    )


def refuses_dims(shape: Shape, options: Options) -> str | None:
    """Why a torus of these dimensions does not hold the ranks."""
    if options.dims is None:
        return None
    a, b = options.dims
    if a < 1 or b < 1 or a * b != shape.ranks:
        return f"{a}x{b} is not a torus of {shape.ranks} ranks"
    return None


def _ring(shape: Shape, level: Level, length: int, after: Ranks, volume: float) -> Stage:
    """One pass of every ring of a dimension, each rank sending ``volume`` of n to the rank ``after`` it."""
    messages = Messages(np.arange(shape.ranks), after, np.full(shape.ranks, volume))
    crossing = counted(shape, [messages])
    senders = crossing.senders if level == "inter" else shape.per_node
    return Stage(level, length - 1, volume, egress=crossing.egress, messages=length - 1, senders=senders)
