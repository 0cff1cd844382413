"""Numbers as people write them in tables: with separators of thousands, a decimal comma, wide digits, as two ends."""

from __future__ import annotations

import re
from typing import Literal

from estimator.units import Kind, UnitError, parse

NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,4})?")
PARTED = re.compile(r"[0-9][0-9.,'\u2019 \u00a0\u202f]*")
"""Digits with what may part them: a number without a unit, readable or not."""
COUNTED = re.compile(r"\s*(?:卡|张|机|台|个|节点|ranks?|GPUs?|nodes?|cards?)", re.IGNORECASE)
"""What a count may be said to be of."""
WIDE = {ord("\uff10") + digit: ord("0") + digit for digit in range(10)} | {0xFF0E: ord("."), 0xFF0C: ord(",")}
BETWEEN = re.compile(r"\s*(?:~|\uff5e|\u2013|\u2014|-|\.\.|\u2026|至|到|to)\s*")
INSIDE_BRACKETS = re.compile(r"[\[\uff3b(\uff08]\s*([^,，;；]+?)\s*[,，;；]\s*([^,，;；]+?)\s*[\])\uff3d\uff09]")
Decimal = Literal[".", ","]


def plain_number(text: str, decimal: Decimal | None) -> str:
    """A text with its number as a spec writes it.

    ``decimal``: the sign before the decimals where the author said so; the other one, blanks and quotes then part
    thousands. Without it a number with separators stays as it is, to be refused: 1,234 may be either.
    """
    text = text.translate(WIDE)
    found = PARTED.match(text)
    if decimal is None or found is None:
        return text
    number, rest = found[0].rstrip(), text[found.end() :]
    thousands = "." if decimal == "," else ","
    groups = re.fullmatch(
        rf"([0-9]{{1,3}}(?:[{thousands}'\u2019 \u00a0\u202f][0-9]{{3}})+)(?:{re.escape(decimal)}([0-9]+))?", number
    )
    if groups is not None:
        whole = re.sub("[^0-9]", "", groups[1])
        return f"{whole}{'.' + groups[2] if groups[2] else ''} {rest.strip()}".rstrip()
    if decimal == "," and re.fullmatch("[0-9]+,[0-9]+", number):
        return f"{number.replace(',', '.')} {rest.strip()}".rstrip()
    return text


def plain_count(text: str) -> str:
    """A whole number without what it is of: "8 卡" is "8"."""
    text = text.translate(WIDE)
    found = COUNTED.fullmatch(text[len(digits) :]) if (digits := re.match("[0-9]*", text)[0]) else None  # type: ignore[index]
    return digits if found is not None else text


def two_ends(text: str, unit: str, kind: Kind) -> tuple[str, str] | None:
    """The better and the worse end of a range such as "10~15 us"; None where the text is no range.

    ``unit`` of plain numbers; a number without a unit has that of the other end.
    """
    parts = [*found.groups()] if (found := INSIDE_BRACKETS.fullmatch(text.strip())) else BETWEEN.split(text.strip())
    if len(parts) != 2:
        return None
    own = next((part[len(NUMBER.match(part)[0]) :].strip() for part in reversed(parts) if _has_unit(part)), unit)  # type: ignore[index]
    written = [f"{part} {own}".strip() if NUMBER.fullmatch(part) else part for part in parts]
    try:
        low, high = sorted(written, key=lambda one: parse(one, kind, positive=False))
    except UnitError:
        return None
    return (low, high) if kind == "time" else (high, low)


def _has_unit(text: str) -> bool:
    found = NUMBER.match(text)
    return found is not None and found.end() < len(text)
