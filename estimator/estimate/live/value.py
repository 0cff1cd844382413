"""A parameter as what it is made of: numbers of the spec that a reviewer may change, times constants.

Every parameter of a plan is the largest of a few products: a port takes the longer of 1 / bandwidth and 1 / line rate,
and of several conditions the worst holds. What a page computes with changed numbers is therefore what Python would.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.spec.source import Basis

Ends = tuple[float, float]


class Factor(NamedTuple):
    """One number of the spec to a power: the place's number, which of its ends (0, 1), the exponent."""

    place: int
    side: int
    power: float


class Product(NamedTuple):
    """``number`` times the factors, in the unit of the parameter."""

    number: float
    factors: tuple[Factor, ...] = ()


Value = tuple[Product, ...]
"""The largest of its products; 0 where there is none."""
NOTHING: Value = ()


class Stated(NamedTuple):
    """A number of the spec that may be changed. ``ends`` in SI; ``path`` as ``--set`` takes it.

    ``quantity`` and ``where`` are those of ``Origin``: both together name the assumption that it belongs to.
    """

    path: str
    quantity: str
    where: str
    condition: str
    ends: Ends
    source: str
    basis: Basis

    @property
    def assumption(self) -> str:
        """``where.quantity``, the same under every condition."""
        return f"{self.where}.{self.quantity}"


@dataclass(frozen=True, slots=True)
class Places:
    """The numbers of a spec that some time rests on, in the order in which they were met."""

    listed: list[Stated] = field(default_factory=list)
    _index: dict[str, int] = field(default_factory=dict)

    def add(self, stated: Stated) -> int:
        """The number of a place; a path is known once."""
        if stated.path not in self._index:
            self._index[stated.path] = len(self.listed)
            self.listed.append(stated)
        return self._index[stated.path]


def constant(number: float) -> Value:
    """A parameter that nothing moves."""
    return (Product(number),) if number else NOTHING


def scaled(value: Value, number: float) -> Value:
    """A parameter times a number."""
    return tuple(Product(one.number * number, one.factors) for one in value)


def largest(values: Iterable[Value]) -> Value:
    """The largest of several, each product once."""
    return tuple(dict.fromkeys(one for value in values for one in value))
