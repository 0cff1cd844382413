"""A sweep: one operation over ranges of its size and of parameters, cut into blocks that fit a processor's cache."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array
from estimator.errors import Path
from estimator.estimate.assume.uncertain import with_value
from estimator.estimate.case import Case
from estimator.estimate.curve import at_size
from estimator.spec.values.quantity import Pair
from estimator.spec.values.sizes import SizeSweep

SIZE = "size"
CELLS = 1 << 16
"""Cells of a block: its arrays stay in the processor's cache."""
ROWS = 256
"""Rows of a block: each is looked up in the spec, which takes memory of its own."""


@dataclass(frozen=True, slots=True)
class SweptAxis:
    """Values from ``low`` to ``high`` in SI units: by equal factors where both are above 0, else in equal steps.

    ``name``: ``size`` (canonical n of all calls [byte]) or the place in the spec; ``path``: that place, () for the
    size. ``unit``: what a value of 1 means in the unit of that place (1, or a link's rate for an efficiency).
    """

    name: str
    low: float
    high: float
    points: int
    path: Path = ()
    unit: float = 1.0

    @property
    def geometric(self) -> bool:
        """Whether the values rise by equal factors."""
        return self.low > 0.0 and self.high > 0.0

    def between(self, start: int, stop: int) -> Array:
        """The values number ``start`` up to ``stop``, as an array; the ends are exact, swept sizes whole bytes."""
        share = np.arange(start, stop, dtype=np.float64)
        share /= max(self.points - 1, 1)
        if self.geometric:
            found = self.low * np.exp(share * np.log(self.high / self.low))
        else:
            found = self.low + share * (self.high - self.low)
        found[share == 1.0] = self.high
        return np.rint(found) if self.name == SIZE and self.points > 1 else np.asarray(found)

    def at(self, i: int) -> float:
        """Value number ``i``, from 0."""
        return float(self.between(i, i + 1)[0])


@lru_cache(maxsize=16)
def _points(axis: SweptAxis) -> list[float]:
    """All values of an axis, kept while its rows are looked up."""
    found: list[float] = axis.between(0, axis.points).tolist()
    return found


class SweepBlock(NamedTuple):
    """Cells that are evaluated together: rows (settings of the parameters) by sizes, each ``start`` up to ``stop``."""

    first_row: int
    rows: int
    first_size: int
    sizes: int


@dataclass(frozen=True)
class SettingsSweep:
    """A grid over one operation: a row for each setting of the parameters, a column for each size.

    ``parameters``: the axes of the rows, the last one varies fastest; ``size``: the axis of the columns, one point at
    the operation's own n where the size is not swept. A parameter has the same value at both ends, as if it were
    written as a single one.
    """

    case: Case
    parameters: tuple[SweptAxis, ...]
    size: SweptAxis

    @property
    def rows(self) -> int:
        """Settings of the parameters."""
        return prod(axis.points for axis in self.parameters)

    @property
    def cells(self) -> int:
        """Rows times sizes."""
        return self.rows * self.size.points

    @property
    def shape(self) -> tuple[int, ...]:
        """Points of each axis, the size last."""
        return (*(axis.points for axis in self.parameters), self.size.points)

    def values(self, row: int) -> tuple[float, ...]:
        """The parameters of a row."""
        found = []
        for axis in reversed(self.parameters):
            row, i = divmod(row, axis.points)
            found.append(_points(axis)[i])
        return tuple(reversed(found))

    def row(self, row: int, n: float) -> Case:
        """The operation under the parameters of a row, at a size n [byte] that they are looked up for."""
        case = at_size(self.case, n)
        for axis, value in zip(self.parameters, self.values(row), strict=True):
            case = with_value(case, axis.path, Pair(value * axis.unit, value * axis.unit))
        return case

    def blocks(self, cells: int = CELLS) -> Iterator[SweepBlock]:
        """Blocks of at most ``cells`` in the order of the grid.

        Parameters that change with the size never change inside one.
        """
        pieces = self._pieces()
        if len(pieces) == 1 and self.size.points <= cells:
            step = min(max(1, cells // self.size.points), ROWS)
            for row in range(0, self.rows, step):
                yield SweepBlock(row, min(step, self.rows - row), 0, self.size.points)
            return
        for row in range(self.rows):
            for start, stop in pieces:
                for at in range(start, stop, cells):
                    yield SweepBlock(row, 1, at, min(cells, stop - at))

    def _pieces(self) -> list[tuple[int, int]]:
        """Runs of sizes between which parameters may change, as numbers of sizes."""
        known, paths = self.case.known, self.case.subject.paths.values()
        marks = {0, self.size.points}
        for sizes in known.sizes_of(paths):
            marks |= set(self._edges(sizes))
        for valid in known.valid_of(paths):
            if valid.sizes is not None:  # beyond it every size has parameters of its own
                start, stop = self._edges(valid.sizes)
                marks |= {*range(start + 1), *range(stop, self.size.points)}
        return list(pairwise(sorted(marks)))

    def _edges(self, sizes: SizeSweep) -> tuple[int, int]:
        """The first number of a size inside a range, and the one behind the last."""
        numbers, calls = range(self.size.points), float(self.case.operation.calls)
        start = bisect_left(numbers, sizes.low * calls, key=self.size.at)
        return start, bisect_right(numbers, sizes.high * calls, key=self.size.at)
