"""How a training step runs, as it is written: batch, precision, what is recomputed and sharded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import PlainValidator, WithJsonSchema, model_validator

from estimator.spec.values.base import (
    Count,
    Dtype,
    Flag,
    Listed,
    Number,
    Ranks,
    SpecModel,
    WholeNumber,
    whole,
)
from estimator.spec.values.quantity import fault
from estimator.spec.values.scale import Scale, scaled_once

Zero = Annotated[int, PlainValidator(whole(0, 3)), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 3})]


class RolloutRun(SpecModel):
    """The instances that take over the weights in reinforcement learning."""

    devices: Ranks
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
    stage_layers: Annotated[tuple[WholeNumber, ...], Listed] = ()
    """Layers of each pipeline stage; left out: shared evenly, the last stages one more."""
    context: Literal["all_gather", "ring", "ulysses"] = "all_gather"
    """How attention sees the whole sequence under context parallelism."""
    recompute: Flag = False
    """Whether the forward pass runs again during the backward pass."""
    zero: Zero = 1
    """What data parallelism shards: 0 nothing, 1 the optimizer, 2 the gradients too, 3 the parameters too."""
    zero_style: Literal["megatron", "deepspeed"] = "megatron"
    """Whose stage 2: megatron scatters the gradients once a step, deepspeed after every micro-batch."""
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
