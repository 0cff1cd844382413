"""Random groups on random machines, and seconds of plans under random rates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Border, Level, Wiring
from estimator.cost.plan import Phase, Plan, Stage

WIRINGS: tuple[Wiring, ...] = ("switch", "switch", "rails", "mesh", "ring")
RATES = ("alpha", "hop", "volume", "link", "egress", "nic", "cut", "messages", "posted")


class Prices(NamedTuple):
    """Seconds of one start-up, and per byte of n of each resource, by kind and level."""

    of: Mapping[tuple[str, str], float]
    gamma: float = 0.0

    def seconds(self, plan: Plan) -> float:
        """Phases in sequence, of each the slowest stage."""
        return sum(self.phase(phase) for phase in plan)

    def without(self, *kinds: str) -> Prices:
        """The same with nothing to pay for some kinds."""
        return Prices({key: 0.0 if key[0] in kinds else price for key, price in self.of.items()}, self.gamma)

    def phase(self, phase: Phase) -> float:
        return max(self.stage(stage) for stage in phase)

    def stage(self, stage: Stage) -> float:
        loads = {
            kind: getattr(stage, kind) * self.of[kind, stage.level] for kind in ("volume", "link", "egress", "nic")
        }
        loads |= {kind: getattr(stage, kind) * self.of[kind, stage.starts] for kind in ("messages", "posted")}
        loads["cut"] = max((load * self.of["cut", stage.level] for _, load in stage.cuts), default=0.0)
        started = stage.rounds * self.of["alpha", stage.starts]
        started += sum(links * self.of["hop", name] for name, links in stage.hops)
        own: float = started + max(loads.values()) + stage.reduced * self.gamma
        return own + sum(self.stage(also) for also in stage.also)


@st.composite
def prices(draw: st.DrawFn, names: tuple[str, ...] = ("l0", "l1", "l2", "l3", "one")) -> Prices:
    """Any prices, whole numbers so that sums are exact."""
    found = {(kind, name): float(draw(st.integers(0, 9))) for kind in RATES for name in names}
    return Prices(found, float(draw(st.integers(0, 3))))


@st.composite
def levels(draw: st.DrawFn, sizes: tuple[int, ...], wirings: tuple[Wiring, ...] = WIRINGS) -> tuple[Level, ...]:
    """Levels that join ``sizes`` units, with any resources."""
    found: list[Level] = []
    for number, size in enumerate(sizes):
        wiring = draw(st.sampled_from(wirings))
        inner = prod(sizes[:number])
        shared = number > 0 and draw(st.booleans()) and inner % 2 == 0
        found.append(
            Level(
                f"l{number}",
                wiring,
                units=size,
                of=draw(st.sampled_from((0, size + 1))),
                wrap=draw(st.sampled_from((True, False, 4))),
                through=draw(st.sampled_from((None, *(level.name for level in found)))),
                hop=draw(st.booleans()),
                port=draw(st.booleans()),
                linked=draw(st.booleans()),
                unit=draw(st.booleans()),
                nics=tuple((2 * nic, 2 * nic + 1) for nic in range(inner // 2)) if shared else (),
                metered=draw(st.booleans()),
                cuts=draw(st.sampled_from(((), (Border(f"c{number}"),), (Border(f"c{number}", 2),)))),
            )
        )
    return tuple(found)


@st.composite
def even_groups(draw: st.DrawFn, most: int = 5, wirings: tuple[Wiring, ...] = WIRINGS) -> Group:
    """Even groups of up to three levels, some of their siblings at once."""
    sizes = tuple(draw(st.lists(st.integers(1, most), min_size=1, max_size=3)))
    at_once = {f"l{number}": draw(st.integers(1, 3)) for number in range(len(sizes))}
    return Group.on(draw(levels(sizes, wirings)), sizes, at_once=at_once)


def group_of_ranks(levels: Sequence[Level], ranks: Iterable[int]) -> Group:
    """A group by the numbers of its ranks in the machine; every level but the last must say its ``units``."""
    index, rest = [], np.array(sorted(ranks), dtype=np.int64)
    for level in levels[:-1]:
        index.append(rest % level.units)
        rest = rest // level.units
    return Group.of_indexes(levels, np.stack([*index, rest], axis=1))


@st.composite
def uneven_groups(draw: st.DrawFn, wirings: tuple[Wiring, ...] = WIRINGS) -> Group:
    """Some of the ranks of a machine of three levels."""
    sizes = (4, 3, 2)
    ranks = draw(st.sets(st.integers(0, 23), min_size=2, max_size=14))
    return group_of_ranks(draw(levels(sizes, wirings)), sorted(ranks))
