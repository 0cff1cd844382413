"""The collectives: names, words, abbreviations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from estimator.phrase import phrase


@dataclass(frozen=True, slots=True)
class Collective:
    """One collective operation as users write it and as documents name it."""

    name: str
    zh: str
    en: str
    short: str
    """Abbreviation in tables."""
    reduces: bool = False
    """It combines values, so gamma and a reduction operator matter."""
    exchanges: bool = False
    """Every rank has a block for every other one: skew, padding and token copies matter."""
    whole: bool = False
    """n is one message that is handed on whole."""
    rooted: bool = False
    """One rank sends or receives it all."""
    even: str = ""
    """The collective it is when all shares are equal; "" where they always are."""
    moves: bool = True
    """It carries bytes; False of a Barrier, which has no tensor."""


COLLECTIVES: tuple[Collective, ...] = (
    Collective("p2p", "点对点", "Point-to-point", "P2P", whole=True, rooted=True),
    Collective("all_reduce", "全规约", "AllReduce", "AR", reduces=True),
    Collective("all_gather", "全收集", "AllGather", "AG"),
    Collective("reduce_scatter", "规约散播", "ReduceScatter", "RS", reduces=True),
    Collective("all_to_all", "全交换", "All-to-All", "A2A", exchanges=True),
    Collective("all_gather_v", "变长全收集", "AllGather-v", "AGV", even="all_gather"),
    Collective("reduce_scatter_v", "变长规约散播", "ReduceScatter-v", "RSV", reduces=True, even="reduce_scatter"),
    Collective("all_to_all_v", "变长全交换", "All-to-All-v", "A2AV", exchanges=True, even="all_to_all"),
    Collective("broadcast", "广播", "Broadcast", "BC", whole=True, rooted=True),
    Collective("reduce", "规约", "Reduce", "RD", reduces=True, whole=True, rooted=True),
    Collective("scatter", "散播", "Scatter", "SC", rooted=True),
    Collective("gather", "收集", "Gather", "GA", rooted=True),
    Collective("barrier", "屏障", "Barrier", "BAR", moves=False),
)

NAMES: tuple[str, ...] = tuple(collective.name for collective in COLLECTIVES)
EXCHANGES: tuple[str, ...] = tuple(collective.name for collective in COLLECTIVES if collective.exchanges)
WHOLE_MESSAGE: tuple[str, ...] = tuple(collective.name for collective in COLLECTIVES if collective.whole)
ROOTED: tuple[str, ...] = tuple(collective.name for collective in COLLECTIVES if collective.rooted)
UNEVEN: tuple[str, ...] = tuple(collective.name for collective in COLLECTIVES if collective.even)
"""Collectives whose shares may differ from rank to rank: a test can load them unevenly."""
EVEN: Mapping[str, str] = MappingProxyType({c.name: c.even or c.name for c in COLLECTIVES})
"""Every collective -> the one with equal shares whose sizes, bounds and algorithms it has."""
MOVING: tuple[str, ...] = tuple(collective.name for collective in COLLECTIVES if collective.moves)


def collective_named(name: str) -> Collective:
    """The collective called ``name``. Raises ValueError for an unknown one."""
    for collective in COLLECTIVES:
        if collective.name == name:
            return collective
    raise ValueError(phrase("unknown collective {name}; known: {names}", name=name, names=", ".join(NAMES)))
