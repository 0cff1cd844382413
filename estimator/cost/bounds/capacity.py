"""What can leave, or reach, a part of a group's ranks in a second: what its ports, links, borders and NICs carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from estimator.cost.placing.around import closes, sharing
from estimator.cost.placing.group import Group, Ranks
from estimator.cost.placing.siblings import nic_pools
from estimator.cost.rates import Rates

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RankParts:
    """Parts of a group's ranks. ``of`` (p,): the part of each rank, 0 ... ``count`` - 1."""

    of: Ranks
    count: int

    @property
    def held(self) -> Ranks:
        """(count,) ranks of each part."""
        return np.bincount(self.of, minlength=self.count)

    def distinct(self, resource: Ranks) -> Ranks:
        """(count,) how many different resources the ranks of each part have; ``resource`` (p,)."""
        pairs = np.unique(self.of * (int(resource.max()) + 1) + resource)
        return np.bincount(pairs // (int(resource.max()) + 1), minlength=self.count)


def of_units(group: Group, rates: Mapping[str, Rates], level: int, parts: RankParts) -> Array:
    """(count,) bytes a second over the borders of the units joined by ``level``, for the group's own share [B/s].

    Every outer level adds what it carries; what passes through another one of them counts there.
    """
    outer = [number for number in group.used if number >= level]
    found = np.zeros(parts.count)
    for number in outer:
        if _passes(group, number, outer) is None:
            found = found + _with_users(group, rates, number, outer, parts)
    return found


def of_arc(group: Group, rates: Mapping[str, Rates], level: int, parts: RankParts) -> Array:
    """The same for ranks whose index on a ring level lies in an arc, given as the only part that is asked for.

    The links at its two ends, one where it ends with a line; and the switches of outer levels, any to any.
    """
    ends = 2 if closes(group, level) else 1
    rings = group.p // group.shape[level]
    rate = rates[group.levels[level].name]
    found = np.full(parts.count, rings * ends * _rate(rate.link) / sharing(group, level))
    for number in range(level + 1, len(group.levels)):
        if group.shape[number] > 1 and not group.levels[number].wired:
            found = found + _on_level(group, rates, number, parts)
    return found


def _passes(group: Group, level: int, outer: list[int]) -> int | None:
    """The first of the levels that are added up whose resources the messages of a level pass too."""
    return next((inner for inner in group.chains[level][1:] if inner in outer), None)


def _with_users(group: Group, rates: Mapping[str, Rates], level: int, outer: list[int], parts: RankParts) -> Array:
    """What one level carries out of each part, with what passes through it."""
    users = np.zeros(parts.count)
    for number in outer:
        if number != level and _passes(group, number, outer) == level:
            users = users + _with_users(group, rates, number, outer, parts)
    spec = group.levels[level]
    rate, own = rates[spec.name], _links(group, rates[spec.name], level, parts)
    port = parts.held.astype(np.float64) * _rate(rate.port)
    found = own + least(port, users) if spec.is_ring else least(port, own + users)
    found = least(found, _shared(group, rate, level, parts))
    for passed in group.chains[level][1:]:
        if passed in outer:
            break
        found = least(found, _ends(group, rates[group.levels[passed].name], passed, parts))
    return found


def _on_level(group: Group, rates: Mapping[str, Rates], level: int, parts: RankParts) -> Array:
    """What one level carries out of each part, at most what the levels that it passes through do."""
    found = _links(group, rates[group.levels[level].name], level, parts)
    for passed in group.chains[level]:
        found = least(found, _ends(group, rates[group.levels[passed].name], passed, parts))
    return found


def _links(group: Group, rate: Rates, level: int, parts: RankParts) -> Array:
    """The links of the ranks of each part, to other units of a level."""
    spec, size = group.levels[level], group.shape[level]
    if not spec.has_links:
        return np.full(parts.count, inf)
    if not spec.is_ring:
        peers = (size - 1) * (1 if spec.wired else group.widths[level])
        return parts.held.astype(np.float64) * peers * _rate(rate.link)
    index = group.index(level, group.spots)
    links = np.full(group.p, 2.0) if closes(group, level) else (index > 0) * 1.0 + (index < size - 1)
    return np.bincount(parts.of, links, parts.count) * _rate(rate.link) / sharing(group, level)


def _ends(group: Group, rate: Rates, level: int, parts: RankParts) -> Array:
    """Ports, unit borders and NICs of a level that messages from each part pass."""
    ports = parts.held.astype(np.float64) * _rate(rate.port)
    return least(ports, _shared(group, rate, level, parts))


def _shared(group: Group, rate: Rates, level: int, parts: RankParts) -> Array:
    """The unit borders and NICs of a level, for the group's own share."""
    found = np.full(parts.count, inf)
    if rate.unit:
        units = parts.distinct(group.ids(level))
        found = least(found, units * _rate(rate.unit) / group.crossing(level))
    if rate.nic and group.levels[level].nics:
        own_pool, *others = nic_pools(group, level)
        mine = set(np.unique(own_pool[group.spots]).tolist())
        inside = 1 + sum(set(np.unique(pool[group.spots]).tolist()) <= mine for pool in others)
        found = least(found, parts.distinct(own_pool[group.spots]) * _rate(rate.nic) / inside)
    return found


def least(one: Array, other: Array) -> Array:
    """The smaller of both element by element; of rates that are left open what they say of it."""
    if one.dtype != object and other.dtype != object:
        return np.minimum(one, other)
    return _LEAST(one, other)  # type: ignore[no-any-return]


def _least(one: Any, other: Any) -> Any:
    return other.least(one) if isinstance(one, float) else one.least(other)


_LEAST = np.frompyfunc(_least, 2, 1)


def _rate(inverse: float) -> float:
    return 1.0 / inverse if inverse else inf
