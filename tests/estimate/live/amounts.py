"""What a parameter with open numbers is once they are stated."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from estimator.estimate.live.value import Ends, Value


def amount(value: Value, ends: Sequence[Ends]) -> float:
    """What a parameter is when the places have these ends [SI]: the largest of its products."""
    products = [one.number * prod(ends[place][side] ** power for place, side, power in one.factors) for one in value]
    return max(products, default=0.0)
