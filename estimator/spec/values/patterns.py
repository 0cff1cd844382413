"""Patterns of quantities for editors: what `units.parse` takes, as regular expressions that any editor knows."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from estimator.units import EXAMPLES, UNITS, Kind

_NUMBER = r"[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?"
_MORE_THAN_ZERO = "(?=[0.]*[1-9])"
_SPACE = r"[ \u00a0]?"
_PREFIXES = ("k", "K", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi")
_SMALL = r"[0-9]+(\.[0-9]+)?[eE]-[0-9]{1,4}"
_BOUNDED = {
    (0.0, 1.0): (r"0*(0(\.[0-9]+)?|1(\.0+)?)|" + _SMALL, r"0*([0-9]{1,2}(\.[0-9]+)?|100(\.0+)?)"),
    (1.0, 2.0): (r"0*(1(\.[0-9]+)?|2(\.0+)?)", r"0*(1[0-9]{2}(\.[0-9]+)?|200(\.0+)?)"),
    (1.0, float("inf")): (r"0*[1-9][0-9]*(\.[0-9]+)?([eE]\+?[0-9]{1,4})?", r"0*[1-9][0-9]{2,}(\.[0-9]+)?"),
}
"""Of ratios between two limits: the plain number, and the number before a per cent sign."""


@cache
def quantity_pattern(kind: Kind, positive: bool = False, low: float = 0.0, high: float = float("inf")) -> str:
    """The pattern of a number with a unit of a kind: "5 us", "400 Gbit/s"; of a ratio also between two limits."""
    start = rf"^\s*{_MORE_THAN_ZERO if positive else ''}"
    if (low, high) in _BOUNDED:
        plain, per_cent = _BOUNDED[low, high]
        return rf"{start}({plain}|({per_cent}){_SPACE}%)\s*$"
    optional = "?" if "" in UNITS[kind] else ""
    return rf"{start}{_NUMBER}{_SPACE}({_units(kind)}){optional}\s*$"


def quantity_schema(kind: Kind, positive: bool = False, low: float = 0.0, high: float = float("inf")) -> dict[str, Any]:
    """The JSON schema of one quantity as text; a ratio may be a bare number too."""
    schema: dict[str, Any] = {
        "type": "string",
        "pattern": quantity_pattern(kind, positive, low, high),
        "patternErrorMessage": f"write a {kind} such as {EXAMPLES[kind]}",
        "examples": ["1.5", "150 %"] if low else EXAMPLES[kind].split(" or "),
    }
    if kind != "ratio":
        return schema
    bounds: dict[str, Any] = {"exclusiveMinimum" if positive and low == 0 else "minimum": low}
    if high < float("inf"):
        bounds["maximum"] = high
    return schema | {"type": ["string", "number"]} | bounds


def size_range_pattern() -> str:
    """The pattern of a range of sizes, such as 64 KiB .. 1 GiB."""
    size = quantity_pattern("size", positive=True).removeprefix(r"^\s*").removesuffix(r"\s*$")
    return rf"^\s*{size}\s*\.\.\s*{size}\s*$"


def limit_pattern() -> str:
    """The pattern of a limit: a quantity, a place in the estimate, the budget, or a share of the line rate."""
    of_line = r"^.+?\s*([oO][fF]|的)\s*([tT][hH][eE]\s+)?[lL][iI][nN][eE]([ _-][rR][aA][tT][eE])?\s*$"
    return rf"{any_quantity_pattern()}|^(estimate\.(optimistic|conservative)|budget)$|{of_line}"


def any_quantity_pattern() -> str:
    """The pattern of a quantity of whichever kind."""
    return rf"^\s*{_NUMBER}{_SPACE}({'|'.join(_units(kind) for kind in UNITS)})?\s*$"


@cache
def _units(kind: Kind) -> str:
    """The units of a kind as alternatives, prefixes that all of them take said once."""
    units = [unit for unit in UNITS[kind] if unit]
    taking = [unit for unit in units if "k" + unit in units and "M" + unit in units]
    prefixes = [prefix for prefix in _PREFIXES if all(prefix + unit in units for unit in taking)] if taking else []
    covered = {prefix + unit for prefix in ("", *prefixes) for unit in taking}
    parts = [re.escape(unit) for unit in units if unit not in covered]
    if taking:
        parts.insert(0, f"({'|'.join(prefixes)})?({'|'.join(map(re.escape, taking))})")
    return "|".join(parts)
