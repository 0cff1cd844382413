"""How a model is trained: batch, precision, what is recomputed, how state is sharded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from estimator.dtypes import Blocks
from estimator.layout.grid import LayoutError, RankLayout
from estimator.layout.model import Model

Context = Literal["all_gather", "ring", "ulysses"]


@dataclass(frozen=True, slots=True)
class Rollout:
    """Where reinforcement learning takes the weights: instances of ``devices``, once in ``steps`` training steps."""

    devices: int
    steps: float = 1
    dtype: str = "bf16"


@dataclass(frozen=True, slots=True)
class Training:
    """One training step: ``micro_batches`` of ``micro_batch`` sequences of ``sequence`` tokens per pipeline.

    ``context``: how attention sees the whole sequence under CP. ``interleave``: model chunks per pipeline stage.
    ``zero``: 0 reduces whole gradients, 1 and 2 shard the optimizer, 3 the parameters too. ``capacity_factor`` makes
    dispatch and combine of fixed length. With each copy of a token dispatch sends ``dispatch_scale`` and
    ``dispatch_extra`` bytes (a probability, an index). Element types are names as in ``dtypes``. With a ``rollout``
    the weights are carried over to it.
    """

    sequence: int
    micro_batch: int = 1
    micro_batches: int = 1
    interleave: int = 1
    stage_layers: tuple[int, ...] = ()
    context: Context = "all_gather"
    recompute: bool = False
    zero: Literal[0, 1, 2, 3] = 1
    capacity_factor: float | None = None
    aux_loss: bool = False
    activation: str = "bf16"
    dispatch: str = "bf16"
    dispatch_scale: Blocks | None = None
    dispatch_extra: int = 0
    combine: str = "bf16"
    gradient: str = "fp32"
    expert_gradient: str = "fp32"
    parameter: str = "bf16"
    rollout: Rollout | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A model, its layout and its training, which fit together; made by ``fitting``."""

    model: Model
    layout: RankLayout
    training: Training

    @property
    def tokens(self) -> int:
        """Tokens of a micro-batch on one rank between attention and experts: s b / (cp tp)."""
        return self.training.sequence * self.training.micro_batch // (self.layout.cp * self.layout.tp)

    @property
    def sequence_tokens(self) -> int:
        """Tokens of a micro-batch that a tensor-parallel group works on: s b / cp."""
        return self.training.sequence * self.training.micro_batch // self.layout.cp


def fitting(model: Model, layout: RankLayout, training: Training) -> Case:
    """The three together. Raises LayoutError when the layout does not divide what it shares out."""
    for key in ("sequence", "micro_batch", "micro_batches", "interleave"):
        if getattr(training, key) < 1:
            raise LayoutError(key, f"{key} is {getattr(training, key)}", "write 1 or more")
    tokens = training.sequence * training.micro_batch
    if tokens % (layout.cp * layout.tp):
        what = f"{tokens} tokens of a micro-batch on cp {layout.cp} x tp {layout.tp} ranks"
        raise LayoutError("sequence", what, f"write a sequence that {layout.cp * layout.tp} divides")
    if model.experts and model.experts % layout.ep:
        raise LayoutError("ep", f"{model.experts} experts on ep {layout.ep} ranks", "write an ep that divides them")
    if not model.experts and layout.ep > 1:
        raise LayoutError("ep", f"ep {layout.ep} without experts", "write ep 1, or the number of experts")
    return Case(model, layout, training)
