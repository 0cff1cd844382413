"""What the catalogue says about one algorithm: its plan, its formula, where it is valid, where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from estimator.cost.plan import Plan, Port
from estimator.cost.shape import Level, Shape

TermLevel = Level | Literal["flat"]
Copies = Literal["per_expert", "per_rank", "per_node"]
Valid = Callable[[Shape], str | None]


class Term(NamedTuple):
    """Coefficients of one level as expressions in p, g, m (grammar: ``formula``); volumes in units of n.

    ``Term("flat", "2*(p-1)", "2*(p-1)/p", "(p-1)/p")`` is the ring AllReduce. Level ``flat``: the slowest path.
    """

    level: TermLevel
    rounds: str
    volume: str
    reduced: str = "0"
    egress: str | None = None
    """Bytes leaving a node when there are several; None: counted message by message, no closed form."""
    port: Port = "port"


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm of one collective."""

    collective: str
    name: str
    plan: Callable[[Shape], Plan]
    """Pure function of the group's shape. Raises ValueError where ``valid`` gives a reason."""
    zh: str
    en: str
    terms: tuple[Term, ...]
    """The formula; where ``folded`` is filled, for p = 2^k."""
    source: str
    folded: tuple[Term, ...] = ()
    """The formula for p that is not a power of two, when it differs."""
    valid: Valid = lambda shape: None
    """Why it cannot run on a shape; None: it can."""
    validity_zh: str = "任意 p"
    validity_en: str = "any p"
    chunkable: bool = False
    """The levels can work at once on chunks of the message (the optimistic end overlaps them)."""
    copies: tuple[Copies, ...] = ("per_expert",)
    """Which MoE token copies it can send."""


def power_of_two(value: int) -> bool:
    """True for 1, 2, 4, 8, ..."""
    return value > 0 and value & (value - 1) == 0


def needs_power_of_two(shape: Shape) -> str | None:
    """The reason a 2^k-only algorithm refuses a shape."""
    return None if power_of_two(shape.ranks) else f"it needs p = 2^k, and p is {shape.ranks}"
