"""Recursive doubling and halving: partners at distance 1, 2, 4, ...; ranks beyond 2^k are folded in and out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from estimator.cost.flat import Crossing, Messages, Ranks, counted, every_rank_to_every_node, flat
from estimator.cost.plan import Plan
from estimator.cost.shape import Shape


class Fold(NamedTuple):
    """How p ranks become p' = 2^f: the first r pairs (2i, 2i+1) become one, r = p - p'."""

    steps: int
    """f = floor(log2 p)."""
    core: int
    """p' = 2^f, the ranks that take part in the doubling."""
    rest: int
    """r = p - p', 0 for a power of two."""


def fold_of(ranks: int) -> Fold:
    """The fold of p ranks: ``fold_of(6)`` is (2, 4, 2)."""
    steps = ranks.bit_length() - 1
    return Fold(steps, 1 << steps, ranks - (1 << steps))


def halved_blocks(ranks: int) -> int:
    """S = sum over h = p'/2, p'/4, ..., 1 of h + min(r, h): blocks on the critical path of a folded halving.

    For p = 2^k it is p - 1; for six ranks (2 + 2) + (1 + 1) = 6.
    """
    steps, core, rest = fold_of(ranks)
    return core - 1 + sum(min(rest, 1 << step) for step in range(steps))


def recursive_doubling_all_gather(shape: Shape) -> Plan:
    r"""Recursive doubling AllGather: partners at distance 1, 2, 4, ... exchange all they hold.

    .. math:: T = \log_2 p\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the output per rank [byte]; p = 2^k, else ValueError. Sixty-four ranks: 6 start-ups where a ring has 63.
    Source: MPICH allgather_intra_recursive_doubling.c; lesson section 5.
    """
    fold = fold_of(shape.ranks)
    if fold.rest:
        raise ValueError(f"recursive doubling AllGather needs p = 2^k, and p is {shape.ranks}")
    return flat(shape, fold.steps, (shape.ranks - 1) / shape.ranks, _doubled(shape))


def recursive_doubling_all_reduce(shape: Shape) -> Plan:
    r"""Recursive doubling AllReduce of whole vectors; other p fold r = p - p' ranks in and out.

    .. math:: T = \log_2 p\,(\alpha + n\beta + n\gamma), \quad (f+2)(\alpha + n\beta) + (f+1)\,n\gamma

    n is the tensor per rank [byte], any p. Eight ranks: 3 n sent; six ranks: 2 + 2 rounds, 4 n sent, 3 n reduced.
    Source: MPICH allreduce_intra_recursive_doubling.c.
    """
    steps, _, rest = fold_of(shape.ranks)
    if not rest:
        across = Crossing(shape.per_node * fold_of(shape.nodes).steps, shape.per_node)
        if shape.uneven:
            across = counted(shape, _exchanges(shape.ranks, [1.0] * steps))
        return flat(shape, steps, steps, across, reduced=steps)
    crossing = counted(shape, _exchanges(shape.ranks, [1.0] * steps))
    return flat(shape, steps + 2, steps + 2, crossing, reduced=steps + 1, messages=steps + 1)


def recursive_halving_reduce_scatter(shape: Shape) -> Plan:
    r"""Recursive halving ReduceScatter; other p fold, so that some ranks carry two blocks.

    .. math:: T = \log_2 p\,\alpha + \tfrac{p-1}{p} n(\beta+\gamma), \quad
        (f+2)\,\alpha + \left(1+\tfrac{S+1}{p}\right) n\beta + \left(1+\tfrac{S}{p}\right) n\gamma

    n is the input per rank [byte], any p; S as in ``halved_blocks``. Three ranks: 3 rounds, 2 n sent.
    Source: MPICH reduce_scatter_intra_recursive_halving.c; the fold by message-level simulation.
    """
    p = shape.ranks
    steps, _, rest = fold_of(p)
    if not rest:
        share = (p - 1) / p
        return flat(shape, steps, share, _doubled(shape), reduced=share)
    blocks = halved_blocks(p)
    crossing = counted(shape, _folded_halving(p))
    return flat(shape, steps + 2, 1 + blocks / p + 1 / p, crossing, reduced=1 + blocks / p, messages=steps + 1)


def rabenseifner_all_reduce(shape: Shape) -> Plan:
    r"""Rabenseifner AllReduce: recursive halving ReduceScatter, recursive doubling AllGather; other p fold.

    .. math:: T = 2\log_2 p\,\alpha + 2\tfrac{p-1}{p} n\beta + \tfrac{p-1}{p} n\gamma, \quad
        (2f+2)\,\alpha + \left(2\tfrac{p'-1}{p'}+2\right) n\beta + \left(\tfrac{p'-1}{p'}+1\right) n\gamma

    n is the tensor per rank [byte], any p. Twelve ranks (p' = 8): 8 rounds, 3.75 n sent, 1.875 n reduced.
    Source: MPICH allreduce_intra_reduce_scatter_allgather.c; HCCL RHD.md (with p' = 2^f).
    """
    p = shape.ranks
    steps, core, rest = fold_of(p)
    share = (core - 1) / core
    if not rest:
        once = _doubled(shape)
        crossing = once._replace(egress=2 * once.egress)
        return flat(shape, 2 * steps, 2 * share, crossing, reduced=share)
    sizes = [2 * (1 << step) / core for step in range(steps)]
    crossing = counted(shape, _exchanges(p, sizes))
    return flat(shape, 2 * steps + 2, 2 * share + 2, crossing, reduced=share + 1, messages=2 * steps + 1)


def _doubled(shape: Shape) -> Crossing:
    """Partners at distance 2^k exchange 2^k blocks of n/p, p = 2^k: on even nodes every block leaves as in pairs."""
    if not shape.uneven:
        return every_rank_to_every_node(shape)
    sizes = [(1 << step) / shape.ranks for step in range(fold_of(shape.ranks).steps)]
    return counted(shape, _exchanges(shape.ranks, sizes))


def _core_ranks(fold: Fold) -> Ranks:
    """Real rank of each of the p' ranks that go on: the odd one of each folded pair, then the unfolded ones."""
    new = np.arange(fold.core)
    return np.where(new < fold.rest, 2 * new + 1, new + fold.rest)


def _folding(fold: Fold, size: float) -> tuple[Messages, Messages]:
    """The round before (even rank to odd rank) and the round after (back)."""
    even = np.arange(fold.rest) * 2
    sizes = np.full(fold.rest, size)
    return Messages(even, even + 1, sizes), Messages(even + 1, even, sizes)


def _exchanges(ranks: int, sizes: list[float]) -> Iterator[Messages]:
    """Partners at distance 2^step exchange ``sizes[step]`` of n each, fold rounds of n around it."""
    fold = fold_of(ranks)
    real, new = _core_ranks(fold), np.arange(fold.core)
    yield from _folding(fold, 1.0)
    for step, size in enumerate(sizes):
        yield Messages(real, real[new ^ (1 << step)], np.full(fold.core, size))


def _folded_halving(ranks: int) -> Iterator[Messages]:
    """Halving over p' ranks of which the first r own two blocks; the second goes back in the last round."""
    fold = fold_of(ranks)
    real, new = _core_ranks(fold), np.arange(fold.core)
    before, after = _folding(fold, 1.0)
    yield before
    for step in reversed(range(fold.steps)):
        half = 1 << step
        partner = new ^ half
        doubled = np.clip(fold.rest - partner // half * half, 0, half)
        yield Messages(real, real[partner], (half + doubled) / ranks)
    yield after._replace(size=after.size / ranks)
