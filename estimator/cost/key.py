"""The name of one parameter of a compiled plan: what it is, and which level or cut it belongs to."""

from __future__ import annotations

from typing import Literal, NamedTuple

Family = Literal[
    "alpha",
    "hop",
    "beta",
    "link",
    "unit",
    "nic",
    "gap",
    "root",
    "cut",
    "gamma",
    "T0",
    "knee",
    "sync",
    "reorder",
    "skew",
    "sequence",
]

POWER: dict[Family, float] = {
    "alpha": 0.0,
    "hop": 0.0,
    "T0": 0.0,
    "sync": 0.0,
    "gap": 0.0,
    "knee": 0.5,
    "root": 0.5,
    "beta": 1.0,
    "link": 1.0,
    "unit": 1.0,
    "nic": 1.0,
    "gamma": 1.0,
    "cut": 1.0,
    "reorder": 1.0,
}
"""Power of n beside each family: alpha, hop [s], gap [s/message], knee, root [s/B^0.5], the inverse rates [s/B].

What is not here (skew, sequence) is an assumption without a column of its own.
"""


class Key(NamedTuple):
    """``Key("beta", "node")``, the inverse rate of a rank's port inside a node; ``str`` of it is ``beta.node``.

    ``where``: the level or the cut; "" of what the platform or the call has once.
    """

    family: Family
    where: str = ""

    def __str__(self) -> str:
        """The name that programs and readers see: ``alpha.node``, ``unit.machine``, ``cut.node_nics``, ``T0``."""
        return f"{self.family}.{self.where}" if self.where else self.family

    @property
    def is_cut(self) -> bool:
        """Whether it is the inverse bandwidth of a cut."""
        return self.family == "cut"


GAMMA, T0, KNEE = Key("gamma"), Key("T0"), Key("knee")
SYNC, REORDER, SKEW, SEQUENCE = Key("sync"), Key("reorder"), Key("skew"), Key("sequence")
