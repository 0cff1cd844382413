"""The classes of places that groups of one kind have: with unequal shares of a NIC or plane the slowest one counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from estimator.cost.placing.group import At, Group
from estimator.cost.placing.places import places_of
from estimator.cost.plan import Phase, Plan, Stage
from estimator.estimate.groups.levels import OnMachine


class Planned(NamedTuple):
    """What a group does: the stages in sequence, the plans of the optimistic end, the plan for each number of segments.

    ``schedule`` is None where the number of segments is stated.
    """

    plan: Plan
    fast: tuple[Plan, ...]
    schedule: Callable[[int], Plan] | None = None


class PlaceClass(NamedTuple):
    """Groups of one kind that share NICs and planes alike: one of them, the machine's ranks of each, what they do."""

    group: Group
    ranks: tuple[tuple[int, ...], ...]
    planned: Planned

    def hold(self, rank: int) -> bool:
        """Whether a rank of the machine is in one of the groups."""
        return any(rank in group for group in self.ranks)


def classes_of(placed: OnMachine, planned: Callable[[Group], Planned]) -> tuple[PlaceClass, ...]:
    """The classes of a group and of its siblings, the slowest first; the group's own first of those that are alike.

    All have the same rounds, and differ in what their NICs and planes carry for the siblings, so that the one with the
    most on these in all has no less in any round.
    """
    found = places_of(placed.group, lambda group: planned(group).plan)
    ordered = sorted(found, key=lambda place: -_shared(place.plan))
    return tuple(
        PlaceClass(
            place.group, tuple(_ranks(placed, at) for at in place.at) if len(found) > 1 else (), planned(place.group)
        )
        for place in ordered
    )


def _ranks(placed: OnMachine, at: At) -> tuple[int, ...]:
    """The machine's ranks of a group of this kind that lies at ``at``."""
    ranks = np.zeros(1, dtype=np.int64)
    for level, used in zip(placed.machine.names, at, strict=True):
        ranks = (np.array(used)[:, None] * placed.ranks[level] + ranks[None, :]).ravel()
    return tuple(ranks[placed.group.spots].tolist())


def _shared(plan: Plan) -> float:
    """What the busiest NIC and plane of each level carry in all rounds [n]."""
    return sum(_busiest(phase) for phase in plan)


def _busiest(phase: Phase) -> float:
    most: dict[tuple[str, str], float] = {}
    for stage in phase:
        for key, load in _carried(stage):
            most[key] = max(most.get(key, 0.0), load)
    return sum(most.values())


def _carried(stage: Stage) -> Iterator[tuple[tuple[str, str], float]]:
    """NIC and cuts of a stage's level with all that its alternative puts on them."""
    loads: dict[tuple[str, str], float] = {}
    for one in (stage, *stage.also):
        for name, load in (("", one.nic), *one.cuts):
            loads[one.level, name] = loads.get((one.level, name), 0.0) + load
    yield from loads.items()
