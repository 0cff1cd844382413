"""What travels for one copy of a token between the ranks of an expert-parallel group."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.dtypes import Blocks, elements_bytes


@dataclass(frozen=True, slots=True)
class TokenRow:
    """What travels for one token and one of its copies: ``width`` elements, their scales, and ``extra`` bytes."""

    width: int
    dtype: str
    scale: Blocks | None = None
    extra: int = 0

    @property
    def size(self) -> int:
        """Bytes of a row: 8192 in fp8 with a 4-byte scale per 128 elements are 8448 B; 8192 in bf16 are 16384 B."""
        return elements_bytes(self.width, self.dtype, self.scale) + self.extra
