"""Who sends weights to whom in a test of weight synchronisation: one shard to every device of every instance."""

from __future__ import annotations

from estimator.spec.requirements.kinds import WeightSync
from estimator.tools.kit.places import Members


def pairs_of(ranks: int, requirement: WeightSync) -> tuple[Members, ...]:
    """(source, destination) of every shard: instances fill a machine of ``ranks`` from its end, sources from its start.

    As many whole instances as leave each device a source of its own, one in part where none fits: source and
    destination are then on different hosts wherever there are two. 16 instances of 16 devices on 256 ranks: eight.
    """
    devices, half = requirement.devices_per_instance, max(ranks // 2, 1)
    count = min(requirement.instances, half // devices) * devices or min(devices, half)
    return tuple((source, ranks - count + source) for source in range(count))
