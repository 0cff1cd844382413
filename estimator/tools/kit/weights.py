"""Who sends weights to whom in a test of weight synchronisation: one shard to every device of every instance."""

from __future__ import annotations

from estimator.spec.requirements.kinds import WeightSync
from estimator.tools.kit.places import Members


def pairs_of(ranks: int, requirement: WeightSync) -> tuple[Members, ...]:
    """(source, destination) of every shard: instances fill a machine of ``ranks`` from its end, sources from its start.

    On a machine too small for that, one instance, on half of the ranks at most: source and destination are then on
    different hosts wherever there are two.
    """
    wanted = requirement.instances * requirement.devices_per_instance
    count = wanted if 2 * wanted <= ranks else min(requirement.devices_per_instance, max(ranks // 2, 1))
    return tuple((source, ranks - count + source) for source in range(count))
