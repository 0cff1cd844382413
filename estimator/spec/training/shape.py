"""The shape of a transformer as far as communication depends on it: widths, layers, experts."""

from __future__ import annotations

from pydantic import model_validator

from estimator.cost.shape import Shape
from estimator.layout.moe import copies_factor
from estimator.phrase import phrase
from estimator.spec.training.routing import Routing
from estimator.spec.values.base import Count, Flag, SpecModel, WholeNumber
from estimator.spec.values.quantity import fault


class Moe(SpecModel):
    """The mixture of experts."""

    experts: Count
    """Experts of a layer."""
    top_k: Count
    """Experts that each token is sent to."""
    node_limit: Count | None = None
    """Nodes that the experts of one token may lie on; left out: any."""
    routing: Routing | None = None
    """The routing that was seen; left out: every expert receives equally many tokens."""

    @model_validator(mode="after")
    def a_token_has_enough_experts(self) -> Moe:
        """top_k is at most the number of experts."""
        if self.top_k > self.experts:
            raise fault(
                phrase("top_k {top_k} is more than {experts} experts", top_k=self.top_k, experts=self.experts),
                "write a smaller top_k",
                "top_k",
            )
        return self

    @model_validator(mode="after")
    def the_routing_is_that_of_these_experts(self) -> Moe:
        """One number an expert, none of which can be more than one copy of every token."""
        if self.routing is None:
            return self
        if self.routing.experts != self.experts:
            what = phrase(
                "{experts} numbers in the histogram, and {known} experts",
                experts=self.routing.experts,
                known=self.experts,
            )
            raise fault(what, "write one number an expert", "routing")
        for number, row in enumerate(self.routing.histogram, start=1):
            if max(row) * self.top_k >= sum(row):
                what = phrase(
                    "row {number} of the histogram gives one expert a copy of every token, or more", number=number
                )
                raise fault(what, phrase("write counts below 1/{top_k} of the row's sum", top_k=self.top_k), "routing")
        return self

    def crossing(self, copies: str, shape: Shape) -> float:
        """Bytes that cross nodes over those with one copy per expert [1]; ValueError when the node limit cannot be.

        Beside a node limit the copies are those of even routing, which are no fewer.
        """
        loads = self.routing.loads if self.routing is not None else None
        return copies_factor(copies, shape, self.experts, self.top_k, self.node_limit, loads)


class ModelShape(SpecModel):
    """The shape of the transformer; its experts are in `moe`. Operations refer to it with `from_model`."""

    hidden: Count
    """Width of a token between layers [elements]."""
    layers: Count
    """All layers."""
    dense_layers: WholeNumber = 0
    """Layers without experts, the first ones; of a model with `moe`."""
    ffn: WholeNumber = 0
    """Inner width of the feed-forward part of layers without experts [elements]."""
    expert_ffn: WholeNumber = 0
    """Inner width of one expert [elements]."""
    shared_experts: WholeNumber = 0
    """Experts that every token passes, in each layer with experts."""
    query_width: WholeNumber = 0
    """Heads times head width of the queries [elements]; left out: as hidden."""
    kv_width: WholeNumber = 0
    """Heads times head width of the keys, or of the values [elements]; left out: as hidden."""
    kv_heads: WholeNumber = 0
    """Heads of the keys, or of the values: more tensor-parallel ranks than heads hold copies; left out: none do."""
    kv_latent: WholeNumber = 0
    """Elements kept of a token in place of all its keys and values (latent attention: 512 + 64); for `inference`."""
    vocabulary: WholeNumber = 0
    """Rows of the embedding."""
    tied_embeddings: Flag = False
    """Whether embedding and output matrix are one."""
    attention_params: WholeNumber = 0
    """Parameters of one layer's attention; left out: what follows from the widths."""
    norms: WholeNumber = 2
    """Norms of a layer, of hidden parameters each; one more follows the last layer, unless there are none."""

    @model_validator(mode="after")
    def dense_layers_are_some_of_the_layers(self) -> ModelShape:
        """No more layers without experts than layers."""
        if self.dense_layers > self.layers:
            what = phrase("{dense_layers} dense layers of {layers}", dense_layers=self.dense_layers, layers=self.layers)
            raise fault(what, phrase("write at most {layers}", layers=self.layers), "dense_layers")
        return self

    @model_validator(mode="after")
    def heads_share_the_width_of_the_keys(self) -> ModelShape:
        """Every head of keys has the same width."""
        if self.kv_heads and self.key_value_width % self.kv_heads:
            what = phrase(
                "{kv_heads} heads in a width of {key_value_width}",
                kv_heads=self.kv_heads,
                key_value_width=self.key_value_width,
            )
            raise fault(what, "write a number of heads that divides kv_width", "kv_heads")
        return self

    @property
    def q_width(self) -> int:
        """Width of all query heads."""
        return self.query_width or self.hidden

    @property
    def key_value_width(self) -> int:
        """Width of all key heads, or of all value heads."""
        return self.kv_width or self.hidden

    @property
    def attention_weights(self) -> tuple[int, int]:
        """Parameters of one layer's attention: of queries and output, of keys and values."""
        if self.attention_params:
            return self.attention_params, 0
        return 2 * self.hidden * self.q_width, 2 * self.hidden * self.key_value_width

    @property
    def expert_params(self) -> int:
        """Parameters of one expert: three matrices."""
        return 3 * self.hidden * self.expert_ffn
