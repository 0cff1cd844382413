"""Recursive doubling and halving: partners at distance 1, 2, 4, ...; ranks beyond 2^k are folded in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from estimator.cost.placing.group import Group, Ranks
from estimator.cost.placing.place import place
from estimator.cost.placing.rounds import Exchange, Messages, Round
from estimator.cost.plan import Plan
from estimator.phrase import phrase


class Fold(NamedTuple):
    """How p ranks become p' = 2^f: the first r pairs (2i, 2i+1) become one, r = p - p'."""

    steps: int
    """f = floor(log2 p)."""
    core: int
    """p' = 2^f, the ranks that take part in the doubling."""
    rest: int
    """r = p - p', 0 for a power of two."""


class Swap(NamedTuple):
    """One exchange between partners: XOR distance among the p' ranks, bytes sent, bytes reduced [n]."""

    distance: int
    size: float
    reduced: float = 0.0


def fold_of(ranks: int) -> Fold:
    """The fold of p ranks: ``fold_of(6)`` is (2, 4, 2)."""
    steps = ranks.bit_length() - 1
    return Fold(steps, 1 << steps, ranks - (1 << steps))


def recursive_doubling_all_gather(group: Group) -> Plan:
    r"""Recursive doubling AllGather: partners at distance 1, 2, 4, ... exchange all they hold.

    .. math:: T = \log_2 p\,\alpha + \tfrac{p-1}{p}\,n\beta

    n is the output per rank [byte]; p = 2^k, else ValueError. Sixty-four ranks: 6 start-ups where a ring has 63.
    Rounds stay inside a unit while the distance does. Source: MPICH allgather_intra_recursive_doubling.c; lesson
    section 5.
    """
    p = group.p
    if fold_of(p).rest:
        raise ValueError(phrase("recursive doubling AllGather needs p = 2^k, and p is {p}", p=p))
    return place(group, [Exchange(1 << step, (1 << step) / p) for step in range(fold_of(p).steps)])


def recursive_doubling_all_reduce(group: Group) -> Plan:
    r"""Recursive doubling AllReduce of whole vectors; other p fold r = p - p' ranks in and out.

    .. math:: T = \log_2 p\,(\alpha + n\beta + n\gamma), \quad (f+2)(\alpha + n\beta) + (f+1)\,n\gamma

    n is the tensor per rank [byte], any p. Eight ranks: 3 n sent; six ranks: 2 + 2 rounds, 4 n sent, 3 n reduced.
    Source: MPICH allreduce_intra_recursive_doubling.c.
    """
    return place(group, _folded(group.p, [Swap(1 << step, 1.0, 1.0) for step in range(fold_of(group.p).steps)]))


def recursive_halving_reduce_scatter(group: Group) -> Plan:
    r"""Recursive halving ReduceScatter, furthest first; other p fold, so that some ranks carry two blocks.

    .. math:: T = \log_2 p\,\alpha + \tfrac{p-1}{p} n(\beta+\gamma), \quad
        (f+2)\,\alpha + \left(1+\tfrac{S+1}{p}\right) n\beta + \left(1+\tfrac{S}{p}\right) n\gamma

    n is the input per rank [byte], any p; S = p' - 1 + sum over k < f of min(r, 2^k). Three ranks: 3 rounds, 2 n sent.
    Source: MPICH reduce_scatter_intra_recursive_halving.c; the fold by message-level simulation.
    """
    p = group.p
    steps, _, rest = fold_of(p)
    if not rest:
        return place(group, [Exchange(1 << k, (1 << k) / p, (1 << k) / p) for k in reversed(range(steps))])
    return place(group, _folded_halving(p))


def rabenseifner_all_reduce(group: Group) -> Plan:
    r"""Rabenseifner AllReduce: halving ReduceScatter nearest first, doubling AllGather back; other p fold.

    .. math:: T = 2\log_2 p\,\alpha + 2\tfrac{p-1}{p} n\beta + \tfrac{p-1}{p} n\gamma, \quad
        (2f+2)\,\alpha + \left(2\tfrac{p'-1}{p'}+2\right) n\beta + \left(\tfrac{p'-1}{p'}+1\right) n\gamma

    n is the tensor per rank [byte], any p. Twelve ranks (p' = 8): 8 rounds, 3.75 n sent, 1.875 n reduced. The largest
    parts go the shortest way. Source: MPICH allreduce_intra_reduce_scatter_allgather.c; HCCL RHD.md (with p' = 2^f).
    """
    steps, core, _ = fold_of(group.p)
    halving = [Swap(1 << k, (core >> 1 + k) / core, (core >> 1 + k) / core) for k in range(steps)]
    back = [Swap(distance, size) for distance, size, _ in reversed(halving)]
    return place(group, _folded(group.p, [*halving, *back]))


def _core_ranks(fold: Fold) -> Ranks:
    """Real rank of each of the p' ranks that go on: the odd one of each folded pair, then the unfolded ones."""
    new = np.arange(fold.core)
    return np.where(new < fold.rest, 2 * new + 1, new + fold.rest)


def _folded(ranks: int, steps: Sequence[Swap]) -> list[Round]:
    """The exchanges among p' ranks; a round of n before (even rank to odd, which reduces) and after (back)."""
    fold = fold_of(ranks)
    if not fold.rest:
        return [Exchange(*step) for step in steps]
    real, new, even = _core_ranks(fold), np.arange(fold.core), np.arange(fold.rest) * 2
    inner = [Messages(real, real[new ^ distance], size, reduced) for distance, size, reduced in steps]
    return [Messages(even, even + 1, 1.0, 1.0), *inner, Messages(even + 1, even, 1.0)]


def _folded_halving(ranks: int) -> list[Round]:
    """Halving over p' ranks of which the first r own two blocks; the second goes back in the last round."""
    fold = fold_of(ranks)
    real, new, even = _core_ranks(fold), np.arange(fold.core), np.arange(fold.rest) * 2
    found: list[Round] = [Messages(even, even + 1, 1.0, 1.0)]
    for step in reversed(range(fold.steps)):
        half = 1 << step
        partner = new ^ half
        doubled = np.clip(fold.rest - partner // half * half, 0, half)
        size = (half + doubled) / ranks
        found.append(Messages(real, real[partner], size, size))
    return [*found, Messages(even + 1, even, 1 / ranks)]
