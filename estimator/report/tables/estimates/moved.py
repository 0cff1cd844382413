"""Limits that moved, as text and data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from estimator.phrase import linked, phrase, word
from estimator.report.tables.screen import PLAIN, Screen
from estimator.require.criterion import Unit
from estimator.require.limits.moves import Move
from estimator.units import Counted, format_bandwidth, format_number, format_ratio, format_size, format_time

SHOWN = 3
_FORMS: Mapping[Unit, Callable[[float], str]] = MappingProxyType(
    {"time": format_time, "bandwidth": format_bandwidth, "size": format_size, "ratio": format_ratio}
)


WAYS: Mapping[str, str] = MappingProxyType(
    {
        "looser": "{cells:cell} looser",
        "tighter": "{cells:cell} tighter",
        "new": "{cells:cell} new",
        "gone": "{cells:cell} gone",
    }
)


def moves_as_text(found: Sequence[Move], screen: Screen = PLAIN) -> str:
    """A line for each requirement that moved: how many cells looser and tighter, and the first of them."""
    lines = []
    for name in dict.fromkeys(move.requirement for move in found):
        own = [move for move in found if move.requirement == name]
        counts = [phrase(text, cells=Counted(count)) for way, text in WAYS.items() if (count := _count(own, way))]
        lines.append(phrase("{name}: {counts}", name=name, counts=linked(", ", counts)))
        lines += [
            phrase("  {key}: {old} -> {new}", key=move.key, old=_limit(move, move.before), new=_limit(move, move.after))
            for move in own[:SHOWN]
        ]
        if len(own) > SHOWN:
            lines.append(phrase("  and {count} more", count=len(own) - SHOWN))
    return screen.text(lines or [phrase("no limit moves")])


def moves_as_data(found: Sequence[Move]) -> list[dict[str, object]]:
    """Every cell in SI units."""
    return [move._asdict() for move in found]


def _count(own: Sequence[Move], way: str) -> int:
    return sum(move.way == way for move in own)


def _limit(move: Move, value: float | None) -> str:
    return word("no limit") if value is None else _FORMS.get(move.unit, format_number)(value).replace("\u00a0", " ")
