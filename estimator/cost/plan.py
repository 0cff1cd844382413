"""An algorithm as its coefficients: stages that run at once inside phases that run in sequence."""

from __future__ import annotations

from typing import Literal, NamedTuple

from estimator.cost.shape import Level

Port = Literal["port", "link"]


class Stage(NamedTuple):
    """One run of rounds on ONE path level; every field is a pure number.

    T_stage = rounds * alpha_level + volume * n * beta_level + reduced * n * gamma. For a ring AllReduce of eight
    ranks: ``Stage("intra", rounds=14, volume=1.75, reduced=0.875)``.
    """

    level: Level
    """Which path supplies alpha and beta."""
    rounds: float
    """Message start-ups on the critical path [1]."""
    volume: float
    """Bytes on the critical path of a rank's port, in units of n."""
    reduced: float = 0.0
    """Bytes a rank reduces, in units of n."""
    egress: float = 0.0
    """Bytes of one group over the busiest node's boundary, busier direction, in units of n; 0: stays inside a node."""
    messages: float = 0.0
    """Messages a rank injects, for a message-rate limit; 0: no such limit."""
    port: Port = "port"
    """``port``: the rank's whole port; ``link``: one of the g - 1 parallel links of a full mesh."""
    senders: int = 1
    """Ranks of one node that send at once on this level; a bandwidth given per node is divided by it."""
    on_rail: bool = False
    """Between nodes: sender and receiver of every message have the same index in their nodes."""


Phase = tuple[Stage, ...]
Plan = tuple[Phase, ...]
"""T = sum over phases of the maximum over a phase's stages. Plans are joined in sequence by ``+``."""


def one_stage(stage: Stage) -> Plan:
    """A plan of a single stage."""
    return ((stage,),)


def in_sequence(*parts: Stage) -> Plan:
    """The stages one after another, without those that do nothing; one inside a node stays when none does anything.

    So a two-level algorithm on one rank per node asks for no parameters of the path inside a node.
    """
    busy = tuple((part,) for part in parts if part.rounds or part.volume or part.reduced)
    return busy or ((parts[0]._replace(level="intra"),),)


def stages(plan: Plan) -> tuple[Stage, ...]:
    """All stages of a plan in order."""
    return tuple(stage for phase in plan for stage in phase)


def skewed(plan: Plan, skew: float, node_skew: float) -> Plan:
    """The same schedule when the busiest rank carries ``skew`` x the mean, the busiest node ``node_skew`` x [1]."""
    if skew == 1.0 and node_skew == 1.0:
        return plan
    return tuple(
        tuple(s._replace(volume=s.volume * skew, reduced=s.reduced * skew, egress=s.egress * node_skew) for s in phase)
        for phase in plan
    )


def crossing_scaled(plan: Plan, factor: float) -> Plan:
    """The same schedule with ``factor`` [1] of the bytes on every stage that crosses nodes (fewer token copies)."""
    if factor == 1.0:
        return plan
    return tuple(
        tuple(
            s._replace(volume=s.volume * factor, egress=s.egress * factor) if s.level == "inter" else s for s in phase
        )
        for phase in plan
    )
