"""What changed of a requirement, in a few sentences each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from estimator.history.difference import ChangedRequirement
from estimator.history.direction import ChangedPart
from estimator.history.loosened import Loosened
from estimator.history.meaning import Accepts
from estimator.history.together import together
from estimator.phrase import both as in_both
from estimator.phrase import heads, linked, phrase, word
from estimator.units import Counted, format_bandwidth, format_number, format_ratio, format_size, format_time

SHOWN = 4
"""Parts of one requirement that are listed; the rest is counted."""
_FORMS: Mapping[str, Callable[[float], str]] = MappingProxyType(
    {"time": format_time, "bandwidth": format_bandwidth, "size": format_size, "ratio": format_ratio}
)
REASONS: Mapping[str, str] = {one: one for one in heads("measurement", "assumption", "budget")}


def what(one: ChangedRequirement) -> list[str]:
    """What changed of a requirement, in a few sentences."""
    found, loosened = one.changed, one.loosened
    said = [_part(part) for part in found.parts if part.of != "cells"]
    texts = said[:SHOWN] + ([phrase("and {count} more", count=len(said) - SHOWN)] if len(said) > SHOWN else [])
    moved = [part for part in found.parts if part.of == "cells" and part.before and part.after]
    if moved:
        most = max(moved, key=stretch)
        limits, where = Counted(len(moved)), most.name
        texts.append(
            phrase("{limits:limit} moved, most {move} at {where}", limits=limits, move=_accepts(most), where=where)
        )
    if found.dropped:
        texts.append(phrase("{cells:cell} dropped", cells=Counted(found.dropped)))
    if found.added:
        texts.append(phrase("{cells:cell} new", cells=Counted(found.added)))
    return texts if loosened is None else [*texts, _loosened(loosened)]


def _loosened(loosened: Loosened) -> str:
    by, places = REASONS[loosened.by], linked(", ", _shares(loosened))
    if not loosened.looser:
        return phrase("by {by}: {places}", by=by, places=places)
    if loosened.needs_approval:
        return phrase("looser by {by}: {places}; needs approval", by=by, places=places)
    return phrase("looser by {by}: {places}", by=by, places=places)


def _shares(loosened: Loosened) -> list[str]:
    """The places that moved limits, the largest first; of several what each adds to the one that moved most."""
    shares, unit = loosened.limit.shares, loosened.limit.unit
    if len(shares) < 2:
        return [together(cause) for cause in loosened.because[:SHOWN]]
    return [f"{together(cause)} {added(shares[cause], unit)}" for cause in loosened.because[:SHOWN]]


def added(value: float, unit: str) -> str:
    """What a limit rose or fell by, with its sign: +2 GB/s."""
    return f"{'+' if value > 0.0 else '-'}{_FORMS.get(unit, format_number)(abs(value))}"


def stretch(part: ChangedPart) -> float:
    """How far a cell's limit moved [1]."""
    old, new = part.before.limit, part.after.limit
    return max(new / old, old / new) if old and new and old > 0.0 and new > 0.0 else 0.0


def _part(part: ChangedPart) -> str:
    if part.of == "words":
        return phrase("words of {name}", name=part.name)
    return phrase("{name}: {old} -> {new}", name=part.name, old=_value(part.before), new=_value(part.after))


def _value(value: object) -> str:
    if value is None:
        return phrase("as by default")
    if isinstance(value, list):
        return ", ".join(map(str, value)) or word("none")
    if isinstance(value, dict) and {"en", "zh"} & set(value):
        en, zh = value.get("en"), value.get("zh")
        return in_both(str(en or zh), str(zh or en))
    return str(value)


def _accepts(part: ChangedPart) -> str:
    old, new = (accepted(cell, part.unit) for cell in (part.before, part.after))
    return phrase("{old} -> {new}", old=old, new=new)


def accepted(cell: Accepts, unit: str) -> str:
    """What passes in a cell, tolerance included."""
    if cell.limit is None:
        return phrase("any result")
    sign = "<=" if cell.comparator == "at_most" else ">="
    return f"{sign} {_FORMS.get(unit, format_number)(cell.limit)}"
