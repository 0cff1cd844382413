"""How inference runs, as it is written: a prefill step, a decode step, element types."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from estimator.phrase import phrase
from estimator.spec.training.layout import Layout
from estimator.spec.values.base import Count, Dtype, SpecModel, WholeNumber
from estimator.spec.values.quantity import fault
from estimator.spec.values.scale import Scale, scaled_once

Phase = Literal["prefill", "decode"]


class PrefillRun(SpecModel):
    """One prefill step of a data-parallel replica: its prompts pass the model once."""

    batch: Count
    """Prompts in the step, of one data-parallel replica."""
    tokens: Count
    """Tokens of a prompt."""
    layout: Layout | None = None
    """The layout of the ranks that prefill; left out: the spec's. Groups take it with `from_layout: prefill.ep`."""


class DecodeRun(SpecModel):
    """One decode step of a data-parallel replica: every sequence gets its next token."""

    batch: Count
    """Sequences that decode together, of one data-parallel replica."""
    context: Count | None = None
    """Tokens of a sequence whose keys and values arrive when it joins; for `decode.kv_transfer`."""
    output: Count | None = None
    """Tokens a sequence is given before it leaves; for `decode.kv_transfer`."""
    layout: Layout | None = None
    """The layout of the ranks that decode; left out: the spec's. Groups take it with `from_layout: decode.ep`."""


class InferenceRun(SpecModel):
    """How inference runs: each step is one forward pass of the model, with nothing of a backward pass.

    Operations refer to its traffic with `from_model`: `prefill.moe_dispatch`, `decode.tp_all_reduce`, `kv_transfer`.
    """

    prefill: PrefillRun | None = None
    """The prefill step."""
    decode: DecodeRun | None = None
    """The decode step."""
    tp_collective: Literal["all_reduce", "rs_ag"] = "all_reduce"
    """How tensor parallelism ends a block: one AllReduce, or ReduceScatter and AllGather around the next one."""
    speculative: WholeNumber = 0
    """Draft tokens that a decode step checks beside each sequence's next token."""
    activation: Dtype | None = None
    """Element type of activations; left out: as in `training`, else bf16."""
    dispatch: Dtype | None = None
    """Element type of dispatched tokens; left out: as in `training` with scale and extra bytes, else bf16."""
    dispatch_scale: Scale | None = None
    """Scale factors sent along with dispatched tokens; beside `dispatch`."""
    dispatch_extra: WholeNumber = 0
    """Further bytes with each copy of a dispatched token: a probability, an index [B]; beside `dispatch`."""
    combine: Dtype | None = None
    """Element type of combined tokens; left out: as in `training`, else bf16."""
    kv: Dtype | None = None
    """Element type of stored keys and values; left out: as the activations."""

    @model_validator(mode="after")
    def there_is_a_step(self) -> InferenceRun:
        """A prefill step, a decode step, or both."""
        if self.prefill is None and self.decode is None:
            raise fault("neither prefill nor decode", "add decode: {batch: 128}, or prefill: {batch: 1, tokens: 4096}")
        return self

    @model_validator(mode="after")
    def scales_go_with_their_type(self) -> InferenceRun:
        """Scale factors and extra bytes belong to the type of dispatched tokens that is written here."""
        for key in ("dispatch_scale", "dispatch_extra"):
            if self.dispatch is None and getattr(self, key):
                raise fault(phrase("{key} without dispatch", key=key), "add dispatch: fp8_e4m3, or another type", key)
        scaled_once(self.dispatch, self.dispatch_scale, "dispatch_scale")
        return self
