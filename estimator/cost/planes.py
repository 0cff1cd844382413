"""What a stage sends through a node's boundary, as a whole or through the busiest of its network planes."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from estimator.cost.plan import Stage


class Planes(NamedTuple):
    """``groups`` that cross at once, on ``planes`` that the ranks of a node are dealt to by their index."""

    groups: float
    planes: int


Crossers = float | Planes
"""Groups that cross a boundary at once; with the planes behind it where each has a bandwidth of its own."""


def through(stage: Stage, crossers: Crossers) -> float:
    """Bytes over the boundary, or over its busiest plane, in units of n.

    Senders sit on planes of their own as long as there are planes. Four groups whose one sender each passes on 2 n,
    eight planes: 2 n on each of four; on two planes: 4 n on each; one flat ring alone: all of it on one plane.
    """
    if not isinstance(crossers, Planes):
        return stage.egress * crossers
    senders = max(1.0, stage.senders * crossers.groups)
    return stage.egress * crossers.groups * ceil(senders / crossers.planes) / senders
