"""What the groups of a spec press through each cut of its platform."""

from __future__ import annotations

from typing import NamedTuple

from estimator.cost.algorithm import Algorithm
from estimator.cost.cuts import cut_load, placed_load
from estimator.cost.options import Options
from estimator.cost.planes import Crossers, Planes
from estimator.cost.send_matrix import sent_through
from estimator.layout.groups import ranks_of
from estimator.spec.document import Spec
from estimator.spec.layouts import kind_in_layout
from estimator.spec.machine.cut import Cut


class Pressed(NamedTuple):
    """One cut under one kind of group: bytes through the busiest unit, or one of its planes, in units of n.

    ``load`` must move without help from the network, unless the algorithm is one that uses it; ``least`` with the
    help that the cut offers. ``crossers``: groups that cross at once, of a cut around one node; None of any other.
    """

    load: float
    least: float
    crossers: Crossers | None


def pressed_cuts(
    spec: Spec, entry: Algorithm, options: Options, group: str, at_once: int | None = None
) -> dict[str, Pressed]:
    """The cuts that a group must send through; ``at_once``: groups on a node, None: as the group says.

    EP64 on eight nodes of eight ranks, All-to-All, one cut around each node: 7 n.
    """
    found: dict[str, Pressed] = {}
    for name, cut in spec.platform.cuts.items():
        if cut.boundary.nodes >= spec.platform.nodes:
            continue  # the unit holds the whole platform: nothing is outside it
        pressed = _pressed(spec, entry, options, group, at_once, cut)
        if pressed.load > 0.0:
            found[name] = pressed
    return found


def _pressed(spec: Spec, entry: Algorithm, options: Options, group: str, at_once: int | None, cut: Cut) -> Pressed:
    placed, boundary = spec.groups[group], cut.boundary
    shape, stride = placed.shape, placed.stride_nodes
    running = placed.at_once_per_node if at_once is None else at_once
    matrix = options.send_matrix if "send_matrix" in entry.takes else None

    def moved(groups: int, in_network: bool) -> float:
        if matrix is not None:
            return sent_through(matrix, shape, boundary.nodes, groups, stride)
        nodes = spec.platform.nodes
        return cut_load(entry.collective, shape, boundary.nodes, groups, stride, in_network, nodes)

    everyone = _everyone(spec, entry.collective, group, boundary.nodes) if at_once is None else 0.0
    groups = 1 if everyone else running
    own = moved(groups, entry.in_network)
    load = max(everyone, own)
    least = load if entry.in_network or not cut.in_network else max(everyone, moved(groups, True))
    # A plan's egress is that of one group; the groups that lie elsewhere count by what they press through.
    crossing = load / own if everyone and own else float(running)
    crossers: Crossers = Planes(crossing, boundary.planes) if boundary.planes > 1 else crossing
    return Pressed(load / boundary.planes, least / boundary.planes, crossers if boundary.single else None)


def _everyone(spec: Spec, collective: str, group: str, nodes: int) -> float:
    """D of all groups of an uneven kind of the layout, each where it lies, in units of n; 0 for any other group."""
    placed = spec.groups[group]
    laid = kind_in_layout(spec, placed)
    if not placed.uneven or laid is None:
        return 0.0
    ranks = ranks_of(*laid)
    if ranks.shape[1] != placed.size:
        return 0.0  # the author wrote another size
    return placed_load(collective, ranks // (spec.platform.ranks_per_node * nodes))
