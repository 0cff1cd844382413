"""The shards of a model's weights that the devices of a rollout fetch in reinforcement learning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WeightShards:
    """``weights`` bytes are shared evenly by the ``devices`` of an instance, ``per_node`` of them on a node."""

    weights: float
    devices: int
    per_node: int

    @property
    def shard(self) -> float:
        """Bytes that one device needs: 5.01 TB over 128 devices are 39.1 GB."""
        return self.weights / self.devices

    @property
    def held(self) -> tuple[int, ...]:
        """Devices on each node of an instance, the last one holding the rest: 12 on nodes of 8 are (8, 4)."""
        full, rest = divmod(self.devices, self.per_node)
        return (self.per_node,) * full + ((rest,) if rest else ())

    @property
    def node_ingress(self) -> float:
        """Bytes that enter the fullest node: eight shards of 39.1 GB are 313 GB."""
        return self.shard * self.held[0]

    def seconds(self, device_rate: float, node_rate: float) -> float:
        """Time for all shards of a node [s], each at ``device_rate``, together at ``node_rate`` [B/s].

        Whichever takes longer counts: 313 GB through a node's 320 GB/s are 0.98 s, a shard at 48 GB/s 0.82 s.
        """
        return max(self.shard / device_rate, self.node_ingress / node_rate)
