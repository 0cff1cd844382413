"""Rounds in which all ranks do alike: counted once for all distances that put the same on every resource."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from estimator.cost.placing.counting import MOST_COUNTED, TooManyError, counted
from estimator.cost.placing.group import Group
from estimator.cost.placing.on_switches import plain, rows_on_switches
from estimator.cost.placing.rounds import Exchange, Messages, Rotation
from estimator.cost.plan import Stage
from estimator.phrase import phrase

Found = tuple[tuple[Stage, ...], float]
"""The stages of one round, and how many such rounds there are."""

FEW = 4
"""Units on the outermost level that tell a step to the next, to the last and to any other one apart."""


def rotated(group: Group, rounds: Sequence[Rotation]) -> list[Found]:
    """The stages of rotations: in closed form on switches, else each class of distances counted once."""
    if plain(group):
        rows, kinds = rows_on_switches(group, [one.distance for one in rounds])
        kind_of = {one.distance: kind for one, kind in zip(rounds, kinds, strict=True)}
        return _scaled(rounds, kind_of.__getitem__, rows.__getitem__)
    probe, smaller = _shrunk(group)
    return _scaled(rounds, smaller, lambda distance: _turned(probe, distance), probe.p)


def exchanged(group: Group, rounds: Sequence[Exchange]) -> list[Found]:
    """The stages of exchanges by XOR: those whose distances change the same indexes count alike."""
    if not group.even or any(size & (size - 1) for size in group.shape):
        return _scaled(rounds, lambda distance: distance, lambda distance: _changed(group, distance), group.p)
    digits = list(zip(group.levels, group.widths[:-1], group.shape, strict=True))

    def smallest(distance: int) -> int:
        """The smallest distance that changes the same indexes; on a ring by as much."""
        found = 0
        for spec, width, size in digits:
            digit = distance // width % size
            found += width * (digit if spec.is_ring else min(digit, 1))
        return found

    return _scaled(rounds, smallest, lambda distance: _changed(group, distance), group.p)


@lru_cache(maxsize=4096)
def _turned(group: Group, distance: int) -> tuple[Stage, ...]:
    rank = np.arange(group.p)
    return counted(group, Messages(rank, (rank + distance) % group.p, 1.0))


@lru_cache(maxsize=4096)
def _changed(group: Group, distance: int) -> tuple[Stage, ...]:
    rank = np.arange(group.p)
    return counted(group, Messages(rank, rank ^ distance, 1.0))


def _scaled(
    rounds: Sequence[Rotation] | Sequence[Exchange],
    kind: Callable[[int], int],
    unit: Callable[[int], tuple[Stage, ...]],
    ranks: int = 0,
) -> list[Found]:
    """Loads grow with the size: all rounds of a kind and size from that of size 1.

    ``ranks``: messages that ``unit`` counts for a kind; 0 where it has a closed form.
    """
    repeats: dict[tuple[int, float, float], float] = {}
    for one in rounds:
        key = (kind(one.distance), one.size, one.reduced)
        repeats[key] = repeats.get(key, 0.0) + one.repeat
    different = len({number for number, _, _ in repeats})
    if different * ranks > MOST_COUNTED:
        raise TooManyError(
            phrase(
                "its rounds carry {different:,} different patterns of {ranks:,} messages",
                different=different,
                ranks=ranks,
            )
        )
    return [
        (tuple(stage.sized(size, reduced) for stage in unit(kind)), repeat)
        for (kind, size, reduced), repeat in repeats.items()
    ]


def _shrunk(group: Group) -> tuple[Group, Callable[[int], int]]:
    """A group with few units on top that a rotation loads alike, and the distance in it.

    Units of the outermost level are alike on anything but a ring: only whether a message moves to the same unit, the
    next, the one before or any other counts.
    """
    top, width = len(group.levels) - 1, group.widths[-2]
    if not group.even or group.shape[top] <= FEW or group.levels[top].is_ring:
        return group, lambda distance: distance
    spec = replace(group.levels[top], units=0, of=0)
    at = (*group.at[:top], tuple(range(FEW)))
    beside = tuple((*other[:top], at[top]) for other in group.beside if other[top] == group.at[top])
    probe = Group((*group.levels[:top], spec), at, (), group.at_once, beside)

    def smaller(distance: int) -> int:
        units, rest = divmod(distance, width)
        return (min(units, 1) if units < group.shape[top] - 1 else FEW - 1) * width + rest

    return probe, smaller
