"""Where each regime holds: a coarse picture of a sweep over its last parameter and the size."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from estimator.estimate.assume.uncertain import with_value
from estimator.estimate.sweeps.block import EndCells, evaluate
from estimator.estimate.sweeps.sweep import SettingsSweep
from estimator.spec.values.quantity import Pair

ROWS, COLUMNS = 12, 60


class MapRow(NamedTuple):
    """One value of the parameter: a letter a size, L(atency), B(andwidth) or C(ut), at both ends."""

    value: float | None
    optimistic: str
    conservative: str


def regime_map(sweep: SettingsSweep) -> tuple[MapRow, ...]:
    """At most 12 values of the last parameter by 60 sizes; earlier parameters stay in the middle of their axes."""
    case = sweep.case
    for axis in sweep.parameters[:-1]:
        middle = axis.at(axis.points // 2) * axis.unit
        case = with_value(case, axis.path, Pair(middle, middle))
    last = tuple(replace(axis, points=min(axis.points, ROWS)) for axis in sweep.parameters[-1:])
    coarse = SettingsSweep(case, last, replace(sweep.size, points=min(sweep.size.points, COLUMNS)))
    optimistic, conservative = [""] * coarse.rows, [""] * coarse.rows
    for block in coarse.blocks():
        cells = evaluate(coarse, block)
        for i in range(block.rows):
            optimistic[block.first_row + i] += _letters(cells.optimistic, i)
            conservative[block.first_row + i] += _letters(cells.conservative, i)
    values = [coarse.values(row)[0] if last else None for row in range(coarse.rows)]
    return tuple(MapRow(*row) for row in zip(values, optimistic, conservative, strict=True))


def _letters(end: EndCells, row: int) -> str:
    return "".join(end.named(int(code))[1][0].upper() for code in end.codes[row])
