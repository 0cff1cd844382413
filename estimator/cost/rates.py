"""Whose bandwidth: what is stated of a level's path, as the rates of its ports, links, unit borders and NICs.

Interface, the same for a spec and for ``commspec cost`` (one condition, one end, SI)::

    stated = Stated(bandwidth=175e9, per="rank", link_rate=196e9, link_per="rank", ports=7, one_peer=24e9)
    level = level_with("box", [stated], wiring="mesh", units=8)   # which resources the level has
    rates_of(stated, level, ranks=1).link                         # 1 / 24e9 s/B

``level_with`` takes every condition's statement, since a resource that one of them limits is counted under all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from estimator.cost.placing.level import Border, Level, Wiring
from estimator.phrase import phrase

Per = Literal["rank", "unit", "nic"]
"""One rank's; what one joined unit sends, and receives, in all; what one of the NICs does."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What an author says of one path under one condition, bandwidths in one direction [B/s]; None: nothing.

    ``link_rate`` is the sum of ``ports`` ports of a rank, or of a joined unit (``link_per``): it caps a port and never
    sets a time by itself. ``one_peer``: what one rank sends to one other. ``unit`` and ``nic`` stand beside a bandwidth
    per rank.
    """

    bandwidth: float | None = None
    per: Per = "rank"
    link_rate: float | None = None
    link_per: Per = "rank"
    ports: int | None = None
    one_peer: float | None = None
    unit: float | None = None
    nic: float | None = None

    @property
    def dealt_nics(self) -> int:
        """NICs that a bandwidth of a whole unit is dealt to evenly, as the link's ports say; 0: not said so."""
        return self.ports or 0 if self.per == "unit" and self.link_per == "unit" and self.link_rate else 0


class Rates(NamedTuple):
    """Inverse rates of one level [s/B]; 0.0: no such limit."""

    port: float = 0.0
    link: float = 0.0
    unit: float = 0.0
    nic: float = 0.0


def level_with(
    name: str,
    stated: Sequence[Stated],
    ranks: int = 1,
    wiring: Wiring = "switch",
    units: int = 0,
    of: int = 0,
    wrap: bool | int = True,
    through: str | None = None,
    nics: Sequence[Sequence[int]] | int = (),
    hop: bool = False,
    metered: bool = False,
    cuts: Sequence[Border] = (),
) -> Level:
    """The level with the resources that its statements, one a condition, limit.

    ``ranks``: of the machine in one joined unit. ``nics``: the ranks of each, or how many they are dealt to evenly.
    ``metered``: a message rate of a whole joined unit is stated.
    """
    count = nics if isinstance(nics, int) else max((one.dealt_nics for one in stated), default=0)
    dealt = tuple(tuple(one) for one in nics) if not isinstance(nics, int) and nics else evenly(ranks, count)
    bare = Level(name, wiring, units, of, wrap, through, hop, nics=dealt, cuts=tuple(cuts))
    rates = [rates_of(one, bare, ranks) for one in stated]
    return Level(
        name,
        wiring,
        units,
        of,
        wrap,
        through,
        hop,
        port=any(rate.port for rate in rates),
        linked=any(rate.link for rate in rates),
        unit=any(rate.unit for rate in rates),
        nics=dealt if any(rate.nic for rate in rates) else (),
        metered=metered,
        cuts=tuple(cuts),
    )


def rates_of(stated: Stated, level: Level, ranks: int, held: int = 0) -> Rates:
    """The inverse rates of a level's resources from what is stated of its path.

    ``ranks``: of the machine in one joined unit; ``held``: units the group has on the level, where neither ``units``
    nor ``of`` says how many are there. A mesh of eight at 392 GB/s per rank: 56 GB/s a link. 360 GB/s per node of
    eight beside a NIC of 50 GB/s a rank: 45 GB/s a port. Raises ValueError where a mesh or ring gives no link a rate.
    """
    port = _port(stated, ranks)
    link = _link(stated, level, port, level.of or level.units or held)
    unit = stated.bandwidth if stated.per == "unit" else stated.unit
    return Rates(_inverse(port), _inverse(link), _inverse(unit), _inverse(_nic(stated, level)))


def evenly(ranks: int, nics: int) -> tuple[tuple[int, ...], ...]:
    """Ranks of a unit dealt to NICs in order: eight to four are (0, 1), (2, 3), (4, 5), (6, 7)."""
    dealt = [tuple(range(nic * ranks // nics, (nic + 1) * ranks // nics)) for nic in range(nics)]
    return tuple(one for one in dealt if one)


def _port(stated: Stated, ranks: int) -> float | None:
    """What one rank can send in all; None where only unit, NIC or the level passed through bound it."""
    own_nic = stated.link_rate if stated.link_per == "rank" else None
    if stated.bandwidth is None or stated.per == "nic":
        return None
    if stated.per == "unit":
        return None if own_nic is None else min(own_nic, stated.bandwidth / ranks)
    return stated.bandwidth if own_nic is None else min(stated.bandwidth, own_nic)


def _link(stated: Stated, level: Level, port: float | None, there: int) -> float | None:
    """What one rank can send to one peer: stated, or the share of its port that a link of a mesh or ring is."""
    if stated.one_peer is not None or level.wiring in ("switch", "rails"):
        return stated.one_peer
    if port is None:
        raise ValueError(
            phrase("{name} is a {wiring}, and nothing gives a link of it a rate", name=level.name, wiring=level.wiring)
        )
    if level.is_ring:
        return port / 2
    peers = max(there - 1, 1)
    ports = stated.ports or peers
    if ports < peers:
        raise ValueError(
            phrase("a mesh of {there} needs {peers} ports, {ports} are given", there=there, peers=peers, ports=ports)
        )
    return port * (ports // peers) / ports


def _nic(stated: Stated, level: Level) -> float | None:
    """What one NIC can send: stated, or its part of what the unit can."""
    if stated.per == "nic":
        return stated.bandwidth
    if stated.nic is None and stated.per == "unit" and stated.bandwidth and level.nics:
        return stated.bandwidth / len(level.nics)
    return stated.nic


def _inverse(rate: float | None) -> float:
    return 1.0 / rate if rate else 0.0
