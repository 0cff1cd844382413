"""The oracle of machines in levels: its vectors as groups, rates and plans, evaluated straight from the definition."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from estimator.cost.levels.by_levels import Order, by_levels
from estimator.cost.levels.overlap import overlapped
from estimator.cost.levels.uneven import uneven_all_reduce
from estimator.cost.placing.group import At, Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import Plan, Stage
from estimator.cost.rates import Rates, Stated, level_with, rates_of
from estimator.cost.schedules import bruck, chain, direct, doubling, exchange, ring, tree
from tests.cost.placing.machines import group_of_ranks

Vector = dict[str, Any]
DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "level_vectors.json").read_text("utf-8"))
VECTORS: list[Vector] = [{**vector, "levels": DATA["machines"][vector["machine"]]} for vector in DATA["vectors"]]


def stated_of(level: dict[str, Any]) -> Stated:
    """What a level of a vector states of its path."""
    return Stated(
        bandwidth=level.get("port_Bps"),
        one_peer=level.get("one_peer_Bps"),
        unit=level.get("unit_Bps"),
        nic=level.get("nic_Bps"),
    )


def levels_of(vector: Vector) -> tuple[Level, ...]:
    """The levels of a vector's machine; units as its machine has them, where it says so."""
    there = vector.get("machine_shape", [0] * len(vector["levels"]))
    return tuple(
        level_with(
            level["name"],
            [stated_of(level)],
            wiring=level["wiring"],
            units=units,
            of=level.get("full", 0),
            wrap=level.get("wrap", True),
            through=None if "through" not in level else vector["levels"][level["through"]]["name"],
            nics=level.get("nics", ()),
            hop="hop_s" in level,
        )
        for level, units in zip(vector["levels"], there, strict=True)
    )


def group_of(vector: Vector) -> Group:
    """The group of a vector, with those that run beside it."""
    levels = levels_of(vector)
    if "tree" in vector:
        return Group.tree(levels, vector["tree"])
    if "siblings" not in vector:
        return Group.on(levels, vector["shape"])
    first, *others = (group_of_ranks(levels, ranks) for ranks in vector["siblings"])
    beside: list[At] = [other.at for other in others]
    return Group(levels, first.at, (), (), tuple(beside))


def rates_by_level(vector: Vector, group: Group) -> dict[str, Rates]:
    """Inverse rates of every level [s/B]."""
    stated = (stated_of(level) for level in vector["levels"])
    found = zip(group.levels, stated, strict=True)
    held = {spec.name: group.most(number) for number, spec in enumerate(group.levels)}
    return {spec.name: rates_of(one, spec, 1, held[spec.name]) for spec, one in found}


class Clock:
    """Seconds of plans, straight from the definition."""

    def __init__(self, vector: Vector, group: Group) -> None:
        self.rates = rates_by_level(vector, group)
        self.alpha = {level["name"]: level["alpha_s"] for level in vector["levels"]}
        self.hop = {level["name"]: level.get("hop_s", 0.0) for level in vector["levels"]}
        self.gamma, self.n = vector.get("gamma_s_per_B", 0.0), vector["n_bytes"]

    def seconds(self, plan: Plan) -> float:
        """Phases in sequence, of each the slowest stage."""
        return sum(max(self.stage(stage) for stage in phase) for phase in plan)

    def stage(self, stage: Stage) -> float:
        """Start-ups, the busiest resource, what is reduced; and the further runs of the same alternative."""
        rate = self.rates[stage.level]
        slowest = max(stage.volume * rate.port, stage.link * rate.link, stage.egress * rate.unit, stage.nic * rate.nic)
        started = stage.rounds * self.alpha[stage.starts] + sum(self.hop[name] * links for name, links in stage.hops)
        own: float = started + self.n * (slowest + stage.reduced * self.gamma)
        return own + sum(self.stage(also) for also in stage.also)


def carried(plan: Plan) -> dict[tuple[str, str], float]:
    """(level, kind) -> what the busiest resource of every phase carries, summed over the phases [n]."""
    total: dict[tuple[str, str], float] = {}
    for phase in plan:
        most: dict[tuple[str, str], float] = {}
        for stage in phase:
            for kind, load in zip(KINDS, loads(stage), strict=True):
                key = (stage.level, kind)
                most[key] = max(most.get(key, 0.0), load)
        for key, load in most.items():
            total[key] = total.get(key, 0.0) + load
    return total


