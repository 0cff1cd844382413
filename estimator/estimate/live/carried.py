"""What a border carries, with the rates of its resources left open: sums and minima of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from estimator.estimate.live.value import Value


@dataclass(frozen=True, slots=True)
class Carried:
    """``number`` times a rate [B/s], 1 / ``inverse``, or the sum or the least of ``parts``.

    It takes part in the arithmetic of ``cost.bounds.capacity`` in the place of a float.
    """

    kind: Literal["rate", "sum", "least"]
    number: float = 1.0
    inverse: Value = ()
    parts: tuple[Carried, ...] = ()

    def __mul__(self, number: float) -> Carried:
        return replace(self, number=self.number * float(number))

    __rmul__ = __mul__

    def __truediv__(self, number: float) -> Carried:
        return replace(self, number=self.number / float(number))

    def __add__(self, other: Carried | float) -> Carried | float:
        if not isinstance(other, Carried):
            return self if other == 0.0 else other  # what has no limit is infinite
        return Carried("sum", parts=(self, other))

    __radd__ = __add__

    def least(self, other: Carried | float) -> Carried | float:
        """The smaller of both."""
        if not isinstance(other, Carried):
            return self if other == inf else other
        return self if self == other else Carried("least", parts=(self, other))


@dataclass(frozen=True, slots=True)
class Inverse:
    """The inverse of a rate that is left open, in the place of a float; 1 over it is the rate."""

    value: Value

    def __rtruediv__(self, number: float) -> Carried:
        return Carried("rate", number, self.value)
