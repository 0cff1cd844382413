"""What the model says of the cells of a block, as arrays over their sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from estimator.estimate.result import CellEstimate, Interval, bandwidths

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Modelled:
    """The model's numbers of a block's cells, arrays over its sizes: times [s] at both ends, bound, start-up floor."""

    optimistic: Floats
    conservative: Floats
    bound: Floats
    floor: Floats
    busbw_factor: float
    """busbw = n * factor / time."""

    def part(self, cells: slice) -> Modelled:
        """The numbers of some of the cells."""
        low, high = self.optimistic[cells], self.conservative[cells]
        return Modelled(low, high, self.bound[cells], self.floor[cells], self.busbw_factor)

    def cells(self, sizes: Sequence[float]) -> list[CellEstimate]:
        """The interval of each cell."""
        columns = (self.optimistic, self.conservative, self.bound, self.floor)
        rows = zip(sizes, *(column.tolist() for column in columns), strict=True)
        return [self._cell(n, low, high, bound, floor) for n, low, high, bound, floor in rows]

    def _cell(self, n: float, low: float, high: float, bound: float, floor: float) -> CellEstimate:
        time = Interval(low, high)
        return CellEstimate(n, time, *bandwidths(n, time, self.busbw_factor), bound, floor)
