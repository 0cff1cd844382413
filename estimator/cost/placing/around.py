"""The links of a ring: whether it closes, and what a message passes on the shorter way round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from estimator.cost.placing.group import Group, Ranks

Array = NDArray[np.float64]


class Passed(NamedTuple):
    """Links that messages pass in one direction: ``link`` (k,) by the place it leaves, ``which`` (k,) message."""

    link: Ranks
    which: Ranks
    share: Array
    """The part of the message: a half where both ways are as long."""


def stride(group: Group, level: int) -> int:
    """The equal distance between neighbours on a level, 0 where distances differ; 1 for a single unit."""
    gaps = set(np.diff(group.at[level]).tolist())
    return (gaps.pop() if gaps else 1) if len(gaps) < 2 else 0


def closes(group: Group, level: int) -> bool:
    """Whether the group has a way round a ring: equal distances, and units x stride = the units there.

    Where the ring says ``wrap: 4`` its units are to be a multiple of four, at whatever stride.
    """
    spec, step = group.levels[level], stride(group, level)
    if spec.wrap is False or step == 0:
        return False
    held = group.shape[level]
    if spec.wrap is True:
        return held * step == (spec.of or spec.units or held * step)
    return held % spec.wrap == 0


def links_between(group: Group, level: int, sender: Ranks, receiver: Ranks) -> Ranks:
    """Physical links that each message passes on a ring; a hop of stride k passes k."""
    i, j = group.index(level, sender), group.index(level, receiver)
    if closes(group, level):
        ahead = (j - i) % group.shape[level]
        passed: Ranks = np.minimum(ahead, group.shape[level] - ahead) * stride(group, level)
        return passed
    at = np.array(group.at[level], dtype=np.int64)
    apart: Ranks = np.abs(at[j] - at[i])
    return apart


def furthest(group: Group, level: int) -> int:
    """Links between the two units of a ring that lie furthest apart: 4 of a closed ring of eight, 7 of a line."""
    if closes(group, level):
        return group.shape[level] // 2 * stride(group, level)
    return group.at[level][-1] - group.at[level][0]


def neighbours(group: Group, level: int) -> int:
    """Links of the longest hop of a ring round by round: the stride, and of a line the whole way back."""
    return stride(group, level) if closes(group, level) else furthest(group, level)


def sharing(group: Group, level: int) -> int:
    """Groups of this kind, itself included, whose messages pass the same links of a ring: 1 unless it has a stride."""
    if stride(group, level) == 1:
        return 1
    stated = group.at_once[level] if group.at_once else 0
    own = group.at[level]
    others = (
        other[level]
        for other in group.beside
        if other[:level] == group.at[:level] and other[level + 1 :] == group.at[level + 1 :]
    )
    return stated or 1 + sum(other[0] <= own[-1] and own[0] <= other[-1] for other in others)


def ways(group: Group, level: int, sender: Ranks, receiver: Ranks) -> Iterator[Passed]:
    """The links of every message of one level, the shorter way; each lies between neighbouring units of the group."""
    size, width = group.shape[level], group.widths[level]
    i, j = group.index(level, sender), group.index(level, receiver)
    base, backward = sender - i * width, group.widths[-1]
    for step, far, share in _directions(i, j, size, closes(group, level)):
        for k in range(int(far.max(initial=0))):
            on = np.flatnonzero(far > k)
            at = base[on] + (i[on] + step * k) % size * width
            yield Passed(at + (backward if step < 0 else 0), on, share[on])


def _directions(i: Ranks, j: Ranks, size: int, closed: bool) -> list[tuple[int, Ranks, Array]]:
    """Forward and backward: the units passed by each message and the part of it that goes this way."""
    whole = np.ones(len(i))
    if not closed:
        return [(1, np.maximum(j - i, 0), whole), (-1, np.maximum(i - j, 0), whole)]
    ahead = (j - i) % size
    tie = 2 * ahead == size
    share = np.where(tie, 0.5, 1.0)
    return [
        (1, np.where(2 * ahead <= size, ahead, 0), share),
        (-1, np.where(2 * ahead >= size, size - ahead, 0), share),
    ]
