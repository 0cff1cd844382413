"""Numbers as tools print them, with how exact they are, and the tools' words for types and reductions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from estimator.dtypes import TYPES

LONGEST = 24
WIDTHS: Mapping[str, int] = MappingProxyType(
    {name: kind.bits // 8 for name, kind in TYPES.items() if kind.bits % 8 == 0 and kind.scale is None}
)
"""Bytes of one element, of the types that have whole ones."""
_NUMBER = re.compile(r"[+-]?\d+(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?")
_HALVES = tuple(0.5 * 10.0**-digits for digits in range(LONGEST + 1))
NOTHING = frozenset({"N/A", "n/a", "NA", "NULL", "null", "-", "--", "nan", "NaN", "-nan", "None"})
"""What stands where nothing was measured or checked."""


class PrintedNumber(NamedTuple):
    """A printed number and half a unit of its last digit: "12.90" is (12.9, 0.005)."""

    value: float
    half: float


def printed(text: str) -> PrintedNumber | None:
    """The number a token is, or None when it is none."""
    if len(text) > LONGEST or not text.isascii():
        return None
    before, _, digits = text.partition(".")
    if before.isdigit() and (digits.isdigit() or not digits):
        return PrintedNumber(float(text), _HALVES[len(digits)])
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    digits, power = match.group(1) or "", int(match.group(2) or 0)
    return PrintedNumber(float(text), 0.5 * 10.0 ** (power - len(digits))) if abs(power) < 30 else None


def exact(value: float) -> float:
    """The number as the log wrote it: 90 us are 9e-05 s, not 8.999999999999999e-05."""
    return float(f"{value:.13g}")


def whole(text: str) -> int | None:
    """The whole number from 0 on that a token is, or None; "024" is none, but the rest of one."""
    usual = text.isascii() and text.isdigit() and len(text) <= 18 and (text[0] != "0" or len(text) == 1)
    return int(text) if usual else None


def is_root(text: str) -> bool:
    """Whether a token can be a root: -1 for none, or a rank. A time of 10 ms and more has no decimals either."""
    return text == "-1" or (text.isdigit() and len(text) <= 4)


DTYPES: Mapping[str, str] = MappingProxyType(
    {name: name for name in ("bf16", "fp16", "fp32", "fp64", "fp8_e4m3", "fp8_e5m2", "int8", "uint8", "int16")}
    | {name: name for name in ("uint16", "int32", "uint32", "int64", "uint64")}
    | {"half": "fp16", "float16": "fp16", "float": "fp32", "float32": "fp32", "double": "fp64", "float64": "fp64"}
    | {"bfloat16": "bf16", "bfp16": "bf16", "char": "int8", "int": "int32", "byte": "uint8"}
    | {"f8e4m3": "fp8_e4m3", "f8e5m2": "fp8_e5m2", "fp8e4m3": "fp8_e4m3", "fp8e5m2": "fp8_e5m2"}
    | {"fp8_e4m3fn": "fp8_e4m3", "float8_e4m3": "fp8_e4m3", "float8_e5m2": "fp8_e5m2"}
    | {"MPI_CHAR": "int8", "MPI_BYTE": "uint8", "MPI_FLOAT": "fp32", "MPI_INT": "int32", "MPI_DOUBLE": "fp64"}
)
"""The tools' words for element types -> ours."""
REDOPS = frozenset({"sum", "prod", "max", "min", "avg", "mulsum", "premulsum", "none", "all", "op"})


def dtype_of(word: str) -> str:
    """Our name of an element type, or the tool's own where we have none."""
    return DTYPES.get(word) or DTYPES.get(word.lower()) or word


TIME_UNITS: Mapping[str, float] = MappingProxyType(
    {"ns": 1e-9, "us": 1e-6, "\u00b5s": 1e-6, "\u03bcs": 1e-6, "usec": 1e-6}
    | {"ms": 1e-3, "msec": 1e-3, "s": 1.0, "sec": 1.0}
)
RATE_UNITS: Mapping[str, float] = MappingProxyType(
    {"gb/s": 1e9, "gbps": 1e9, "mb/s": 1e6, "mbytes/sec": 1e6, "kb/s": 1e3, "b/s": 1.0}
    | {"gib/s": 2.0**30, "mib/s": 2.0**20}
)
