"""What the groups of a spec press through each cut of its platform."""

from __future__ import annotations

from typing import NamedTuple

from estimator.cost.cuts import placed_load
from estimator.cost.planes import Crossers, Planes
from estimator.layout.groups import kind_named, ranks_of
from estimator.spec.document import Spec


class Pressed(NamedTuple):
    """One cut under one kind of group: bytes through the busiest unit, or one of its planes, in units of n.

    ``load`` must move without help from the network, unless the algorithm is one that uses it; ``least`` with the
    help that the cut offers. ``crossers``: groups that cross at once, of a cut around one node; None of any other.
    """

    load: float
    least: float
    crossers: Crossers = Planes(crossing, boundary.planes) if boundary.planes > 1 else crossing
    return Pressed(load / boundary.planes, least / boundary.planes, crossers if boundary.single else None)


def _everyone(spec: Spec, collective: str, group: str, nodes: int) -> float:
    """D of all groups of an uneven kind of the layout, each where it lies, in units of n; 0 for any other group."""
    placed = spec.groups[group]
    if not placed.uneven or placed.from_layout is None or spec.layout is None:
        return 0.0
    ranks = ranks_of(spec.layout.ranks, kind_named(placed.from_layout))
    return placed_load(collective, ranks // (spec.platform.ranks_per_node * nodes))
