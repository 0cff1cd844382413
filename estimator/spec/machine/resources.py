"""The levels of a machine as the core takes them: which resources each has, from what its path states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from estimator.cost.placing.level import Border, Level
from estimator.cost.rates import Stated, level_with
from estimator.spec.machine.join import join_of
from estimator.spec.machine.path import Link, PathSpec, StatedParameters
from estimator.spec.machine.platform import Platform
from estimator.spec.machine.units import Machine
from estimator.spec.values.base import CONDITIONS
from estimator.spec.values.quantity import Pair

RATES = ("bandwidth", "one_peer", "unit", "nic")
"""What a path may state about how fast its resources are [B/s]."""


def levels_of(platform: Platform, machine: Machine) -> tuple[Level, ...]:
    """Every level, innermost first, with the resources that some condition of its path limits.

    ``machine`` names the path of each level; one without a path is a level that the group does not use.
    """
    found: list[Level] = []
    for level, name in enumerate(machine.paths):
        borders = _borders(platform, machine, level)
        if name is None:
            found.append(Level(machine.names[level], units=machine.units[level], cuts=borders))
            continue
        join = join_of(platform, machine, level)
        found.append(
            level_with(
                join.level_name,
                [as_stated(join.path.link, one.values, one.per) for one in _statements(platform, join.path)],
                ranks=join.unit_ranks,
                wiring=join.path.wiring,
                units=machine.units[level],
                of=join.joined if join.joined > machine.units[level] else 0,
                wrap=machine.wraps[level],
                through=_inner(machine, level, join.path.through),
                nics=join.path.nics or (),
                hop=any(one.hop for one in _statements(platform, join.path)),
                metered=any(one.metered for one in _statements(platform, join.path)),
                cuts=borders,
            )
        )
    return tuple(found)


def as_stated(link: Link | None, values: Mapping[str, float], per: str | None) -> Stated:
    """What a path states under one condition at one end: ``values`` by name [B/s], whose bandwidth it is."""
    return Stated(
        bandwidth=values.get("bandwidth"),
        per=whose(per),
        link_rate=None if link is None else float(link.rate),
        link_per="rank" if link is None else whose(link.per),
        ports=None if link is None else link.ports,
        one_peer=values.get("one_peer"),
        unit=values.get("unit"),
        nic=values.get("nic"),
    )


class _Statement:
    """What holds under one condition, with what it leaves out taken from the condition that it is like."""

    def __init__(self, stated: Iterable[StatedParameters]) -> None:
        self.values: dict[str, float] = {}
        self.per: str | None = None
        self.hop = self.metered = False
        for one in stated:
            if "bandwidth" not in self.values and one.bandwidth is not None:
                self.per = one.per
            for key in RATES:
                pair: Pair | None = getattr(one, key)
                if pair is not None:
                    self.values.setdefault(key, pair.optimistic)
            self.hop = self.hop or one.hop is not None
            self.metered = self.metered or (one.message_rate is not None and whose(self.per) == "unit")


def _statements(platform: Platform, path: PathSpec) -> Iterator[_Statement]:
    for condition in (*CONDITIONS, *path.named):
        if path.stated(condition) is not None:
            lineage = [path.stated(name) for name in platform.lineage(condition)]
            yield _Statement(one for one in lineage if one is not None)
    for entry in path.only:
        yield _Statement([entry])


def whose(per: str | None) -> Literal["rank", "unit", "nic"]:
    """A rank's, that of a NIC, or that of a unit which the path's level joins, by whatever name."""
    if per == "nic":
        return "nic"
    return "rank" if per in (None, "rank") else "unit"


def _inner(machine: Machine, level: int, through: str | None) -> str | None:
    """The name of the outermost level inside ``level`` that a path joins."""
    names = [machine.names[inner] for inner in range(level) if machine.paths[inner] == through]
    return names[-1] if names and through is not None else None


def _borders(platform: Platform, machine: Machine, level: int) -> tuple[Border, ...]:
    """The cuts declared round every unit that a level joins."""
    unit = (1, *machine.ranks)[level]
    return tuple(
        Border(name, cut.boundary.planes)
        for name, cut in platform.cuts.items()
        if level > 0 and cut.boundary.unit_ranks(machine.node_ranks) == unit
    )
