"""What is held out of the material that is carried over, each worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tests.held_out.cuts import Refusal, Stated, decades, every_other, other_collectives, other_ranks
from tests.held_out.material import LATER, carried, measured


@cache
def ranks(known: tuple[int, ...], asked: int) -> tuple[Stated | Refusal, ...]:
    """Every measured series on ``asked`` ranks, from the ``known`` ones."""
    return tuple(other_ranks(measured(), known, asked))


@cache
def collectives() -> tuple[Stated | Refusal, ...]:
    """AllGather and ReduceScatter of every measured system from its AllReduce."""
    return tuple(other_collectives(measured()))


@cache
def halves() -> tuple[Stated, ...]:
    """Every other size of series and logs."""
    return tuple(stated(every_other([*measured(), *carried()])))


@cache
def tenths() -> tuple[Stated, ...]:
    """Every decade of sizes of series and logs."""
    return tuple(stated(decades([*measured(), *carried()])))


@cache
def later(decade: bool) -> tuple[Stated, ...]:
    """Every other size, or every decade of sizes, of the tables that were met later."""
    cut = decades if decade else every_other
    return tuple(stated(cut(carried(LATER))))


def stated(found: Iterable[Stated | Refusal]) -> list[Stated]:
    """Those of which something was stated."""
    return [one for one in found if isinstance(one, Stated)]
