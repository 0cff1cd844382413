"""Element types of tensors and their size in bytes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

BYTES: Mapping[str, int] = MappingProxyType(
    {
        "bf16": 2,
        "fp16": 2,
        "fp32": 4,
        "fp64": 8,
        "fp8_e4m3": 1,
        "fp8_e5m2": 1,
        "int8": 1,
        "uint8": 1,
        "int16": 2,
        "uint16": 2,
        "int32": 4,
        "uint32": 4,
        "int64": 8,
        "uint64": 8,
    }
)


def dtype_bytes(name: str) -> int:
    """Bytes of one element: ``dtype_bytes("bf16")`` is 2. An unknown name is a ``KeyError``."""
    return BYTES[name]
