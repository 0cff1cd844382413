"""Element types of tensors, by their bits, and the one function for the bytes of elements."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from estimator.phrase import phrase


class Blocks(NamedTuple):
    """Scale factors that travel with elements: one of ``bytes`` for every ``per`` elements begun."""

    bytes: int
    per: int

    def over(self, elements: int) -> int:
        """Bytes of the scales of so many elements [B]: 130 elements, 4 B per 128, are 2 blocks, 8 B."""
        return self.bytes * -(-elements // self.per)


class ElementType(NamedTuple):
    """``bits`` of one element; ``scale``: the scale factors that belong to the format itself."""

    bits: int
    scale: Blocks | None = None


_MX = Blocks(1, 32)
"""One E8M0 byte per 32 elements. Source: OCP Microscaling Formats (MX) Specification 1.0, section 5."""

TYPES: Mapping[str, ElementType] = MappingProxyType(
    {
        "bf16": ElementType(16),
        "fp16": ElementType(16),
        "fp32": ElementType(32),
        "fp64": ElementType(64),
        "fp8_e4m3": ElementType(8),
        "fp8_e5m2": ElementType(8),
        "fp4": ElementType(4),
        "mxfp8": ElementType(8, _MX),
        "mxfp6": ElementType(6, _MX),
        "mxfp4": ElementType(4, _MX),
        "nvfp4": ElementType(4, Blocks(1, 16)),
        "int4": ElementType(4),
        "uint4": ElementType(4),
        "int8": ElementType(8),
        "uint8": ElementType(8),
        "int16": ElementType(16),
        "uint16": ElementType(16),
        "int32": ElementType(32),
        "uint32": ElementType(32),
        "int64": ElementType(64),
        "uint64": ElementType(64),
    }
)


def elements_bytes(elements: int, dtype: str, scale: Blocks | None = None) -> int:
    """Bytes of so many elements that lie together [B], rounded up to whole bytes and whole blocks of scales.

    7168 of bf16 are 14336 B, of fp8_e4m3 with ``scale`` 4 B per 128 elements 7392 B, of mxfp4 3584 + 224 B. Raises
    KeyError for an unknown type and ValueError for a second scale beside the format's own.
    """
    bits, own = TYPES[dtype]
    if own is not None and scale is not None:
        raise ValueError(phrase("{dtype} carries its own scale factors", dtype=dtype))
    scales = scale or own
    return -(-elements * bits // 8) + (scales.over(elements) if scales is not None else 0)


def element_width(dtype: str) -> float:
    """Bytes of one element without scale factors [B]: 2 of bf16, 0.5 of fp4. KeyError for an unknown type."""
    return TYPES[dtype].bits / 8
