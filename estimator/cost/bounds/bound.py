"""The least time of a collective on a group, whatever the algorithm: bytes that must cross a border over its rate.

Interface: ``bound_of(group, "all_reduce", {"node": Rates(...), "fabric": Rates(...)}).per_byte * n`` seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from estimator.cost.bounds.capacity import Array, RankParts, of_arc, of_units
from estimator.cost.cuts import Crossed, equal_cut, single_cut, uneven_crossed
from estimator.cost.placing.around import closes
from estimator.cost.placing.group import Group
from estimator.cost.rates import Rates


class BorderBound(NamedTuple):
    """The border that takes longest, and for how long."""

    per_byte: float
    """Seconds per byte of n [s/B]; 0.0 where no border is limited."""
    level: str = ""
    """The level that joins the units whose border it is."""
    arc: int = 0
    """Units of an arc of a ring; 0: the border of single units."""
    moved: float = 0.0
    """Bytes that must cross it, in units of n; over ``per_byte`` they give what it carries."""


def bound_of(group: Group, collective: str, rates: Mapping[str, Rates], in_network: bool = False) -> BorderBound:
    """The largest bound of all borders: every unit of every level, on rings every arc.

    ``rates``: inverse rates by level. ``in_network``: the network reduces, so that an AllReduce moves n and not 2 n.
    Eight ranks on a switch of 100 GB/s, AllReduce: 1.75 / 100 GB/s.
    """
    return _bound_of(group, collective, tuple(rates.items()), in_network)


@lru_cache(maxsize=4096)
def _bound_of(group: Group, collective: str, stated: tuple[tuple[str, Rates], ...], in_network: bool) -> BorderBound:
    rates = dict(stated)
    return max((*_units(group, collective, rates, in_network), *_arcs(group, collective, rates), BorderBound(0.0)))


def _units(group: Group, collective: str, rates: Mapping[str, Rates], in_network: bool) -> Iterator[BorderBound]:
    for level in range(len(group.levels)):
        ids = np.unique(group.ids(level), return_inverse=True)[1].reshape(-1)
        parts = RankParts(ids, int(ids.max()) + 1)
        if parts.count == 1:
            return
        carried = of_units(group, rates, level, parts)
        if np.all(np.isfinite(carried)):
            slowest = _slowest(collective, parts, carried, in_network)
            yield BorderBound(slowest.per_byte, group.levels[level].name, moved=slowest.moved)


def _slowest(collective: str, parts: RankParts, carried: Array, in_network: bool) -> Crossed:
    held = parts.held.tolist()
    if len(set(held)) == 1 and len(set(carried.tolist())) == 1:
        return Crossed(equal_cut(collective, parts.count, held[0], in_network), float(carried[0]))
    return uneven_crossed(collective, held, carried.tolist(), in_network)


def _arcs(group: Group, collective: str, rates: Mapping[str, Rates]) -> Iterator[BorderBound]:
    """Arcs from the first unit of each ring on; of scatter and gather the root's own border says more."""
    if not group.even or collective in ("scatter", "gather"):
        return
    for level, spec in enumerate(group.levels):
        size = group.shape[level]
        if not spec.is_ring or size == 1:
            continue
        index = group.index(level, group.spots)
        longest = size // 2 if closes(group, level) else size - 1
        for units in range(1, longest + 1):
            inside = RankParts((index >= units).astype(np.int64), 2)
            carried = float(of_arc(group, rates, level, inside)[0])
            moved = single_cut(collective, int(inside.held[0]), group.p)
            yield BorderBound(moved / carried, spec.name, units, moved)
