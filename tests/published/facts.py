"""What is known of platforms apart from the figures they are judged by: rates, shares reached, start-up times.

A share belongs to a class of link, not to a table. Sources: ``docs/published.md``.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from estimator.evidence.fit import fit
from tests.published.measured import samples, times

Spec = dict[str, Any]


class Share(NamedTuple):
    """[optimistic, conservative] share of a nominal rate."""

    best: float
    worst: float

    def times(self, factor: float) -> Share:
        """The share of a part that itself has a share."""
        return Share(self.best * factor, self.worst * factor)

    @property
    def text(self) -> list[str]:
        """As a spec has it."""
        return [f"{self.best:.6f}", f"{self.worst:.6f}"]


SWITCHED = Share(0.91, 0.75)
"""Switched links under a collective: no more than the best point to point (0.91), no less than 3/4."""
NIC = Share(0.97, 0.80)
"""NICs: 48.5 of 50 GB/s in large aligned messages, 40 of 50 in small ones of expert exchanges."""
MESH = Share(0.95, 0.68)
"""Full mesh without a switch: a copy engine reaches 60.5 of 64 GB/s, kernels 307 of 448."""
NEIGHBOUR = Share(1.0, 0.75)
"""Links to neighbours of a torus, of which nothing is measured."""
ONE_TO_ONE = Share(0.98, 0.80)
"""One device to another: what NICs are expected to reach, best and worst."""
NVLS = {"hopper": 0.85, "blackwell": 0.74}
"""Share of the links under a reduction in the switch, by the library's own tuner."""

LL_HOP, SLOWEST_HOP, SERIES_HOP = 0.6, 3.4, 1.0
"""Microseconds a ring hop takes: fastest and slowest protocol of the tuner, and the most a measured series shows."""
LL_TO = "256 KiB"
"""Up to where the fast protocol is in use at least, an eighth of where the tuner leaves it; or as a log says."""
ONE_WAY = ("2.8 us", "3.4 us")
"""64 bytes from one device to another, with nothing started anew."""
ACROSS = ("2.8 us", "5.6 us")
"""64 bytes between nodes, same leaf on InfiniBand to across leaves on RoCE."""
LAUNCH_SPREAD = 0.2
"""How far the start of a call by one process differs from host to host under the same software."""
ROOT_SPREAD = Share(0.5, 1.3)
"""Of a root that another machine with the same links showed."""

FLOORS = {"a100": 43.83, "h200": 39.8, "b200": 47.8}
"""Microseconds of the smallest AllReduce of eight devices driven by one process, ring with the fast protocol."""


def one_process(platform: str, base: float = 0.0) -> list[str]:
    """T0 of calls from one process, from the floors of the OTHER platforms. ``base`` [us]: less than theirs."""
    others = [floor - 14 * LL_HOP - base for name, floor in FLOORS.items() if name != platform]
    return [f"{min(others) * (1 - LAUNCH_SPREAD):.3f} us", f"{max(others) * (1 + LAUNCH_SPREAD):.3f} us"]


@cache
def series_root(system: str, collective: str = "all_reduce") -> float:
    """The root [us at 1 MiB moved] that a measured series of a machine with the same links has."""
    found = fit(samples(t for t in times() if t.system == system and t.collective == collective))
    return found.root.value * 2.0**10 * 1e6


def root(system: str, collective: str = "all_reduce", factor: float = 1.0) -> Spec:
    """The root as a spec has it."""
    at = series_root(system, collective) * factor
    return {"time": [f"{at * share:.6f} us" for share in ROOT_SPREAD], "at": "1 MiB"}


def path(rate: float, share: Share, alpha: tuple[str, str], inside: bool = True, **optional: Spec) -> Spec:
    """One path: ``rate`` [GB/s] nominal per rank in one direction; ``optional`` terms of its parameters."""
    location = "intra_node" if inside else "inter_node"
    exclusive = {"alpha": list(alpha), "efficiency": share.text} | optional
    return {"location": location, "link": {"rate": f"{rate} GB/s"}, "exclusive": exclusive}


def nvlink_ring(rate: float, system: str, collective: str = "all_reduce", fast_to: str = LL_TO) -> Spec:
    """Switched links under a ring: the hop by size, the root of a measured series."""
    found_root = root(system, collective)
    fast = {
        "sizes": f"1 B .. {fast_to}",
        "alpha": [f"{LL_HOP} us", f"{SERIES_HOP} us"],
        "efficiency": SWITCHED.text,
        "root": found_root,
    }
    found = path(rate, SWITCHED, (f"{LL_HOP} us", f"{SLOWEST_HOP} us"), root=found_root)
    return found | {"only": [fast]}


def in_switch(rate: float, ranks: int, generation: str, system: str) -> Spec:
    """Switched links under a reduction in the switch: n (1 + 1/p) a rank; 25 us up and down together."""
    share = SWITCHED.times(NVLS[generation] * ranks / (ranks + 1))
    # The series' root is of 1.75 n moved, here n is.
    return path(rate, share, ("12.5 us", "12.5 us"), root=root(system, factor=1.75**0.5))
