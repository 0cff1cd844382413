"""The ways a library may take for a published collective, each as a small spec: algorithm, and the links it uses."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import NamedTuple

from estimator.estimate.result import Interval
from tests.published.constants import Constants, Range
from tests.published.machine import FREE, path, stated
from tests.published.tables import Row

WIRE = "in_network"
"""A reduction in the switch; the share that it reaches is stated on the path."""
MESSAGE = "message inside"
"""Class of start-up of what no library starts: kernels written for the machine, chips that send by themselves."""
WHOLE = Range(1.0, 1.0)
BANDS = ((3.0, "small"), (30.0, "middle"), (float("inf"), "large"))
"""Classes of the knee, by transfer over start-up: below 3, below 30, beyond."""


class Leg(NamedTuple):
    """One path: the class of its share, nominal rate [B/s], inside a node or across, links that share the rate."""

    group: str
    rate: float
    inside: bool = True
    ports: int = 1


class Way(NamedTuple):
    """One algorithm over one path or two. ``start``, ``knee``: classes of its constants."""

    collective: str
    algorithm: str
    ranks: int
    nodes: int
    legs: tuple[Leg, ...]
    start: str
    knee: str = "one node"

    def timed(self, n: float, known: Constants) -> Interval:
        """The interval of ``n`` [byte] with the constants of its classes; the start-up is spread over the rounds."""
        start, rounds = start_of(self, known), rounds_of(self)
        shares = tuple(known.share(leg.group) for leg in self.legs)
        moving = run(self, n, shares, FREE, FREE)
        knee = known.knee(
            f"{self.knee}, {band(sqrt(moving.optimistic * moving.conservative), sqrt(start.low * start.high))}"
        )
        return run(self, n, shares, Range(start.low / rounds, start.high / rounds), knee)


@cache
def run(way: Way, n: float, shares: tuple[Range, ...], alpha: Range, knee: Range) -> Interval:
    """The interval of a way with shares, start-up of a message [s] and knee given."""
    paths = {
        f"{'in' if leg.inside else 'out'}": path(leg.rate, share, alpha, leg.inside, leg.ports)
        for leg, share in zip(way.legs, shares, strict=True)
    }
    algorithm = {"name": WIRE, "efficiency": "1"} if way.algorithm == WIRE else way.algorithm
    return stated(paths, way.collective, algorithm, way.ranks, way.nodes, n, FREE, knee)


@cache
def ideal(way: Way, n: float) -> float:
    """Seconds of the transfer alone, every link at its nominal rate, stages one after the other."""
    return run(way, n, (WHOLE,) * len(way.legs), FREE, FREE).conservative


@cache
def rounds_of(way: Way) -> float:
    """Start-ups one after the other [1]."""
    return round(run(way, 1.0, (WHOLE,) * len(way.legs), Range(1.0, 1.0), FREE).conservative)


def band(moving: float, starting: float) -> str:
    """The class of the knee at a transfer and a start-up [s]."""
    return next(name for limit, name in BANDS if moving < limit * starting)


def start_of(way: Way, known: Constants) -> Range:
    """The start-up of the whole call [s]."""
    if way.start == MESSAGE:
        one, rounds = known.start(way.start), rounds_of(way)
        return Range(one.low * rounds, one.high * rounds)
    return known.start(way.start, steps_of(way))


def steps_of(way: Way) -> int:
    """Steps that a start-up grows with; 0 where it does not: one process for all devices, several nodes, exchanges."""
    return (way.ranks - 1) * (2 if way.collective == "all_reduce" else 1) if way.start == "process each" else 0


def ways_inside(row: Row, start: str) -> list[Way]:
    """The ways inside one node that a log leaves open."""

    def way(algorithm: str, leg: Leg) -> Way:
        return Way(row.collective, algorithm, row.ranks, 1, (leg,), start, knee)

    kinds = {"pcie": row.machine.inside == "pcie", "exchange": row.collective == "all_to_all", "few": row.ranks <= 4}
    knee = next((kind for kind, holds in kinds.items() if holds), "one node")
    machine, rotation = row.machine, "pairwise" if row.collective == "all_to_all" else "ring"
    if row.collective == "broadcast":
        rate = machine.rate if machine.inside == "switch" else machine.rate / (machine.ranks - 1)
        return [Way("p2p", "direct", 2, 1, (Leg(plain_group(row), rate),), start)]
    if machine.inside == "mesh":
        return [way("direct", Leg(plain_group(row), machine.rate, True, machine.ranks - 1))]
    found = [way(rotation, Leg(plain_group(row), machine.rate))]
    if row.collective != "all_reduce" or not machine.in_switch or row.way == "ring":
        return found
    switched = way(WIRE, Leg("in switch", machine.rate * row.ranks / (row.ranks + 1)))
    return [switched] if row.way == "in switch" else [*found, switched]


def plain_group(row: Row) -> str:
    """The class of a share inside a node, without a reduction in the switch."""
    machine = row.machine
    if machine.inside == "switch":
        return "few on a switch" if row.ranks <= 4 else "switch"
    if machine.inside == "mesh" and row.ranks not in (2, machine.ranks):
        return "part of a mesh"
    return {"mesh": "no switch", "line": "no switch", "pcie": "collective over pcie"}[machine.inside]


HIERARCHICAL = {
    "all_reduce": "hierarchical_rs_ar_ag",
    "all_gather": "hierarchical_inter_first",
    "reduce_scatter": "hierarchical_intra_first",
}


def ways_across(row: Row) -> tuple[list[Way], list[Way]]:
    """(ways at best, ways at worst) of a library over several nodes.

    At best the stages of a hierarchy overlap, inside a switch that reduces where there is one. At worst rings go round
    over all NICs. Nobody runs the stages of a hierarchy one after the other.
    """
    per_node = row.ranks // row.nodes
    across = Leg("nic", row.nic, False)

    def way(algorithm: str, *legs: Leg) -> Way:
        return Way(row.collective, algorithm, row.ranks, row.nodes, legs, f"across, {row.fabric}", "across")

    if per_node == 1:
        ring = [way("ring", across)]
        return ring, ring
    links = row.machine.ranks - 1 if row.machine.inside == "mesh" else 1
    inside = Leg(plain_group(row._replace(ranks=per_node)), row.machine.rate, True, links)
    rings = [way("multi_ring", inside, across)]
    if row.way == "ring":
        return rings, rings
    best = [way(HIERARCHICAL[row.collective], inside, across), *rings]
    if row.collective == "all_reduce" and row.machine.in_switch:
        # Up and down the switch n (1 + 1/g) pass where two stages of a ring pass 2 (g-1)/g n.
        faster = row.machine.rate * 2 * (per_node - 1) / (per_node + 1)
        best.append(way(HIERARCHICAL[row.collective], Leg("in switch", faster), across))
    return best, rings
