"""Groups of ranks on nested units: the index of every rank on each level, who crosses a border, who shares a ring."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from estimator.layout.groups import Ranks


def indexes(ranks: Ranks, sizes: Sequence[int]) -> Ranks:
    """Of the units that each level joins, the one that holds a rank; levels come first in the result's shape.

    ``sizes``: ranks in one unit of each level, innermost first. Rank 19 on boxes of 8 and racks of 32: 3, 2.
    """
    return np.stack([ranks % outer // inner for inner, outer in pairwise((1, *sizes))])


def crossing(ranks: Ranks, unit: int, sends_only: bool = False) -> int:
    """The most groups that cross the border of one unit of ``unit`` ranks.

    ``ranks`` (groups, size). ``sends_only``: a group counts where its first rank sits. Ranks (0, 8), (1, 9) on units
    of eight: 2; (0, 1), (2, 3): 0.
    """
    held = ranks // unit
    leaves = (held != held[:, :1]).any(axis=1)
    if not leaves.any():
        return 0
    if sends_only:
        return int(np.bincount(held[leaves, 0]).max())
    width = int(held.max()) + 1
    touched = np.unique(np.flatnonzero(leaves)[:, None] * width + held[leaves])
    return int(np.bincount(touched % width).max())


def on_one_link(ranks: Ranks, inner: int, outer: int) -> int:
    """The most groups whose way along a line of units passes one link of it, at least 1.

    The line joins units of ``inner`` ranks inside units of ``outer``; every place in the inner unit has a line of its
    own. A group passes the links between its first and its last unit. Ranks (0, 2, 4, 6), (1, 3, 5, 7) on a line of
    eight: 2.
    """
    groups, _ = ranks.shape
    joined = outer // inner
    line = ranks // outer * inner + ranks % inner
    place = ranks % outer // inner
    width = int(line.max()) + 1
    keys, where = np.unique((np.arange(groups)[:, None] * width + line).reshape(-1), return_inverse=True)
    first, last = np.full(len(keys), joined), np.full(len(keys), -1)
    np.minimum.at(first, where.reshape(-1), place.reshape(-1))
    np.maximum.at(last, where.reshape(-1), place.reshape(-1))
    change = np.zeros((width, joined + 1), dtype=np.int64)
    np.add.at(change, (keys % width, first), 1)
    np.add.at(change, (keys % width, last), -1)
    return max(int(np.cumsum(change, axis=1).max()), 1)


def most_uneven(ranks: Ranks, sizes: Sequence[int]) -> int:
    """Number of the group that lies least evenly: the largest spread of ranks a unit, the outermost level first.

    ``ranks`` (groups, size), rising in each group; ``sizes`` as for ``indexes``. Of equal ones the first.
    """
    steps = np.concatenate([np.diff(ranks // size, axis=1) > 0 for size in sizes], axis=1)
    _, candidates = np.unique(steps, axis=0, return_index=True)
    rows = sorted(int(row) for row in candidates)
    return max(rows, key=lambda row: [_spread(ranks[row] // size) for size in reversed(sizes)])


def _spread(units: Ranks) -> tuple[int, int]:
    """Most ranks in one unit less the fewest, and how many units there are."""
    held = np.unique(units, return_counts=True)[1]
    return int(held.max() - held.min()), len(held)
