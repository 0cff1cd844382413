"""Two-dimensional torus: rings along the rows, then along the columns."""

from __future__ import annotations

from math import prod

import numpy as np

from estimator.cost.flat import Crossing, Messages, counted, rotation
from estimator.cost.options import Options
from estimator.cost.plan import Plan, Stage, in_sequence
from estimator.cost.shape import Shape


def torus2d_ring_all_reduce(shape: Shape, dims: tuple[int, ...]) -> Plan:
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
    row, column = (a - 1) / a, (b - 1) / (a * b)
    first, second = _rows(shape, a, row), _columns(shape, a, b, column)
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
    text = "x".join(str(length) for length in options.dims)
    if len(options.dims) != 2:
        return f"{text} has {len(options.dims)} axes, and it runs along two"
    if min(options.dims) < 1 or prod(options.dims) != shape.ranks:
        return f"{text} is not a torus of {shape.ranks} ranks"
    return None


def _rows(shape: Shape, length: int, volume: float) -> Stage:
    """One pass of the rings of ``length`` ranks side by side, each rank sending ``volume`` of n."""
    g = shape.per_node
    if g % length == 0:
        return Stage("intra", length - 1, volume, messages=length - 1, senders=g)
    crossing = Crossing(volume, 1)
    if length % g:
        rank = np.arange(shape.ranks)
        after = rank - rank % length + (rank + 1) % length
        crossing = counted(shape, [Messages(rank, after, np.full(shape.ranks, volume))])
    return Stage("inter", length - 1, volume, egress=crossing.egress, messages=length - 1, senders=crossing.senders)


def _columns(shape: Shape, distance: int, length: int, volume: float) -> Stage:
    """One pass of the rings of ``length`` ranks that are ``distance`` apart."""
    inside = shape.nodes == 1
    crossing = 0 if inside else rotation(shape, distance)
    senders = shape.per_node if inside else max(1, crossing)
    return Stage(
        shape.flat_level,
        length - 1,
        volume,
        egress=crossing * volume,
        messages=length - 1,
        senders=senders,
        on_rail=not inside and distance % shape.per_node == 0,
    )
