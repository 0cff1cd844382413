"""The catalogue: every algorithm of every collective. Adding one is a plan function and one entry."""

from __future__ import annotations

from estimator.cost import entries_all_reduce, entries_exchanging, entries_moving, entries_reducing, entries_waiting
from estimator.cost.algorithm import Algorithm
from estimator.cost.collectives import COLLECTIVES, Collective

__all__ = ["ALGORITHMS", "COLLECTIVES", "Algorithm", "Collective", "algorithms", "find", "names"]

ALGORITHMS: tuple[Algorithm, ...] = (
    *entries_moving.ENTRIES,
    *entries_all_reduce.ENTRIES,
    *entries_reducing.ENTRIES,
    *entries_exchanging.ENTRIES,
    *entries_waiting.ENTRIES,
)

_BY_COLLECTIVE: dict[str, tuple[Algorithm, ...]] = {
    collective.name: tuple(a for a in ALGORITHMS if a.collective == collective.name) for collective in COLLECTIVES
}


def algorithms(collective: str) -> tuple[Algorithm, ...]:
    """All algorithms of a collective in catalogue order; none for an unknown one."""
    return _BY_COLLECTIVE.get(collective, ())


_ALIASES = {
    "ring_flat_contiguous": "ring",
    "pairwise_flat_contiguous": "pairwise",
    "pairwise_xor_two_level": "pairwise_xor",
}
"""Longer names for a flat schedule over two levels: the shape says so already."""


def find(collective: str, name: str) -> Algorithm | None:
    """The algorithm called ``name``, or None: ``find("all_reduce", "ring").plan(Shape(8))``."""
    wanted = _ALIASES.get(name, name)
    return next((algorithm for algorithm in algorithms(collective) if algorithm.name == wanted), None)


def sending(collective: str, copies: str) -> tuple[str, ...]:
    """The algorithms of a collective that can send such copies of tokens; one a node: also one any other unit."""
    wanted = copies if copies in ("per_expert", "per_rank") else "per_node"
    return tuple(algorithm.name for algorithm in algorithms(collective) if wanted in algorithm.copies)


def names(collective: str) -> tuple[str, ...]:
    """What an author may write as ``algorithm`` for a collective."""
    return tuple(algorithm.name for algorithm in algorithms(collective))
