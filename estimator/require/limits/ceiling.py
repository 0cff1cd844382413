"""What the links of the machine allow a collective at most: its bus bandwidth, and the line rate that a share is of."""

from __future__ import annotations

from estimator.cost.collectives import EVEN, EXCHANGES, ROOTED
from estimator.cost.entries.algorithm import Copies
from estimator.cost.shape import Shape
from estimator.estimate.cell import CellModel
from estimator.estimate.groups.levels import OnMachine, on_machine
from estimator.require.place import Place
from estimator.spec.document import Spec
from estimator.spec.machine.path import PathSpec
from estimator.spec.machine.units import Machine


def busbw_ceiling(collective: str, place: Place, spec: Spec, copies: Copies | None = None) -> float | None:
    """The highest bus bandwidth [B/s] that the links allow without in-network reduction; None where no link is given.

    On one level the link. At the border of a unit of r ranks, of which there are m, whose ranks have links of B each
    outwards on all levels from there on: AllReduce, AllGather, ReduceScatter r*B*((p-1)/p)/((m-1)/m); All-to-All
    B*(p-1)/(p-r), over the share of the bytes that ``copies`` of tokens leave to cross; the smallest of all levels.
    Eight NICs of 50 GB/s a node, two nodes: 750 and 93.75 GB/s, and 376.3 GB/s with a token of 8 of 256 experts sent
    once a node.
    """
    group = spec.groups.get(place.group)
    if group is None or place.shape is None or place.ranks < 2:
        return None
    found = on_machine(spec, place.group)
    used, rates = found.group.used, _rates(found, spec)
    if len(used) == 1:
        return rates[used[0]]
    ceilings = []
    share = _crossing(place.shape, spec, copies)
    for at, level in enumerate(used[1:], 1):
        outward = [rates[outer] for outer in used[at:]]
        together = None if None in outward else sum(rate or 0.0 for rate in outward)
        ceilings.append(_at_border(collective, together, found.group.held(level), place.ranks, share))
    return min((one for one in ceilings if one is not None), default=None)


def _at_border(collective: str, rate: float | None, held: int, ranks: int, share: float) -> float | None:
    """What ``held`` ranks with links of ``rate`` outwards let through the border of their unit, as a bus bandwidth."""
    if rate is None:
        return None
    if collective in EXCHANGES:
        return rate * (ranks - 1) / (ranks - held) / share
    if EVEN[collective] in ("all_reduce", "all_gather", "reduce_scatter"):
        return held * rate * ((ranks - 1) / ranks) / (1.0 - held / ranks)
    return None


def _rates(found: OnMachine, spec: Spec) -> list[float | None]:
    """The rate of one rank's link on each level [B/s]; None where none is stated."""
    machine = found.machine
    return [None if path is None else link_rate(spec.platform.paths[path], machine) for path in machine.paths]


def _crossing(shape: Shape, spec: Spec, copies: Copies | None) -> float:
    """Bytes that cross nodes over those with one copy per expert [1]."""
    if copies is None or spec.moe is None:
        return 1.0
    return spec.moe.crossing(copies, shape)


def link_rate(path: PathSpec, machine: Machine) -> float | None:
    """The rate of one rank's link [B/s], of a unit's link its even share; None where the path states none."""
    if path.link is None:
        return None
    per = path.link.per
    if per == "rank":
        return float(path.link.rate)
    held = machine.ranks[machine.names.index(per)] if per in machine.names else machine.node_ranks
    return float(path.link.rate) / held


def line_rate(cell: CellModel, place: Place, spec: Spec, busbw_factor: float, copies: Copies | None) -> float | None:
    """The line rate of a test as a bus bandwidth [B/s]: the smaller of what links and what cuts let through.

    None where no path of the group states a link. Four nodes of eight ranks, links of 450 GB/s inside and 50 GB/s
    between, AllReduce: the smallest of a link of 450 GB/s, eight NICs of 50 GB/s, and 8 * 50 * (31/32) / (3/4) =
    516.7 GB/s through the border of a node; two nodes, All-to-All: 93.75 GB/s. A cut counts at the better end of its
    exclusive bandwidth.
    """
    subject = cell.subject
    found = [busbw_ceiling(subject.collective, place, spec, copies), *_links(subject.collective, place, spec)]
    if not any(found):
        return None
    cuts = [
        busbw_factor * cell.known.cut(name, ("exclusive",), 0)[0] / load for name, load in subject.least.items() if load
    ]
    return min(rate for rate in (*found, *cuts) if rate)


def _links(collective: str, place: Place, spec: Spec) -> list[float]:
    """Links that all bytes of a rank pass [B/s]: the innermost, and those of all ranks of a node together.

    What one rank sends to all others passes one link of every level. An exchange has the links inside a node beside
    those between nodes, and its border says more.
    """
    if collective in EXCHANGES or place.nodes == 1 or place.shape is None:
        return []
    found, held = on_machine(spec, place.group), place.shape.per_node
    every = _rates(found, spec)
    rates = [every[level] for level in found.group.used]
    together = 1 if collective in ROOTED else held
    inside = rates[:1] if held > 1 else []
    return [rate for rate in (*inside, (rates[-1] or 0.0) * together) if rate]
