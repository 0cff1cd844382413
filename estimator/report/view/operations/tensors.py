"""A tensor in words: shape, element type, which buffer."""

from __future__ import annotations

from estimator.spec.tensor import Tensor
from estimator.units import SPACE


def tensor_text(tensor: Tensor, semantics: str) -> str:
    """A tensor in one line: shape, element type, which buffer."""
    what = dtype_text(tensor)
    shape = f"[{', '.join(str(axis) for axis in tensor.shape)}] " if tensor.shape else ""
    return f"{shape}{what}{SPACE}\u00b7{SPACE}{semantics}" if what else f"{shape}{semantics}"


def dtype_text(tensor: Tensor) -> str:
    """The element type as people write it, with its scale: "FP8 E4M3 + scale"."""
    name = (tensor.dtype or "").upper().replace("_", " ")
    return f"{name} + scale" if name and tensor.blocks is not None else name
