"""Message sizes as the models hold them: a list, or a range that is walked in steps per octave."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from estimator.phrase import phrase
from estimator.spec.values.patterns import quantity_schema, size_range_pattern
from estimator.spec.values.quantity import AS_WRITTEN, fault, one, said


@dataclass(frozen=True, slots=True)
class SizeSweep:
    """Message sizes: a list, or a range low .. high that is walked in steps per octave."""

    low: float
    high: float
    listed: tuple[float, ...] = ()
    text: str = field(default="", compare=False)

    def points(self, per_octave: int = 1) -> tuple[int, ...]:
        """The sizes in bytes, whole and rising; 1 KiB .. 4 KiB at one an octave is (1024, 2048, 4096)."""
        if self.listed:
            return tuple(sorted({round(size) for size in self.listed}))
        ratio, sizes, step = 2 ** (1 / per_octave), [], 0
        while (size := self.low * ratio**step) < self.high * (1 - 1e-9):
            sizes.append(round(size))
            step += 1
        return tuple(sorted({*sizes, round(self.high)}))


_RANGE = re.compile(r"(.+?)\s*\.\.\s*(.+)")


def _sizes(value: Any) -> SizeSweep:
    if isinstance(value, SizeSweep):
        return value
    if isinstance(value, (list, tuple)):
        listed = tuple(one(text, "size", True) for text in value)
        if not listed:
            raise fault("no sizes", "write a list of sizes or a range such as 64 KiB .. 1 GiB")
        return SizeSweep(min(listed), max(listed), listed, ", ".join(str(text) for text in value))
    match = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise fault(
            phrase("{value} is no list and no range", value=said(value)), "write [1 MiB, 64 MiB] or 64 KiB .. 1 GiB"
        )
    low, high = one(match[1], "size", True), one(match[2], "size", True)
    if low >= high:
        raise fault(
            phrase("{value} does not rise", value=said(value)), "write the smaller size first, as in 64 KiB .. 1 GiB"
        )
    return SizeSweep(low, high, (), str(value))


Sizes = Annotated[
    SizeSweep,
    PlainValidator(_sizes),
    AS_WRITTEN,
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": size_range_pattern(), "examples": ["64 KiB .. 1 GiB"]},
                {"type": "array", "items": quantity_schema("size", True), "minItems": 1},
            ],
            "description": "Message sizes n: a list, or a range such as 64 KiB .. 1 GiB.",
        }
    ),
]
