"""Groups on plain machines, and options without which some algorithms cannot run."""

from __future__ import annotations

from math import isqrt

from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.options import Options
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import Plan

NODES = (Level("node"), Level("fabric", unit=True))
LEVELS = (Level("die"), Level("node", unit=True), Level("fabric", unit=True))


def on_nodes(ranks: int, per_node: int = 0) -> Group:
    """Switches inside nodes and between them: ``on_nodes(16, 8)`` is two nodes of eight, ``on_nodes(8)`` one node."""
    held = per_node or ranks
    return Group.on(NODES, (held, ranks // held))


def every_shape(most: int) -> list[Group]:
    """Every p up to ``most`` in every even split over nodes."""
    return [on_nodes(p, g) for p in range(1, most + 1) for g in range(1, p + 1) if p % g == 0]


def three_levels(most: int) -> list[Group]:
    """Every p up to ``most`` in every even split over three levels of several units each."""
    sizes = range(2, most // 4 + 1)
    return [Group.on(LEVELS, (a, b, c)) for a in sizes for b in sizes for c in sizes if a * b * c <= most]


def options_of(entry: CatalogueEntry, group: Group) -> Options:
    """What an algorithm cannot run without: five segments; the squarest torus where levels are no rings."""
    p = group.p
    rows = max(a for a in range(1, isqrt(p) + 1) if p % a == 0)
    rings = all(s.is_ring for s, size in zip(group.levels, group.shape, strict=True) if size > 1)
    return Options(
        segments=5 if "segments" in entry.needs else None,
        dims=(rows, p // rows) if "dims" in entry.takes and not rings else None,
    )


def plan_on(entry: CatalogueEntry, group: Group) -> Plan:
    """The plan in sequence, with what it cannot run without."""
    return entry.on(group, options_of(entry, group))


def runs_on(entry: CatalogueEntry, group: Group) -> bool:
    """Whether it can run, with what it cannot run without."""
    return entry.refusal(group, options_of(entry, group)) is None
