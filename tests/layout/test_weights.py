"""Shards of a model's weights against the worked example."""

import pytest

from estimator.layout.weights import WeightShards


def test_the_shards_of_the_worked_example() -> None:
    found = WeightShards(5_010_670_747_648, devices=128, per_node=8)
    assert (found.shard, found.node_ingress, found.held) == (39_145_865_216, 313_166_921_728, (8,) * 16)
    # a node receives 313 GB at 320 GB/s; a device alone would take 0.87 s at 45 GB/s
    assert found.seconds(45e9, 320e9) == pytest.approx(0.9786466304, rel=1e-12)
    assert found.seconds(40e9, 400e9) == pytest.approx(0.9786466304, rel=1e-12)


def test_the_last_node_of_an_instance_holds_the_rest() -> None:
    assert WeightShards(120e9, devices=12, per_node=8).held == (8, 4)
    few = WeightShards(120e9, devices=3, per_node=8)
    assert (few.held, few.node_ingress) == ((3,), 120e9)
