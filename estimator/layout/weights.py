"""Weight synchronisation in reinforcement learning: from the trainer's ranks to the devices of the rollout."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WeightTransfer:
    """``weights`` bytes go to ``instances`` copies of the model, each sharded evenly over ``devices`` devices.

    Nodes on both sides hold ``per_node`` devices; bandwidths are those of a node, in bytes per second.
    """

    weights: int
    instances: int
    devices: int
    per_node: int
    trainer_nodes: int

    @property
    def shard(self) -> float:
        """Bytes that one rollout device needs: 5.01 TB over 128 devices are 39.1 GB."""
        return self.weights / self.devices

    @property
    def node_ingress(self) -> float:
        """Bytes that enter one rollout node."""
        return self.shard * self.per_node

    @property
    def delivered(self) -> int:
        """Bytes that all rollout devices receive together."""
        return self.weights * self.instances

    def ingress_seconds(self, node_bandwidth: float) -> float:
        """Lower bound by what a rollout node can receive [s]: 0.98 s at 320 GB/s in the example."""
        return self.node_ingress / node_bandwidth

    def egress_seconds(self, node_bandwidth: float) -> float:
        """Time of the trainer's nodes when no rollout node passes weights on [s]: 0.49 s in the example."""
        return self.delivered / self.trainer_nodes / node_bandwidth

    def broadcast_seconds(self, device_bandwidth: float) -> float:
        """Time when every device receives everything [s]: 125 s at 40 GB/s in the example."""
        return self.weights / device_bandwidth
