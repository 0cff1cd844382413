"""Text with a unit to an SI number ("400 Gbit/s" is 5e10 B/s), and back to text for people.

The grammar is closed: a number, then one of the listed units of the kind that is asked for. What could be read in
two ways ("400 gb/s", a bare 5) is an error that says what to write. Printed numbers have about four significant
digits and a no-break space before the unit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from math import isfinite
from types import MappingProxyType
from typing import Literal

from estimator.misread import ANY, LONGEST, Misreading, bits, kind_of, no_number, wrong_unit
from estimator.misread import shown as shown  # part of this module too
from estimator.phrase import phrase, word

Kind = Literal["time", "bandwidth", "size", "ratio", "rate"]

KINDS: tuple[Kind, ...] = ("time", "bandwidth", "size", "ratio", "rate")
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?)[ \u00a0]?(.*)", re.DOTALL)
_NONZERO = re.compile(r"[0.]*[1-9]")  # 1e-400 is written as more than 0 and reads as 0
_DECIMAL = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
_BINARY = {"Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40, "Pi": 2.0**50}
_ALL_PREFIXES = _DECIMAL | _BINARY


class UnitError(ValueError):
    """Text that is no quantity of the kind asked for: ``what`` is wrong and what to write (``hint``)."""

    def __init__(self, what: str, hint: str) -> None:
        self.what = what
        self.hint = hint
        super().__init__(phrase("{what}; {hint}", what=what, hint=hint))


def _times(seconds: dict[str, float]) -> dict[str, float]:
    return seconds | {"\u00b5s": 1e-6, "\u03bcs": 1e-6}


def _bandwidths() -> dict[str, float]:
    table = {}
    for prefix, factor in _ALL_PREFIXES.items():
        for unit in ("B/s", "byte/s"):
            table[prefix + unit] = factor
        for unit in ("bit/s", "b/s", "bps"):
            table[prefix + unit] = factor / 8
    return table


UNITS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "time": _times({"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60.0, "h": 3600.0}),
        "bandwidth": _bandwidths(),
        "size": {prefix + "B": factor for prefix, factor in _ALL_PREFIXES.items()} | {"byte": 1.0, "bytes": 1.0},
        "ratio": {"": 1.0, "%": 0.01},
        "rate": {prefix + unit: factor for prefix, factor in _DECIMAL.items() for unit in ("/s", "msg/s")},
    }
)
LIMITS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"time": (1e-30, 1e15), "bandwidth": (1e-3, 1e60), "size": (1.0, 1e24), "ratio": (1e-30, 1e9), "rate": (1e-9, 1e60)}
)
"""What a value may be unless it is 0, in SI units: far beyond any machine, and products of them stay finite."""
EXAMPLES: Mapping[str, str] = MappingProxyType(
    {"time": "5 us", "bandwidth": "400 Gbit/s or 50 GB/s", "size": "1 MiB or 64 KB", "ratio": "0.15 or 15 %"}
    | {"rate": "200 Mmsg/s"}
)


def parse(text: str, kind: Kind, *, positive: bool = False) -> float:
    """The SI value of a quantity: seconds, bytes per second, bytes, a plain ratio, or messages per second.

    Always finite, within ``LIMITS`` or 0, above 0 where ``positive``. ``parse("400 Gbit/s", "bandwidth")`` is 5e10.
    Raises ``UnitError`` with what is wrong and what to write.
    """
    match = _NUMBER.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if match is None:
        raise _not_a_quantity(text, kind)
    number, unit = match.groups()
    factor = UNITS[kind].get(unit)
    if factor is None:
        raise _refused(wrong_unit(text, number, unit, kind, UNITS, EXAMPLES[kind]))
    # As decimals, so that 1.93 ms is the same number as 0.00193 s and 5 % is 0.05; a factor or its inverse is whole.
    exact = Decimal(number) / round(1 / factor) if factor < 1 else Decimal(number) * int(factor)
    value = float(exact)
    low, high = LIMITS[kind]
    if not value <= high:
        raise UnitError(
            phrase("'{text}' is too large", text=text),
            phrase("write a finite value such as {example}", example=EXAMPLES[kind]),
        )
    if positive and value == 0 and not _NONZERO.match(number):
        raise UnitError(
            phrase("'{text}' must be more than 0", text=text),
            phrase("write a value such as {example}", example=EXAMPLES[kind]),
        )
    if value < low and _NONZERO.match(number):
        raise UnitError(
            phrase("'{text}' is too small", text=text),
            phrase("write a value such as {example}", example=EXAMPLES[kind]),
        )
    return value


def parse_any(text: str) -> tuple[Kind, float]:
    """A quantity of whichever kind its unit tells: ``("time", 5e-06)`` for "5 us". Raises ``UnitError``."""
    match = _NUMBER.fullmatch(text.strip()) if len(text) <= LONGEST else None
    for kind in KINDS:
        if match is not None and match.group(2) in UNITS[kind]:
            return kind, parse(text, kind)
    if match is None:
        raise _refused(
            no_number(text, UNITS, KINDS, ANY) or Misreading(phrase("{text} is not a quantity", text=shown(text)), ANY)
        )
    number, unit = match.groups()
    if words := bits(text, number, unit):
        raise _refused(words)
    near = kind_of(unit, UNITS)
    if near is None:
        raise UnitError(phrase("{text} is not a quantity", text=shown(text)), ANY)
    raise _refused(wrong_unit(text, number, unit, near, UNITS, EXAMPLES[near]))


def _refused(words: Misreading) -> UnitError:
    return UnitError(words.what, words.hint)


def _not_a_quantity(text: str, kind: Kind) -> UnitError:
    example = phrase("write a value such as {examples}", examples=EXAMPLES[kind])
    if words := no_number(text, UNITS, (kind,), example):
        return _refused(words)
    if kind == "ratio":
        hint = phrase("write a plain number or per cent, such as {examples}", examples=EXAMPLES[kind])
        return UnitError(phrase("{text} is not a number", text=shown(text)), hint)
    return UnitError(
        phrase("{text} is not a {kind}", text=shown(text), kind=word(kind)),
        phrase("write a number and a unit, such as {examples}", examples=EXAMPLES[kind]),
    )


SPACE = "\u00a0"
_TIME_STEPS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "\u00b5s"), (1e-9, "ns"))
_DECIMAL_STEPS = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
_BINARY_STEPS = ((2**50, "PiB"), (2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"))


@lru_cache(maxsize=8192)
def format_number(value: float, digits: int = 4) -> str:
    """``digits`` significant digits without trailing zeros: 0.05 is "0.05", 1234.5 is "1234" and 1e9 "1000000000"."""
    rounded = float(f"{value:.{digits - 1}e}")
    if rounded == 0:
        return "0"
    if not isfinite(rounded):
        return "\u221e"
    exponent = int(f"{rounded:e}".split("e")[1])
    text = f"{rounded:.{max(digits - 1 - exponent, 0)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@lru_cache(maxsize=8192)
def _scaled(value: float, steps: tuple[tuple[float, str], ...], unit: str, digits: int) -> str:
    # The step is chosen by the rounded value, so that 999.96 us prints as 1 ms and never as 1000 us.
    rounded = float(f"{value:.{digits - 1}e}")
    for factor, prefix in steps:
        if abs(rounded) >= factor * (1 - 1e-12):
            return f"{format_number(value / factor, digits)}{SPACE}{prefix}{unit}"
    factor, prefix = steps[-1]
    return f"{format_number(value / factor, digits)}{SPACE}{prefix}{unit}"


def format_time(seconds: float, digits: int = 4) -> str:
    """Seconds as s, ms, us or ns: 8.835008e-05 is "88.35 us" (with the micro sign)."""
    return f"0{SPACE}s" if seconds == 0 else _scaled(seconds, _TIME_STEPS, "", digits)


def format_size(size: float, digits: int = 4, binary: bool | None = None) -> str:
    """Bytes: a power of two from 1 KiB up in its binary unit ("1 MiB"), else decimal ("276.8 MB").

    ``binary`` True or False asks for one of the two.
    """
    whole = int(size)
    power = whole == size and whole >= 2**10 and whole & (whole - 1) == 0
    if (power if binary is None else binary) and size >= 2**10:
        return _scaled(size, _BINARY_STEPS, "", digits)
    return _scaled(size, _DECIMAL_STEPS, "B", digits)


def format_bandwidth(bytes_per_second: float, digits: int = 4) -> str:
    """Bytes per second in decimal units: 5e10 is "50 GB/s"."""
    return _scaled(bytes_per_second, _DECIMAL_STEPS, "B/s", digits)


def format_bit_rate(bytes_per_second: float, digits: int = 4) -> str:
    """The same rate in bits: 5e10 is "400 Gbit/s"."""
    return _scaled(bytes_per_second * 8, _DECIMAL_STEPS, "bit/s", digits)


def format_bandwidth_both(bytes_per_second: float, digits: int = 4) -> str:
    """Both readings at once: "50 GB/s (400 Gbit/s)"."""
    return f"{format_bandwidth(bytes_per_second, digits)} ({format_bit_rate(bytes_per_second, digits)})"


def format_ratio(ratio: float, digits: int = 4) -> str:
    """A share as per cent: 0.153 is "15.3 %"."""
    return f"{format_number(ratio * 100, digits)}{SPACE}%"


class Counted(int):
    """How many there are of something; the format names it: ``f"{Counted(1):rank}"`` is "1 rank", of 8 "8 ranks"."""

    def __format__(self, noun: str) -> str:
        return f"{self:d} {noun}{'' if self == 1 else 's'}" if noun not in ("", "d") else int.__format__(self, noun)


def format_factor(factor: float, digits: int = 4) -> str:
    """A factor: 2.25 is "2.25x" with the multiplication sign."""
    return f"{format_number(factor, digits)}\u00d7"
