"""The buffer of an operation as a spec gives it."""

from __future__ import annotations

from math import prod
from typing import Annotated, Literal

from pydantic import (
    Field,
    model_validator,
)

from estimator.dtypes import TYPES, Blocks, elements_bytes
from estimator.phrase import phrase
from estimator.spec.values.base import (
    Count,
    Dtype,
    Listed,
    SpecModel,
)
from estimator.spec.values.quantity import (
    Size,
    fault,
)
from estimator.spec.values.scale import Scale, scaled_once
from estimator.units import LIMITS

Semantics = Literal["input", "output", "per_peer_shard", "message"]


class Tensor(SpecModel):
    """The buffer of one rank that the spec gives; which one it is says `semantics`."""

    shape: Annotated[tuple[Count, ...], Field(min_length=1), Listed] | None = None
    """Elements along each axis."""
    dtype: Dtype | None = None
    """Element type."""
    scale: Scale | None = None
    """Scale factors sent along with the elements."""
    semantics: Semantics
    """Which buffer it is: input (all that the rank gives), output (all that it gets), per_peer_shard (for one peer) or
    message (of a p2p)."""
    bytes: Size | None = None
    """Size of the buffer in place of shape and dtype [B]."""

    @model_validator(mode="after")
    def one_way_to_give_the_size(self) -> Tensor:
        """Either `bytes`, or `shape` with `dtype`."""
        if self.bytes is None and (self.shape is None or self.dtype is None):
            missing = "shape" if self.shape is None else "dtype"
            raise fault(phrase("no {missing}", missing=missing), "write shape and dtype, or bytes")
        if self.bytes is not None and (self.shape is not None or self.scale is not None):
            key = "shape" if self.shape is not None else "scale"
            raise fault(
                phrase("{key} and bytes both give the size", key=key), "write shape and dtype, or bytes", "bytes"
            )
        scaled_once(self.dtype, self.scale, "scale")
        if self.size_bytes > LIMITS["size"][1]:
            raise fault("the tensor is too large", phrase("keep it below {most:g} B", most=LIMITS["size"][1]), "shape")
        return self

    @property
    def blocks(self) -> Blocks | None:
        """The scale factors that travel along: those stated, or those of the format itself."""
        own = TYPES[self.dtype].scale if self.dtype else None
        return self.scale.blocks if self.scale else own

    @property
    def size_bytes(self) -> int:
        """Bytes of the buffer: the bits of its elements, and its scale factors, in whole bytes and whole blocks."""
        if self.shape is None or self.dtype is None:
            return round(self.bytes or 0)
        return elements_bytes(prod(self.shape), self.dtype, self.scale.blocks if self.scale else None)
