"""Shards of weights come from a rank of their own on another host, for as many instances as the machine holds."""

from __future__ import annotations

import pytest

from estimator.spec.requirements.kinds import WeightSync
from estimator.tools.kit.weights import pairs_of


def sync(instances: int, devices: int) -> WeightSync:
    return WeightSync.model_validate(
        {
            "kind": "weight_sync", "title": "w", "limit": {"at_most": "1 s"}, "bytes": "1 GB",
            "instances": str(instances), "devices_per_instance": str(devices),
        }
    )  # fmt: skip


def test_two_instances_of_two_devices_on_eight_ranks() -> None:
    assert pairs_of(8, sync(2, 2)) == ((0, 4), (1, 5), (2, 6), (3, 7))


@pytest.mark.parametrize(
    ("ranks", "instances", "devices", "shards"),
    [(256, 16, 16, 128), (4096, 16, 128, 2048), (4096, 16, 64, 1024), (16, 1, 16, 8), (2, 4, 4, 1)],
)
def test_as_many_whole_instances_as_leave_sources(ranks: int, instances: int, devices: int, shards: int) -> None:
    found = pairs_of(ranks, sync(instances, devices))
    assert len(found) == shards
    flat = [rank for pair in found for rank in pair]
    assert len(set(flat)) == len(flat)
    assert max(flat) == ranks - 1
    assert all(other - own >= ranks // 2 for own, other in found)
