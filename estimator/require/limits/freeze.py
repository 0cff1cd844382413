"""Frozen limits: derived limits as text with the key of their cell, and the table that a spec holds of them.

From review on a limit is a number that no later estimate moves. A spec keeps these numbers in ``frozen``: cell key ->
quantity; the table is what ``frozen_table`` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from estimator.phrase import phrase, word
from estimator.require.criterion import Criterion, Expanded, Unit
from estimator.require.metrics import KIND_OF_UNIT
from estimator.spec.document import Spec
from estimator.units import (
    Kind,
    UnitError,
    format_bandwidth,
    format_number,
    format_ratio,
    format_size,
    format_time,
    parse,
)

_FORMS: Mapping[Unit, Callable[[float, int], str]] = MappingProxyType(
    {"time": format_time, "bandwidth": format_bandwidth, "size": format_size, "ratio": format_ratio}
)
_BARE = MappingProxyType({"time": "s", "bandwidth": "B/s", "size": "B"})
MOST_DIGITS = 17
"""Digits that any number can be told apart by."""


def frozen_of(spec: Spec) -> dict[str, float]:
    """The frozen limits of a spec in SI units, by cell key; none while the document is a draft."""
    return {} if spec.document.status == "draft" else {key: found.value for key, found in spec.frozen.items()}


def derived_cells(expanded: Expanded) -> Iterator[Criterion]:
    """The cells whose limit comes from the estimate, the budget, or an earlier freeze of either."""
    if any(block.how != "stated" for block in expanded.blocks):
        yield from (cell for cell in expanded.criteria if cell.limit is not None and cell.how != "stated")


def frozen_table(expanded: Mapping[str, Expanded]) -> dict[str, str]:
    """The derived limits by cell as ``frozen`` holds them, such as ``A-1/ep/.../n=1048576``: ``15.43 ms``."""
    cells = (cell for found in expanded.values() for cell in derived_cells(found))
    return {cell.key: quantity_text(cell.limit or 0.0, cell.unit) for cell in cells}


def quantity_text(value: float, unit: Unit) -> str:
    """A limit as a spec writes it, in as few digits as read back to it: 0.015431 s is "15.431 ms"."""
    kind = KIND_OF_UNIT.get(unit)
    texts = (_text(value, unit, digits) for digits in range(1, MOST_DIGITS + 1))
    if kind is None:
        return next(text for text in texts if float(text) == value)
    # In a unit with a prefix no number of digits may read back to the last bit; in the bare one its own digits do.
    bare = f"{value!r} {_BARE.get(kind, '')}".strip()
    return next((text for text in texts if _reads_back(text, kind, value)), bare)


def _reads_back(text: str, kind: Kind, value: float) -> bool:
    try:
        return parse(text, kind) == value
    except UnitError:  # a limit beyond what a spec may say
        return False


def _text(value: float, unit: Unit, digits: int) -> str:
    text = _FORMS.get(unit, format_number)(value, digits)
    return text.replace("\u00a0", " ").replace("\u00b5", "u")


def misfits(spec: Spec, expanded: Mapping[str, Expanded]) -> Iterator[tuple[str, str]]:
    """Entries of ``frozen`` that freeze nothing, each with the reason: no such cell, or another kind of quantity."""
    if not spec.frozen:
        return
    units = {cell.key: cell.unit for found in expanded.values() for cell in derived_cells(found)}
    for key, found in spec.frozen.items():
        wanted = KIND_OF_UNIT.get(units[key]) if key in units else None
        if key not in units:
            yield key, "no derived limit has this key"
        elif found.kind != wanted:
            yield (
                key,
                phrase(
                    "{text} is a {kind}, and the limit is a {wanted}",
                    text=found.text,
                    kind=word(found.kind),
                    wanted=word(wanted),
                ),
            )
