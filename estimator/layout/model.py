"""The shape of a transformer as far as communication depends on it: widths, layers, experts, parameters."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.layout.grid import LayoutError


@dataclass(frozen=True, slots=True)
class Model:
    """Widths in elements. ``experts`` 0 is a dense model; else the first ``dense_layers`` layers have no experts.

    ``query_width`` and ``kv_width`` are heads times head width (0: as ``hidden``); ``attention_params`` replaces the
    parameters of a layer's attention that follow from them. Feed-forward parts are gated: three matrices.
    """

    hidden: int
    layers: int
    ffn: int = 0
    dense_layers: int = 0
    experts: int = 0
    top_k: int = 0
    expert_ffn: int = 0
    shared_experts: int = 0
    query_width: int = 0
    kv_width: int = 0
    vocabulary: int = 0
    tied_embeddings: bool = False
    attention_params: int = 0

    def __post_init__(self) -> None:
        least = {"hidden": 1, "layers": 1, "top_k": 1 if self.experts else 0, "expert_ffn": 1 if self.experts else 0}
        for name in self.__slots__:
            if getattr(self, name) < least.get(name, 0):
                raise LayoutError(name, f"{name} is {getattr(self, name)}", f"write {least.get(name, 0)} or more")
        if self.top_k > self.experts:
            what = f"top_k {self.top_k} is more than {self.experts} experts"
            raise LayoutError("top_k", what, "write a smaller top_k, or more experts")
        if self.dense_layers > self.layers:
            what = f"{self.dense_layers} dense layers of {self.layers}"
            raise LayoutError("dense_layers", what, f"write at most {self.layers}")

    @property
    def moe_layers(self) -> int:
        """Layers with experts."""
        return self.layers - self.dense_layers if self.experts else 0

    @property
    def q_width(self) -> int:
        """Width of all query heads."""
        return self.query_width or self.hidden

    @property
    def key_value_width(self) -> int:
        """Width of all key heads, or of all value heads."""
        return self.kv_width or self.hidden

    @property
    def expert_params(self) -> int:
        """Parameters of one expert: three matrices."""
        return 3 * self.hidden * self.expert_ffn

    @property
    def routed_params(self) -> int:
        """Parameters of all routed experts."""
        return self.moe_layers * self.experts * self.expert_params

    @property
    def attention(self) -> int:
        """Parameters of one layer's attention: query and output, key and value."""
        return self.attention_params or 2 * self.hidden * (self.q_width + self.key_value_width)

    @property
    def embedding_params(self) -> int:
        """Parameters of the token embedding and, where it is its own, the output matrix."""
        return (1 if self.tied_embeddings else 2) * self.vocabulary * self.hidden

    @property
    def dense_params(self) -> int:
        """Parameters that every expert-parallel rank holds: attention, shared experts, dense layers, routers."""
        shared = self.moe_layers * self.shared_experts * self.expert_params
        routers = self.moe_layers * self.experts * self.hidden
        feed_forward = 3 * self.hidden * self.ffn * (self.layers - self.moe_layers)
        return self.layers * self.attention + shared + routers + feed_forward

    @property
    def params(self) -> int:
        """All parameters: 5.011e12 in the 4,096-rank example."""
        return self.routed_params + self.dense_params + self.embedding_params

    @property
    def active_params(self) -> int:
        """Parameters that work on one token: top_k of the routed experts."""
        used = self.routed_params * self.top_k // self.experts if self.experts else 0
        return used + self.dense_params + self.embedding_params
