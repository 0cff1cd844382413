"""Weight synchronisation against the worked example."""

import pytest

from estimator.layout.weights import WeightTransfer
from tests.spec.training.worked import WORKED


def test_every_figure_of_the_worked_example() -> None:
    known = WORKED["rl"]
    found = WeightTransfer(known["weights_fp8_bytes"], 16, 128, per_node=8, trainer_nodes=512)
    assert (found.shard, found.node_ingress) == (known["shard_per_rollout_device"], known["ingress_per_rollout_node"])
    assert found.delivered == known["total_delivered"]
    assert found.ingress_seconds(320e9) == pytest.approx(known["reshard_lower_bound_ingress_s_node320"], rel=1e-12)
    assert found.egress_seconds(320e9) == pytest.approx(known["trainer_egress_no_relay_s_node320"], rel=1e-12)
    broadcast = known["broadcast_everything_to_every_device_s_at_40GBps"]
    assert found.broadcast_seconds(40e9) == pytest.approx(broadcast, rel=1e-12)
