"""The catalogue: every algorithm of every collective. Adding one is a plan function and one entry."""

from __future__ import annotations

from estimator.cost.collectives import COLLECTIVES, Collective
from estimator.cost.entries import all_reduce, exchanging, moving, reducing, waiting
from estimator.cost.entries.algorithm import CatalogueEntry

__all__ = ["ALGORITHMS", "COLLECTIVES", "CatalogueEntry", "Collective", "algorithms", "find", "names"]

ALGORITHMS: tuple[CatalogueEntry, ...] = (
    *moving.ENTRIES,
    *all_reduce.ENTRIES,
    *reducing.ENTRIES,
    *exchanging.ENTRIES,
    *waiting.ENTRIES,
)

_BY_COLLECTIVE: dict[str, tuple[CatalogueEntry, ...]] = {
    collective.name: tuple(a for a in ALGORITHMS if a.collective == collective.name) for collective in COLLECTIVES
}


def algorithms(collective: str) -> tuple[CatalogueEntry, ...]:
    """All algorithms of a collective in catalogue order; none for an unknown one."""
    return _BY_COLLECTIVE.get(collective, ())


ALIASES = {
    "full_mesh": "direct",
    "torus2d_ring": "torus_ring",
    "ring_flat_contiguous": "ring",
    "pairwise_flat_contiguous": "pairwise",
    "pairwise_xor_two_level": "pairwise_xor",
}
"""Other names: of a direct exchange, of a torus of two axes, of flat schedules over two levels."""


def canonical(name: str) -> str:
    """The catalogue's name of an algorithm: ``canonical("full_mesh")`` is ``direct``."""
    return ALIASES.get(name, name)


def find(collective: str, name: str) -> CatalogueEntry | None:
    """The algorithm called ``name``, or None: ``find("all_reduce", "ring").on(group)``."""
    wanted = canonical(name)
    return next((algorithm for algorithm in algorithms(collective) if algorithm.name == wanted), None)


def names(collective: str) -> tuple[str, ...]:
    """What an author may write as ``algorithm`` for a collective."""
    return tuple(algorithm.name for algorithm in algorithms(collective))


def sending(collective: str, copies: str) -> tuple[str, ...]:
    """The algorithms of a collective that can send such copies of tokens; one a node: also one any other unit."""
    wanted = copies if copies in ("per_expert", "per_rank") else "per_node"
    return tuple(algorithm.name for algorithm in algorithms(collective) if wanted in algorithm.copies)
