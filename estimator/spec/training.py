"""The training, as far as communication depends on it: the model's shape, the rank layout, how a step runs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import PlainValidator, WithJsonSchema, model_validator

from estimator.layout.grid import DEFAULT_ORDER, LayoutError, RankLayout, rank_layout
from estimator.layout.model import Model
from estimator.layout.training import Rollout, Training
from estimator.spec.base import (
    Count,
    Dtype,
    Flag,
    Line,
    Listed,
    Number,
    Scale,
    SpecModel,
    WholeNumber,
    scaled_once,
    whole,
)
from estimator.spec.quantity import fault

Zero = Annotated[int, PlainValidator(whole(0, 3)), WithJsonSchema({"enum": [0, 1, 2, 3]})]


class Moe(SpecModel):
    """The mixture of experts."""

    experts: Count
    """Experts of a layer."""
    top_k: Count
    """Experts that each token is sent to."""
    node_limit: Count | None = None
    """Nodes that the experts of one token may lie on; left out: any."""

    @model_validator(mode="after")
    def a_token_has_enough_experts(self) -> Moe:
        """top_k is at most the number of experts."""
        if self.top_k > self.experts:
            raise fault(f"top_k {self.top_k} is more than {self.experts} experts", "write a smaller top_k", "top_k")
        return self


class Layout(SpecModel):
    """The rank layout as Megatron-LM writes it; groups take their figures from it with `from_layout`."""

    order: Line = DEFAULT_ORDER
    """The axes, the first one varying fastest, such as tp-cp-ep-dp-pp."""
    world: Count
    """All ranks."""
    tp: Count = 1
    """Tensor parallel size."""
    cp: Count = 1
    """Context parallel size."""
    ep: Count = 1
    """Expert parallel size."""
    etp: Count | None = None
    """Tensor parallel size of the experts; left out: as tp."""
    dp: Count | None = None
    """Data parallel size; left out: what remains."""
    pp: Count = 1
    """Pipeline parallel size."""

    @model_validator(mode="after")
    def a_layout_that_can_be(self) -> Layout:
        """The sizes fill the world in both grids, and both have the same pipelines."""
        try:
            self._arranged()
        except LayoutError as error:
            raise fault(error.what, error.hint, error.key) from None
        return self

    @property
    def ranks(self) -> RankLayout:
        """The layout with the sizes that follow: dp and edp."""
        return self._arranged()

    def _arranged(self) -> RankLayout:
        sizes = {"tp": self.tp, "cp": self.cp, "ep": self.ep, "pp": self.pp}
        return rank_layout(self.world, self.order, **sizes, etp=self.etp, dp=self.dp)


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
    vocabulary: WholeNumber = 0
    """Rows of the embedding."""
    tied_embeddings: Flag = False
    """Whether embedding and output matrix are one."""
    attention_params: WholeNumber = 0
    """Parameters of one layer's attention; left out: what follows from the widths."""

    def shape(self, moe: Moe | None) -> Model:
        """The model with its experts. Raises LayoutError when they do not fit together."""
        experts, top_k = (moe.experts, moe.top_k) if moe is not None else (0, 0)
        return Model(experts=experts, top_k=top_k, **vars(self))


class RolloutRun(SpecModel):
    """The instances that take over the weights in reinforcement learning."""

    devices: Count
    """Devices that share the weights of one instance."""
    steps: Number = 1.0
    """Training steps between two transfers."""
    dtype: Dtype = "bf16"
    """Element type of the weights as sent."""

    @model_validator(mode="after")
    def some_steps_lie_between(self) -> RolloutRun:
        """A transfer every zero steps never ends."""
        if self.steps <= 0:
            raise fault("a transfer every 0 steps", "write 1 or more", "steps")
        return self


class TrainingRun(SpecModel):
    """How a training step runs: batch, precision, what is recomputed and sharded."""

    sequence: Count
    """Tokens of a sequence."""
    micro_batch: Count = 1
    """Sequences of a micro-batch."""
    micro_batches: Count = 1
    """Micro-batches of a step on each pipeline."""
    interleave: Count = 1
    """Model chunks of a pipeline stage."""
    stage_layers: Annotated[tuple[Count, ...], Listed] = ()
    """Layers of each pipeline stage; left out: shared evenly, the last stages one more."""
    context: Literal["all_gather", "ring", "ulysses"] = "all_gather"
    """How attention sees the whole sequence under context parallelism."""
    recompute: Flag = False
    """Whether the forward pass runs again during the backward pass."""
    zero: Zero = 1
    """What data parallelism shards: 0 nothing, 1 the optimizer, 2 the gradients too, 3 the parameters too."""
    capacity_factor: Number | None = None
    """Rows of an expert's slot over the mean; makes dispatch and combine of fixed length."""
    aux_loss: Flag = False
    """Whether the loads of the experts are summed for an auxiliary loss."""
    activation: Dtype = "bf16"
    """Element type of activations and their gradients."""
    dispatch: Dtype = "bf16"
    """Element type of dispatched tokens."""
    dispatch_scale: Scale | None = None
    """Scale factors sent along with dispatched tokens."""
    dispatch_extra: WholeNumber = 0
    """Further bytes with each copy of a dispatched token: a probability, an index [B]."""
    combine: Dtype = "bf16"
    """Element type of combined tokens."""
    gradient: Dtype = "fp32"
    """Element type of gradients outside the experts."""
    expert_gradient: Dtype = "fp32"
    """Element type of the experts' gradients."""
    parameter: Dtype = "bf16"
    """Element type of gathered parameters."""
    rollout: RolloutRun | None = None
    """Where reinforcement learning takes the weights."""

    @model_validator(mode="after")
    def dispatched_tokens_are_scaled_once(self) -> TrainingRun:
        """A format that carries its own scale factors takes no others."""
        scaled_once(self.dispatch, self.dispatch_scale, "dispatch_scale")
        return self

    @property
    def step(self) -> Training:
        """The same for `layout.traffic`."""
        scale, rollout = self.dispatch_scale, self.rollout
        values = dict(vars(self))
        values["rollout"] = Rollout(rollout.devices, rollout.steps, rollout.dtype) if rollout else None
        values["dispatch_scale"] = scale.blocks if scale else None
        return Training(**values)
