"""One round, message by message: what the busiest port, link, unit border and NIC of every level carries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.placing.around import links_between, sharing, ways
from estimator.cost.placing.group import Group, Ranks
from estimator.cost.placing.rounds import Messages
from estimator.cost.placing.rows import Resource, RowKind, rows_of
from estimator.cost.placing.siblings import nic_pools, plane_pools
from estimator.cost.plan import Stage
from estimator.phrase import phrase

Array = NDArray[np.float64]

MOST_PASSED = 2**22
"""Links of a ring that the messages of one round pass in all."""
MOST_COUNTED = 2**24
"""Messages that are counted one by one for all rounds of a schedule."""


class TooManyError(ValueError):
    """More messages than can be followed one by one; the text says of what."""


class Leg(NamedTuple):
    """What messages of a round do on one level: from place to place, and which message each is."""

    level: int
    sender: Ranks
    receiver: Ranks
    which: Ranks


class Touched(NamedTuple):
    """What each of some messages finds on one resource of its way, all messages of the round counted [n]."""

    resource: Resource
    carried: Array
    which: Ranks


def counted(group: Group, messages: Messages) -> tuple[Stage, ...]:
    """The stages of one round: a row for each level in use, and for messages that start up differently."""
    a, b = group.spots[messages.sender], group.spots[messages.receiver]
    size = np.broadcast_to(np.asarray(messages.size, dtype=np.float64), a.shape)
    legs = tuple(_legs(group, a, b))
    start = group.outermost(a, b)
    kinds, kind = _kinds(group, legs, start, a, b)
    return put_on(group, legs, size, kinds, kind, _reduced(messages, b))


def put_on(
    group: Group, legs: Sequence[Leg], size: Array, kinds: Sequence[RowKind], kind: Ranks, reduced: float = 0.0
) -> tuple[Stage, ...]:
    """The stages of a round whose messages have a way, a ``size`` [n] and a start-up, ``kind`` of ``kinds``, each."""
    busiest: dict[Resource, Array] = {}
    for resource, carried, which in _touched(group, legs, size):
        most = np.full(len(kinds), -1.0)
        np.maximum.at(most, kind[which], carried)
        known = busiest.get(resource)
        busiest[resource] = most if known is None else np.maximum(most, known)
    return rows_of(group, kinds, busiest, reduced)


def started(group: Group, sender: Ranks, receiver: Ranks) -> dict[RowKind, int]:
    """How many of some messages between ranks start up in each way."""
    a, b = group.spots[sender], group.spots[receiver]
    kinds, kind = _kinds(group, tuple(_legs(group, a, b)), group.outermost(a, b), a, b)
    return dict(zip(kinds, np.bincount(kind, minlength=len(kinds)).tolist(), strict=True))


def _reduced(messages: Messages, receiver: Ranks) -> float:
    """The most that one rank reduces [n]."""
    if not np.any(messages.reduced):
        return 0.0
    weights = np.broadcast_to(np.asarray(messages.reduced, dtype=np.float64), receiver.shape)
    return float(np.bincount(receiver, weights).max())


def _legs(group: Group, a: Ranks, b: Ranks) -> Iterator[Leg]:
    """Outermost first; where an index decides the link, a message goes inside its unit to that index before."""
    which = np.arange(len(a))
    for level in reversed(range(len(group.levels))):
        width = group.widths[level]
        here = a // width != b // width
        if not here.any():
            continue
        corner = a - a % width + b % width if group.levels[level].wired else a
        yield Leg(level, corner[here], b[here], which[here])
        rest = ~here | (a != corner)
        a, b, which = a[rest], np.where(here, corner, b)[rest], which[rest]


def _kinds(group: Group, legs: Sequence[Leg], start: Ranks, a: Ranks, b: Ranks) -> tuple[list[RowKind], Ranks]:
    """The different start-ups of a round, and which of them each message has."""
    hopping = [level for level, spec in enumerate(group.levels) if spec.hop and spec.is_ring]
    columns = [start]
    for level in hopping:
        passed = np.zeros(len(start), dtype=np.int64)
        for leg in legs:
            if leg.level == level:
                passed[leg.which] = links_between(group, level, leg.sender, leg.receiver)
        columns.append(np.where(start == level, np.maximum(passed - 1, 0), passed))
    code = columns[0]
    for column in columns[1:]:
        code = code * (1 + int(column.max(initial=0))) + column
    _, first, kind = np.unique(code, return_index=True, return_inverse=True)
    table = np.stack(columns, axis=1)[first]
    width = np.array(group.widths, dtype=np.int64)[start]
    turned = np.bincount(kind, a % width != b % width, len(table)) > 0
    kinds = []
    for (level, *links), leaves in zip(table.tolist(), turned.tolist(), strict=True):
        on_level = a[start == level]
        sent, posted = int(np.bincount(on_level).max()), 0
        if group.levels[level].metered:
            posted = int(np.bincount(on_level // group.widths[level]).max()) * group.crossing(level)
        hops = tuple((on, count) for on, count in zip(hopping, links, strict=True) if count)
        kinds.append(RowKind(level, hops, sent, not leaves, posted))
    return kinds, kind


def _touched(group: Group, legs: Sequence[Leg], size: Array) -> Iterator[Touched]:
    """Every resource that some message passes."""
    for level, spec in enumerate(group.levels):
        own = [leg for leg in legs if leg.level == level]
        passing = [leg for leg in legs if level in group.chains[leg.level]]
        if spec.is_ring and own:
            yield from _ring(group, own[0], size)
        elif spec.has_links and own:
            yield _peer(group, own[0], size)
        on_port = [leg for leg in passing if leg.level != level] if spec.is_ring else passing
        if spec.port and on_port:
            yield _ends(group, Resource(level, "volume"), on_port, size, ())
        unit = np.arange(group.widths[-1]) // group.widths[level]
        if spec.unit and passing:
            yield _ends(group, Resource(level, "egress"), passing, size, (unit,), group.crossing(level))
        if spec.nics and passing:
            yield _ends(group, Resource(level, "nic"), passing, size, nic_pools(group, level))
        outward = [leg for leg in legs if leg.level >= level]
        for border in spec.cuts if outward else ():
            cut, planes = Resource(level, "cut", border.name), border.planes
            if planes > 1:
                yield _ends(group, cut, outward, size, plane_pools(group, level, planes))
            else:
                yield _ends(group, cut, outward, size, (unit,), group.crossing(level))


def _ends(
    group: Group, resource: Resource, legs: Sequence[Leg], size: Array, pools: Sequence[Ranks], groups: float = 1.0
) -> Touched:
    """A resource at both ends of messages. ``pools``: that of each place, for every group that shares it."""
    places = group.widths[-1]
    which = np.concatenate([leg.which for leg in legs] * 2)
    end = np.concatenate([*(leg.sender for leg in legs), *(leg.receiver + places for leg in legs)])
    load = _sums(end, size[which], 2 * places)
    if pools:
        load = groups * _pooled(load.reshape(2, places), pools).reshape(-1)
    return Touched(resource, load[end], which)


def _sums(where: Ranks, weight: Array, length: int = 0) -> Array:
    """(length,) or longer: the weights summed by place."""
    found: Array = np.bincount(where, weight, length).astype(np.float64, copy=False)
    return found


def _pooled(load: Array, pools: Sequence[Ranks]) -> Array:
    """(2, P) what each place finds on its own resource, from what every place of each group sends and receives."""
    shared = np.zeros((2, int(max(pool.max() for pool in pools)) + 1))
    for side in (0, 1):
        for pool in pools:
            shared[side] += _sums(pool, load[side], shared.shape[1])
    found: Array = shared[:, pools[0]]
    return found


def _peer(group: Group, leg: Leg, size: Array) -> Touched:
    """What one rank sends to one other."""
    weight = size[leg.which]
    _, pair = np.unique(leg.sender * group.widths[-1] + leg.receiver, return_inverse=True)
    return Touched(Resource(leg.level, "link"), _sums(pair, weight)[pair], leg.which)


def _ring(group: Group, leg: Leg, size: Array) -> Iterator[Touched]:
    """The links of a ring; with a stride other groups pass them too."""
    passes = int(links_between(group, leg.level, leg.sender, leg.receiver).sum())
    if passes > MOST_PASSED:
        raise TooManyError(
            phrase(
                "its messages pass {passes:,} links of {level} in one round",
                passes=passes,
                level=group.levels[leg.level].name,
            )
        )
    found = list(ways(group, leg.level, leg.sender, leg.receiver))
    links = np.concatenate([passed.link for passed in found])
    which = leg.which[np.concatenate([passed.which for passed in found])]
    weight = size[which] * np.concatenate([passed.share for passed in found])
    load = _sums(links, weight) * sharing(group, leg.level)
    yield Touched(Resource(leg.level, "link"), load[links], which)
