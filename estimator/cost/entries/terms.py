"""Formulas of the recursion by levels, written for the levels that a group uses: s1, s2, ... units on each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from estimator.cost.entries.algorithm import FormulaTerm, Terms
from estimator.cost.levels.by_levels import Moves, default_methods
from estimator.cost.options import Method, Options
from estimator.cost.placing.around import closes
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Wiring

_PRODUCT = "*"


class LevelRole(NamedTuple):
    """How one level in use takes part."""

    method: Method
    wiring: Wiring = "switch"
    units: int = 0
    closed: bool = True
    """A ring that the group goes all the way round."""

    @property
    def ring(self) -> bool:
        """Whether its units form a ring."""
        return self.wiring == "ring"

    @property
    def links(self) -> bool:
        """Whether links and not ports are its busiest resource."""
        return self.wiring in ("mesh", "ring")

    @property
    def halved(self) -> bool:
        """Whether half goes each way round: by method, and between the two units of a ring of two."""
        both = self.method == "both" and self.units != 2
        return (both and (self.closed or not self.ring)) or (self.ring and self.closed and self.units == 2)


TWO = (LevelRole("ring"), LevelRole("ring"))
"""Two levels of switches, as the catalogue prints them."""


def sides_of(group: Group, options: Options, both_ways: bool = False) -> tuple[LevelRole, ...]:
    """The levels that a group uses, innermost first."""
    methods = options.methods or default_methods(group, both_ways)
    found = []
    for level, (spec, size) in enumerate(zip(group.levels, group.shape, strict=True)):
        if size > 1:
            found.append(LevelRole(methods[level], spec.wiring, size, closes(group, level)))
    return tuple(found)


def by_levels_terms(collective: Moves, sides: Sequence[LevelRole] = TWO, outer_first: bool = False) -> Terms:
    """One term a level, in the order of the algorithm.

    AllReduce by rings on two levels: 2(s1-1) rounds of 2(s1-1)/s1 n, then 2(s2-1) of 2(s2-1)/(s1 s2) n.
    """
    numbers = list(range(1, len(sides) + 1))
    down = numbers[::-1] if outer_first else numbers
    sharing = down[::-1] if collective == "all_gather" else down
    before = {number: sharing[: sharing.index(number)] for number in numbers}
    return tuple(_term(collective, number, sides[number - 1], sorted(before[number])) for number in down)


def _term(collective: Moves, number: int, side: LevelRole, before: Sequence[int]) -> FormulaTerm:
    """``before``: the levels whose units have a share of n each when this one starts."""
    size, exchanges = f"s{number}", collective == "all_to_all"
    twice = "2*" if collective == "all_reduce" else ""
    direct = side.method == "direct" or (exchanges and side.ring)
    shares = [size] if exchanges else [*(f"s{level}" for level in before), size]
    whole = _over(f"({size}-1)", shares)
    volume = _on_link(size, side, direct, shares) if side.links else whole
    rounds = "1" if direct else f"{size}-1"
    reduced = whole if collective in ("all_reduce", "reduce_scatter") else "0"
    if twice:
        rounds = "2" if direct else f"2*({size}-1)"
    return FormulaTerm(str(number), rounds, twice + volume, reduced, "link" if side.links else "port")


def _on_link(size: str, side: LevelRole, direct: bool, shares: Sequence[str]) -> str:
    """Bytes on the busiest link of a mesh or ring in one pass."""
    if not direct:
        return _over(f"({size}-1)", ["2", *shares] if side.halved else shares)
    if not side.ring:
        return _over("1", shares)
    if not side.closed:
        return _over(f"({size}//2)*({size}-{size}//2)", shares)
    return _over(f"({size}**2-1)" if side.units % 2 else f"{size}**2", ["8", *shares])


def _over(top: str, factors: Sequence[str]) -> str:
    below = _PRODUCT.join(factors)
    return f"{top}/{below}" if len(factors) == 1 else f"{top}/({below})"
