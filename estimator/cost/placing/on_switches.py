"""Rotations over switches in closed form: a rank sends one message, so only the borders must be counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from estimator.cost.placing.group import Group, Ranks
from estimator.cost.plan import Stage

Row = Sequence[int]
_COLUMNS = 5
"""Of each level: used, messages over its border, over its cuts, those that do not go further out, on rail."""


def plain(group: Group) -> bool:
    """Whether the closed form holds: switches without shared NICs, borders passed by one level or by all outer ones."""
    for level, spec in enumerate(group.levels):
        if spec.nics or spec.has_planes or spec.is_ring or (spec.wired and level):
            return False
        if spec.unit and _users(group, level) not in ([level], list(range(level, len(group.levels)))):
            return False
    return True


def rows_on_switches(group: Group, distances: Sequence[int]) -> tuple[list[tuple[Stage, ...]], list[int]]:
    """The stages of every class of rotations, messages of size 1, and the class of each distance.

    Sixteen ranks in two units, distance 1: one message leaves each unit; distance 3: three.
    """
    by = np.array(distances, dtype=np.int64)
    columns: list[Ranks] = []
    for level, spec in enumerate(group.levels):
        own = len(_users(group, level)) == 1
        columns.append((np.minimum(by, group.p - by) < _widest(group, level)).astype(np.int64))
        columns.append(_leaving(group, level, by, own) if spec.unit else np.zeros_like(by))
        columns.append(_leaving(group, level, by, False) if spec.cuts else np.zeros_like(by))
        columns.append(_leaving(group, level, by, True) if spec.metered else np.zeros_like(by))
        columns.append(_aligned(group, level, by))
    first, kinds = _classes(columns)
    rows = zip(*(column[first].tolist() for column in columns), strict=True)
    return [_stages(group, row) for row in rows], kinds.tolist()


def _classes(columns: Sequence[Ranks]) -> tuple[Ranks, Ranks]:
    """Where each class of equal rows first stands, and the class of each row; rows hold no number below 0.

    Column by column, each sorted as plain numbers: sorting whole rows takes ten times as long.
    """
    kinds = np.zeros_like(columns[0])
    first = np.zeros(min(len(kinds), 1), dtype=np.int64)
    for column in columns:
        if len(column) and column.min() != column.max():
            _, first, kinds = np.unique(kinds * (column.max() + 1) + column, return_index=True, return_inverse=True)
    return first, kinds


def _users(group: Group, level: int) -> list[int]:
    """The levels whose messages pass the resources of a level."""
    return [outer for outer in range(len(group.levels)) if level in group.chains[outer]]


def _stages(group: Group, row: Row) -> tuple[Stage, ...]:
    stages = []
    for level, spec in enumerate(group.levels):
        used, _, _, posted, on_rail = row[_COLUMNS * level : _COLUMNS * (level + 1)]
        touched = [inner for inner in range(level + 1) if inner in group.chains[level] or group.levels[inner].cuts]
        for inner in touched if used else ():
            stage = _stage(group, row, inner, passes=inner in group.chains[level])
            start = "" if inner == level else spec.name
            link = 1.0 if inner == level and spec.has_links else 0.0
            own = float(posted * group.crossing(level))
            stages.append(stage._replace(on_rail=bool(on_rail), start=start, link=link, posted=own))
    return tuple(stages)


def _stage(group: Group, row: Row, level: int, passes: bool) -> Stage:
    """What one round puts on the ports, the border and the cuts of a level."""
    spec, groups = group.levels[level], group.crossing(level)
    _, border, crossed, _, _ = row[_COLUMNS * level : _COLUMNS * (level + 1)]
    return Stage(
        spec.name,
        1.0,
        volume=1.0 if spec.port and passes else 0.0,
        egress=float(border * groups) if spec.unit and passes else 0.0,
        messages=1.0,
        cuts=tuple((cut.name, float(crossed * groups)) for cut in spec.cuts),
    )


def _aligned(group: Group, level: int, by: Ranks) -> Ranks:
    """1 where no message of a level changes an index inside the units joined, else 0."""
    width = group.widths[level]
    same: Ranks = (by % width == 0 if group.even else np.full(len(by), width == 1)).astype(np.int64)
    return same


def _widest(group: Group, level: int) -> int:
    """Ranks between which a message can stay on a level: those of the largest unit that joins several."""
    return max((around for _, held, around in _units(group, level) if held < around), default=0)


def _leaving(group: Group, level: int, by: Ranks, own: bool) -> Ranks:
    """The most messages that leave, or reach, a unit joined by a level: on whatever level, or on its ``own`` only."""
    most = np.zeros_like(by)
    p = group.p
    for start, held, around in _units(group, level):
        if own and around < p:
            outward = _kept(start, held, around, by) + _kept(start, held, around, by - p)
            inward = _kept(start, held, around, -by) + _kept(start, held, around, p - by)
            most = np.maximum(most, np.maximum(outward, inward))
        else:
            most = np.maximum(most, held - np.maximum(held - by, 0) - np.maximum(held - (p - by), 0))
    return most


def _kept(start: int, held: int, around: int, by: Ranks) -> Ranks:
    """Of the ranks of a unit those that a shift brings out of it but not out of the unit around it."""
    stop = start + held
    wide = np.minimum(stop, around - by) - np.maximum(start, -by)
    own = np.minimum(stop, stop - by) - np.maximum(start, start - by)
    kept: Ranks = np.maximum(wide, 0) - np.maximum(own, 0)
    return kept


def _units(group: Group, level: int) -> set[tuple[int, int, int]]:
    """The different units joined by a level: first rank in the unit around it, ranks, ranks of that one."""
    width = group.widths[level]
    if group.even:
        around = group.widths[level + 1]
        return {(start, width, around) for start in (range(0, around, width) if around < group.p else (0,))}
    inner, first, held = np.unique(group.ids(level), return_index=True, return_counts=True)
    outer, begin, around_ = np.unique(group.ids(level + 1), return_index=True, return_counts=True)
    at = np.searchsorted(outer, inner // group.shape[level])
    return set(zip((first - begin[at]).tolist(), held.tolist(), around_[at].tolist(), strict=True))
