"""What is stated of a path as the parameters of its resources: ``cost.rates`` with its numbers left open."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.cost.key import Family
from estimator.cost.placing.level import Level
from estimator.cost.rates import Stated
from estimator.estimate.live.value import NOTHING, Value, largest, scaled


def rates_of(said: Stated, inverse: Mapping[str, Value], level: Level, ranks: int, held: int) -> dict[Family, Value]:
    """The inverse rates [s/B] of port, link, unit and NIC; ``inverse``: those of what the path states, by name.

    ``said`` tells whose the bandwidth and the link are, as `cost.rates.rates_of` takes it; so are the others. What the
    link carries is ``line`` among the inverse rates.
    """
    port = _port(said, inverse, ranks)
    return {
        "beta": port,
        "link": _link(said, inverse, level, port, level.of or level.units or held),
        "unit": inverse.get("bandwidth" if said.per == "unit" else "unit", NOTHING),
        "nic": _nic(said, inverse, level),
    }


def _port(said: Stated, inverse: Mapping[str, Value], ranks: int) -> Value:
    """A rank's own rate, held to that of its link."""
    cap = inverse.get("line", NOTHING) if said.link_per == "rank" else NOTHING
    bandwidth = inverse.get("bandwidth", NOTHING)
    if said.per == "nic" or (said.per == "unit" and not cap):
        return NOTHING
    return largest((scaled(bandwidth, ranks) if said.per == "unit" else bandwidth, cap))


def _link(said: Stated, inverse: Mapping[str, Value], level: Level, port: Value, there: int) -> Value:
    if "one_peer" in inverse or level.wiring in ("switch", "rails"):
        return inverse.get("one_peer", NOTHING)
    if level.is_ring:
        return scaled(port, 2.0)
    peers = max(there - 1, 1)
    ports = said.ports or peers
    return scaled(port, ports / (ports // peers))


def _nic(said: Stated, inverse: Mapping[str, Value], level: Level) -> Value:
    if said.per == "nic":
        return inverse.get("bandwidth", NOTHING)
    if "nic" not in inverse and said.per == "unit" and level.nics:
        return scaled(inverse.get("bandwidth", NOTHING), len(level.nics))
    return inverse.get("nic", NOTHING)
