"""Model, layout and training run that fit together."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.layout.grid import LayoutError, RankLayout
from estimator.phrase import phrase
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe


@dataclass(frozen=True, slots=True)
class Fitted:
    """A model, its layout and its training, which fit together; made by ``fitting``."""

    model: ModelShape
    moe: Moe | None
    layout: RankLayout
    training: TrainingRun

    @property
    def tokens(self) -> int:
        """Tokens of a micro-batch on one rank between attention and experts: s b / (cp tp)."""
        return self.training.sequence * self.training.micro_batch // (self.layout.cp * self.layout.tp)

    @property
    def sequence_tokens(self) -> int:
        """Tokens of a micro-batch that a tensor-parallel group works on: s b / cp."""
        return self.training.sequence * self.training.micro_batch // self.layout.cp

    @property
    def dense_layers(self) -> int:
        """Layers without experts, which come first."""
        return self.model.dense_layers if self.moe is not None else self.model.layers

    @property
    def kv_ranks(self) -> int:
        """Tensor-parallel ranks with different keys and values: no more than there are heads."""
        return min(self.layout.tp, self.model.kv_heads or self.layout.tp)


def fitting(model: ModelShape, moe: Moe | None, layout: RankLayout, training: TrainingRun) -> Fitted:
    """All of them together. Raises LayoutError when the layout does not divide what it shares out."""
    tokens = training.sequence * training.micro_batch
    if tokens % (layout.cp * layout.tp):
        what = phrase(
            "{tokens} tokens of a micro-batch on cp {cp} x tp {tp} ranks", tokens=tokens, cp=layout.cp, tp=layout.tp
        )
        raise LayoutError(
            "sequence", what, phrase("write a sequence that {ranks} divides", ranks=layout.cp * layout.tp)
        )
    if moe is not None and model.expert_ffn == 0:
        raise LayoutError("expert_ffn", "experts without a width", "write expert_ffn: the inner width of one expert")
    share_out(model, moe, layout)
    return Fitted(model, moe, layout, training)


def share_out(model: ModelShape, moe: Moe | None, layout: RankLayout) -> None:
    """Raises LayoutError when heads or experts do not fall evenly on the ranks of the layout."""
    if model.kv_heads and max(model.kv_heads, layout.tp) % min(model.kv_heads, layout.tp):
        what = phrase("{kv_heads} heads of keys and values on tp {tp} ranks", kv_heads=model.kv_heads, tp=layout.tp)
        raise LayoutError("kv_heads", what, "write a tp that divides the heads, or is a multiple of them")
    if moe is not None and moe.experts % layout.ep:
        raise LayoutError(
            "ep",
            phrase("{experts} experts on ep {ep} ranks", experts=moe.experts, ep=layout.ep),
            "write an ep that divides them",
        )
    if moe is None and layout.ep > 1:
        raise LayoutError("ep", "the spec has no moe", "add moe: {experts: ..., top_k: ...}, or write ep: 1")
