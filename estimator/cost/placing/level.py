"""One level of a machine: how its units are joined, and which resources a message between them passes.

Interface for what reads specs and options::

    Level("box", "mesh", units=8)                                   # joins single ranks
    Level("cluster", units=512, unit=True, through="box")           # joins boxes; the border of a box has a rate

Only what decides *where* a message goes is here; rates stand in ``cost.rates``, and a group in ``placing.group``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from estimator.phrase import phrase

Wiring = Literal["switch", "rails", "mesh", "ring"]


class Border(NamedTuple):
    """A declared cut round every unit that a level joins: its name, and the planes its bandwidth is dealt to."""

    name: str
    planes: int = 1


@dataclass(frozen=True, slots=True)
class Level:
    """How the units of the level below are joined; the innermost level joins single ranks."""

    name: str
    wiring: Wiring = "switch"
    """``switch``: any peers. ``rails``: a switch for each index in the joined units. ``mesh``: a link to the same index
    in every other unit. ``ring``: links to the same index in both neighbours."""
    units: int = 0
    """Units of the machine that one unit of this level joins; 0: as many as the group holds."""
    of: int = 0
    """Units physically there, where a slice of a ring or mesh joins fewer; 0: ``units``."""
    wrap: bool | int = True
    """A ring closes where the group goes all the way round; False: never; 4: where it has a multiple of four units."""
    through: str | None = None
    """The inner level whose port, unit border and NIC every message of this level passes too."""
    hop: bool = False
    """A ring's links beyond the first have a start-up of their own."""
    port: bool = True
    """A rank's own rate is stated; False: only unit, NIC or the level it passes through bound a rank."""
    linked: bool = False
    """A rate to one peer is stated; meshes and rings have one in any case."""
    unit: bool = False
    """A rate of the whole joined unit is stated."""
    nics: tuple[tuple[int, ...], ...] = ()
    """Ranks, by index in the unit joined, that share a NIC."""
    metered: bool = False
    """A message rate of the whole joined unit is stated."""
    cuts: tuple[Border, ...] = ()
    """Cuts declared round the units joined: whatever leaves such a unit, on any level, crosses them."""

    def __hash__(self) -> int:
        return hash((self.name, self.wiring, self.units))  # what levels of one machine differ in

    @property
    def wired(self) -> bool:
        """Whether a message to another index goes first inside its unit to that index."""
        return self.wiring != "switch"

    @property
    def has_links(self) -> bool:
        """Whether what one rank sends to one peer has a limit of its own."""
        return self.linked or self.wiring in ("mesh", "ring")

    @property
    def is_ring(self) -> bool:
        """Whether it has links and no port."""
        return self.wiring == "ring"

    @property
    def has_planes(self) -> bool:
        """Whether a cut has several planes, so that it counts which rank sends."""
        return any(border.planes > 1 for border in self.cuts)


def passed(levels: Sequence[Level], level: int) -> tuple[int, ...]:
    """A level and those that its messages pass through: (2, 1) where level 2 goes through level 1.

    Raises ValueError where ``through`` names no inner level.
    """
    found = [level]
    while (name := levels[found[-1]].through) is not None:
        inner = [index for index in range(found[-1]) if levels[index].name == name]
        if not inner:
            raise ValueError(
                phrase(
                    "{outer} passes through {name}, which is no inner level", outer=levels[found[-1]].name, name=name
                )
            )
        found.append(inner[-1])
    return tuple(found)
