"""One forward pass of inference: model, layout and how many tokens pass, which fit together."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.dtypes import elements_bytes
from estimator.layout.grid import LayoutError, RankLayout
from estimator.layout.token_row import TokenRow
from estimator.phrase import phrase
from estimator.spec.inference.run import InferenceRun, Phase
from estimator.spec.training.fitted import share_out
from estimator.spec.training.run import TrainingRun
from estimator.spec.training.shape import ModelShape, Moe


@dataclass(frozen=True, slots=True)
class ElementTypes:
    """Element types of a forward pass; ``dispatch``: what travels of one dispatched copy of a token."""

    activation: str
    dispatch: TokenRow
    combine: TokenRow
    kv: str


@dataclass(frozen=True, slots=True)
class Forward:
    """``sequences`` of a data-parallel replica with ``tokens`` each pass the model once; made by ``forward``."""

    model: ModelShape
    moe: Moe | None
    layout: RankLayout
    sequences: int
    tokens: int
    types: ElementTypes

    @property
    def sequence_tokens(self) -> int:
        """Tokens that a tensor-parallel group works on, the fullest one's."""
        return -(-self.sequences * self.tokens // self.layout.cp)

    @property
    def own_tokens(self) -> int:
        """Tokens that a rank takes to the experts, the fullest one's: each goes there once."""
        return -(-self.sequence_tokens // self.layout.tp)

    @property
    def moe_layers(self) -> int:
        """Layers with experts."""
        return self.model.layers - self.model.dense_layers if self.moe is not None else 0

    def activations(self, tokens: int) -> int:
        """Bytes of the hidden states of so many tokens [B]."""
        return elements_bytes(tokens * self.model.hidden, self.types.activation)

    def keys_and_values(self, tokens: int, layers: int, dtype: str) -> int:
        """Bytes that one rank holds of the keys and values of so many tokens [B]; a latent is on every TP rank whole.

        61 layers with a latent of 576, one token, bf16: 70,272 B.
        """
        shared = min(self.layout.tp, self.model.kv_heads or self.layout.tp)
        width = self.model.kv_latent or -(-2 * self.model.key_value_width // shared)
        return elements_bytes(layers * tokens * width, dtype)


def forward(
    phase: Phase,
    inference: InferenceRun,
    model: ModelShape,
    moe: Moe | None,
    layout: RankLayout,
    like: TrainingRun | None = None,
) -> Forward:
    """The forward pass of a step. Raises LayoutError when the layout does not divide what it shares out.

    ``like``: the training whose element types hold where ``inference`` names none.
    """
    share_out(model, moe, layout)
    if model.layers < layout.pp:
        raise LayoutError(
            "pp",
            phrase("{pp} stages for {layers} layers", pp=layout.pp, layers=model.layers),
            phrase("write at most {layers}", layers=model.layers),
        )
    types = _types(inference, model.hidden, like)
    if phase == "prefill":
        run = inference.prefill
        return Forward(model, moe, layout, run.batch if run else 0, run.tokens if run else 0, types)
    batch = inference.decode.batch if inference.decode else 0
    return Forward(model, moe, layout, batch, 1 + inference.speculative, types)


def _types(inference: InferenceRun, hidden: int, like: TrainingRun | None) -> ElementTypes:
    activation = inference.activation or (like.activation if like else "bf16")
    combine = inference.combine or (like.combine if like else "bf16")
    return ElementTypes(
        activation, _dispatch(inference, hidden, like), TokenRow(hidden, combine), inference.kv or activation
    )


def _dispatch(inference: InferenceRun, hidden: int, like: TrainingRun | None) -> TokenRow:
    source = inference if inference.dispatch is not None or like is None else like
    scale = source.dispatch_scale.blocks if source.dispatch_scale is not None else None
    return TokenRow(hidden, source.dispatch or "bf16", scale, source.dispatch_extra)
