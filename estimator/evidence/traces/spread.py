"""How measured values are distributed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Spread:
    """Quantiles of ``count`` values, linear between neighbours, their mean and their sum."""

    count: int
    minimum: float
    p10: float
    p50: float
    p90: float
    maximum: float
    mean: float
    total: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread | None:
        """Of some values; None of none."""
        if not values:
            return None
        least, p10, p50, p90, most = (float(quantile) for quantile in np.quantile(np.array(values), SHARES))
        total = fsum(values)
        return cls(len(values), least, p10, p50, p90, most, total / len(values), total)
