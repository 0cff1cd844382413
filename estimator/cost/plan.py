"""An algorithm as its coefficients: stages that run at once inside phases that run in sequence."""

from __future__ import annotations

from typing import NamedTuple

Named = tuple[tuple[str, float], ...]


class Stage(NamedTuple):
    """One run of rounds and what it puts on the resources of ONE level; every field is a pure number.

    T_stage = rounds * alpha_start + reduced * n * gamma + n * the slowest of volume, link, egress and nic over their
    rates. For a ring AllReduce of eight ranks: ``Stage("node", rounds=14, volume=1.75, reduced=0.875)``.
    """

    level: str
    """Whose port, links, unit border and NICs these are."""
    rounds: float
    """Message start-ups on the critical path [1]."""
    volume: float = 0.0
    """Bytes on the critical path of a rank's port, in units of n."""
    reduced: float = 0.0
    """Bytes a rank reduces, in units of n."""
    egress: float = 0.0
    """Bytes over the border of the busiest joined unit, busier direction, in units of n; 0: no such limit."""
    messages: float = 0.0
    """Messages a rank injects, for a message-rate limit; 0: no such limit."""
    on_rail: bool = False
    """Sender and receiver of every message have the same index in the units that the level joins."""
    link: float = 0.0
    """Bytes on the busiest link, or to one peer, in units of n; 0: no such limit."""
    nic: float = 0.0
    """Bytes through the busiest shared NIC, in units of n; 0: no such limit."""
    start: str = ""
    """The level whose alpha these rounds pay, where the messages of an outer one pass here; "": ``level``."""
    hops: Named = ()
    """Further start-ups at links of a ring that are passed, by level [1]."""
    posted: float = 0.0
    """Messages over the border of the busiest joined unit, for a message rate of the unit; 0: no such limit."""
    cuts: Named = ()
    """Bytes over declared cuts round the joined units, by cut, in units of n."""
    also: tuple[Stage, ...] = ()
    """Further runs, one after another, of the same alternative (the hops of a chain or a ring's longest way)."""

    @property
    def starts(self) -> str:
        """The level whose alpha its rounds pay."""
        return self.start or self.level

    def times(self, count: float) -> Stage:
        """The same rounds ``count`` times over."""
        if count == 1:
            return self
        return self._replace(
            rounds=self.rounds * count,
            volume=self.volume * count,
            reduced=self.reduced * count,
            egress=self.egress * count,
            messages=self.messages * count,
            posted=self.posted * count,
            link=self.link * count,
            nic=self.nic * count,
            hops=tuple((name, links * count) for name, links in self.hops),
            cuts=tuple((name, load * count) for name, load in self.cuts),
            also=tuple(stage.times(count) for stage in self.also),
        )

    def sized(self, size: float, reduced: float = 0.0) -> Stage:
        """The same messages with ``size`` [1] times the bytes; ``reduced`` [n] on the busiest rank."""
        return self._replace(
            volume=self.volume * size,
            egress=self.egress * size,
            link=self.link * size,
            nic=self.nic * size,
            cuts=tuple((name, load * size) for name, load in self.cuts),
            reduced=reduced,
        )


Phase = tuple[Stage, ...]
Plan = tuple[Phase, ...]
"""T = sum over phases of the maximum over a phase's stages. Plans are joined in sequence by ``+``."""


def stages(plan: Plan) -> tuple[Stage, ...]:
    """All stages of a plan in order."""
    return tuple(stage for phase in plan for stage in phase)


def scaled_on(plan: Plan, levels: frozenset[str], factor: float) -> Plan:
    """The same schedule with ``factor`` [1] of the bytes on some levels (fewer token copies)."""
    if factor == 1.0:
        return plan
    return tuple(tuple(_scaled_on(stage, levels, factor) for stage in phase) for phase in plan)


def _scaled_on(stage: Stage, levels: frozenset[str], factor: float) -> Stage:
    found = stage.sized(factor, stage.reduced) if stage.level in levels else stage
    return found._replace(also=tuple(_scaled_on(also, levels, factor) for also in stage.also))
