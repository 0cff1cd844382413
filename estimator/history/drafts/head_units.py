"""The units of the plain numbers of a table: in its heads, in a row below them, or said by an option."""

from __future__ import annotations

import re
from collections.abc import Mapping

from estimator.errors import Problem
from estimator.history.drafts.columns import COLUMNS, ColumnsFile
from estimator.history.drafts.sheet import Table, TableRow, plain
from estimator.phrase import phrase
from estimator.units import UNITS, Kind, UnitError, parse

BRACKETED = re.compile(r"(.*?)\s*[(\uff08\[\u3010]\s*([^()\uff08\uff09\[\]\u3010\u3011]*?)\s*[)\uff09\]\u3011]\s*")
AFTER_SLASH = re.compile(r"([^/]+?)\s*[/\uff0f]\s*(\S+)")
NO_RATE = re.compile(r"[KMGTP]?i?b(?:/s|yte)?", re.IGNORECASE)
EMPTY = ("", "/", "—", "–", "单位", "unit", "units")
"""What stands in a row of units where a column has none, or says what the row is."""


def without_unit(text: str) -> tuple[str, str]:
    """A head and the unit that may stand at its end: "α (us)" is ("α", "us"), "带宽/GB/s" ("带宽", "GB/s")."""
    if found := BRACKETED.fullmatch(text):
        return found[1], found[2]
    if found := AFTER_SLASH.fullmatch(text):
        return found[1], found[2]
    return text, ""


def row_of_units(table: Table, head: TableRow, at: Mapping[str, int]) -> TableRow | None:
    """The row right below the heads where it holds nothing but units of their columns; else None."""
    row = next((row for row in table.rows if row.number > head.number), None)
    if row is None:
        return None
    held = {key: row.cells[number].text for key, number in at.items() if number in row.cells}
    quantities = {key: text for key, text in held.items() if COLUMNS[key].what == "quantity"}
    others = [text for key, text in held.items() if key not in quantities]
    if not any(quantities.values()) or any(text and plain(text) not in EMPTY for text in others):
        return None
    named = [(_bare(text), COLUMNS[key].kind) for key, text in quantities.items() if plain(text) not in EMPTY]
    return row if named and all(unit and _unit(unit, kind) != "" for unit, kind in named) else None


def units_of(
    row: TableRow, below: TableRow | None, at: Mapping[str, int], known: ColumnsFile, shown: str
) -> tuple[dict[str, str], list[Problem]]:
    """The unit of the plain numbers of each column; what stands in brackets and is no unit is a remark.

    ``below``: a row of units under the heads, which counts for heads without one.
    """
    units, problems = {}, []
    for key, number in at.items():
        if COLUMNS[key].what != "quantity":
            continue
        cell, kind = row.cells[number], COLUMNS[key].kind
        unit = _unit(without_unit(cell.text)[1], kind)
        if unit == "" and below is not None and number in below.cells:
            cell = below.cells[number]
            unit = _unit(_bare(cell.text), kind)
        place = f"{shown}:{cell.name}"
        if isinstance(unit, UnitError):
            if key not in known.units:
                problems.append(Problem((key,), unit.what, unit.hint, file=place))
        elif unit and known.units.get(key, unit) != unit:
            what = phrase("--unit {key} is {unit}, the head says {other}", key=key, unit=known.units[key], other=unit)
            problems.append(Problem((key,), what, "leave --unit out, or mend the head", file=place))
        elif unit:
            units[key] = unit
    return units | dict(known.units), problems


def _bare(text: str) -> str:
    """A unit as a cell of its own has it, in brackets or not."""
    return without_unit(text)[1] if BRACKETED.fullmatch(text) else text.strip()


def _unit(unit: str, kind: Kind) -> str | UnitError:
    """The unit where it is one of the kind, "" where it is none; the error that it is, where it may mean two."""
    if not unit or unit in UNITS[kind]:
        return unit
    try:
        parse(f"1 {unit}", kind)
    except UnitError as error:
        if NO_RATE.fullmatch(unit) or any(unit in table for table in UNITS.values()):
            return error
    return ""
