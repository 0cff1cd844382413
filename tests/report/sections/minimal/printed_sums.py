"""Sums as the document prints them, worked out again from their digits: "7 x 9 us + 0.875 x 276.8 MB / 35 GB/s"."""

from __future__ import annotations

import re
from typing import NamedTuple

from estimator.units import parse_any

SPACE = "\u00a0"
TOKEN = re.compile(rf"(\d[\d.]*(?:{SPACE}[A-Za-zµ/%]+)?)|([+×÷()])")


class Range(NamedTuple):
    """What a printed number may stand for: all values that are rounded to its digits."""

    low: float
    high: float

    def __add__(self, other: Range) -> Range:  # type: ignore[override]
        return Range(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Range) -> Range:  # type: ignore[override]
        return Range(self.low * other.low, self.high * other.high)

    def __truediv__(self, other: Range) -> Range:
        return Range(self.low / other.high, self.high / other.low)


def printed(number: str) -> Range:
    """A number with four digits and a unit, or a coefficient with six decimals."""
    digits, _, unit = number.partition(SPACE)
    if not unit:
        half = 5e-7 if "." in digits else 0.0
        return Range(float(digits) - half, float(digits) + half)
    value = parse_any(number)[1]
    return Range(value * (1 - 5.001e-4), value * (1 + 5.001e-4))


def worked_out(text: str) -> Range:
    """The value of a printed sum; names between the numbers ("launch 12 us") count for nothing."""
    tokens = [number or sign for number, sign in TOKEN.findall(text)]
    value, rest = _sum(tokens)
    assert not rest, f"{text}: {rest} left over"
    return value


def _sum(tokens: list[str]) -> tuple[Range, list[str]]:
    value, rest = _product(tokens)
    while rest and rest[0] == "+":
        more, rest = _product(rest[1:])
        value = value + more
    return value, rest


def _product(tokens: list[str]) -> tuple[Range, list[str]]:
    value, rest = _factor(tokens)
    while rest and rest[0] in "×÷":
        sign = rest[0]
        more, rest = _factor(rest[1:])
        value = value * more if sign == "×" else value / more
    return value, rest


def _factor(tokens: list[str]) -> tuple[Range, list[str]]:
    if tokens[0] == "(":
        value, rest = _sum(tokens[1:])
        assert rest[0] == ")"
        return value, rest[1:]
    return printed(tokens[0]), tokens[1:]