KINDS: Sequence[str] = ("port", "link", "unit", "nic")


def loads(stage: Stage) -> tuple[float, ...]:
    """What a stage puts on port, link, unit and NIC, its further runs included [n]."""
    own = (stage.volume, stage.link, stage.egress, stage.nic)
    return tuple(sum(parts) for parts in zip(own, *(loads(also) for also in stage.also), strict=True))


def plans_of(vector: Vector, group: Group) -> list[Plan]:
    """The plans of a vector's algorithm; where there are two the faster counts (the path of a ring, its rounds)."""
    collective, name = vector["collective"], vector["algorithm"]
    if name == "ring":
        build = getattr(ring, f"ring_{collective}")
        plan: Plan = build(group, vector["channels"])
        return [plan, ring.longest_way(plan, group, vector["channels"])] if vector.get("end") == "path" else [plan]
    if "methods" in vector:
        return [_by_levels(vector, group)]
    return [_FLAT[collective, name](group, vector)]


def _by_levels(vector: Vector, group: Group) -> Plan:
    if not group.even:
        return uneven_all_reduce(group)
    collective, methods = vector["collective"], vector["methods"]
    order: Order = vector.get("order") or "inner_first"
    if vector.get("end") != "overlapped":
        return by_levels(group, collective, order, methods)
    axes = len(group.shape)
    return overlapped([by_levels(group, collective, order, methods, first, 1 / axes) for first in range(axes)])


_Builder = Callable[[Group, Vector], Plan]
_FLAT: dict[tuple[str, str], _Builder] = {
    ("p2p", "direct"): lambda group, vector: exchange.direct_p2p(group, vector["sender"], vector["receiver"]),
    ("all_gather", "direct"): lambda group, _: direct.direct_all_gather(group),
    ("reduce_scatter", "direct"): lambda group, _: direct.direct_reduce_scatter(group),
    ("all_reduce", "direct"): lambda group, _: direct.direct_all_reduce(group),
    ("all_to_all", "direct"): lambda group, _: direct.direct_all_to_all(group),
    ("all_to_all", "pairwise"): lambda group, _: exchange.pairwise_all_to_all(group),
    ("reduce_scatter", "pairwise"): lambda group, _: exchange.pairwise_reduce_scatter(group),
    ("all_to_all", "pairwise_xor"): lambda group, _: exchange.pairwise_xor_all_to_all(group),
    ("all_to_all", "ring_store_forward"): lambda group, _: ring.ring_store_forward_all_to_all(group),
    ("all_to_all", "bruck"): lambda group, _: bruck.bruck_all_to_all(group),
    ("all_gather", "bruck"): lambda group, _: bruck.bruck_all_gather(group),
    ("reduce_scatter", "bruck_reversed"): lambda group, _: bruck.bruck_reversed_reduce_scatter(group),
    ("all_reduce", "bruck_rs_ag"): lambda group, _: bruck.bruck_rs_ag_all_reduce(group),
    ("all_gather", "recursive_doubling"): lambda group, _: doubling.recursive_doubling_all_gather(group),
    ("all_reduce", "recursive_doubling"): lambda group, _: doubling.recursive_doubling_all_reduce(group),
    ("reduce_scatter", "recursive_halving"): lambda group, _: doubling.recursive_halving_reduce_scatter(group),
    ("all_reduce", "rabenseifner"): lambda group, _: doubling.rabenseifner_all_reduce(group),
    ("broadcast", "binomial"): lambda group, _: tree.binomial_broadcast(group),
    ("reduce", "binomial"): lambda group, _: tree.binomial_reduce(group),
    ("scatter", "binomial"): lambda group, _: tree.binomial_scatter(group),
    ("gather", "binomial"): lambda group, _: tree.binomial_gather(group),
    ("broadcast", "scatter_bruck_allgather"): lambda group, _: tree.scatter_bruck_allgather_broadcast(group),
    ("broadcast", "scatter_ring_allgather"): lambda group, vector: tree.scatter_ring_allgather_broadcast(
        group, vector.get("channels", 1)
    ),
    ("broadcast", "chain_pipelined"): lambda group, vector: chain.chain_pipelined_broadcast(
        group, vector["segments"], vector["channels"]
    ),
}
