"""What the groups of a spec press through each cut of its platform."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from estimator.cost.bounds.load import cut_load, matrix_load
from estimator.cost.cuts import placed_load
from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.options import Options
from estimator.estimate.groups.levels import OnMachine
from estimator.layout.groups import ranks_of
from estimator.spec.derived.layouts import kind_in_layout
from estimator.spec.document import Spec
from estimator.spec.machine.cut import Cut


class Pressed(NamedTuple):
    """One cut under one kind of group: bytes through the busiest unit, or one of its planes, in units of n.

    ``load`` must move without help from the network, unless the algorithm is one that uses it; ``least`` with the
    help that the cut offers.
    """

    load: float
    least: float


def pressed_cuts(
    spec: Spec, entry: CatalogueEntry, options: Options, group: str, placed: OnMachine, at_once: int | None = None
) -> dict[str, Pressed]:
    """The cuts that a group must send through; ``at_once``: groups on a node, None: as the group says.

    EP64 on eight nodes of eight ranks, All-to-All, one cut around each node: 7 n.
    """
    found: dict[str, Pressed] = {}
    for name, cut in spec.platform.cuts.items():
        unit = cut.boundary.unit_ranks(placed.machine.node_ranks)
        if unit >= placed.machine.ranks[-1]:
            continue  # the unit holds the whole platform: nothing is outside it
        pressed = _pressed(spec, entry, options, group, placed, at_once, cut, unit)
        if pressed.load > 0.0:
            found[name] = pressed
    return found


def _pressed(
    spec: Spec,
    entry: CatalogueEntry,
    options: Options,
    group: str,
    placed: OnMachine,
    at_once: int | None,
    cut: Cut,
    unit: int,
) -> Pressed:
    matrix = options.send_matrix if "send_matrix" in entry.takes else None

    def moved(in_network: bool) -> float:
        if matrix is not None:
            return matrix_load(matrix, placed.located, unit)
        return cut_load(entry.collective, own, unit, in_network, placed.machine.ranks[-1])

    everyone = _everyone(spec, entry.collective, group, unit) if at_once is None else 0.0
    own = replace(placed.located, at_once=(), beside=()) if everyone else placed.located
    load = max(everyone, moved(entry.in_network))
    least = load if entry.in_network or not cut.in_network else max(everyone, moved(True))
    return Pressed(load / cut.boundary.planes, least / cut.boundary.planes)


def _everyone(spec: Spec, collective: str, group: str, unit: int) -> float:
    """D of all groups of an uneven kind of the layout, each where it lies, in units of n; 0 for any other group."""
    placed = spec.groups[group]
    laid = kind_in_layout(spec, placed)
    if not placed.uneven or laid is None:
        return 0.0
    ranks = ranks_of(*laid)
    if ranks.shape[1] != placed.size:
        return 0.0  # the author wrote another size
    return placed_load(collective, ranks // unit)
