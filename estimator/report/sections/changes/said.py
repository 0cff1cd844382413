"""A change in words: of a requirement, of an estimate, of whether the set closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from estimator.history.difference import ChangedRequirement, Closing
from estimator.history.direction import ChangedPart
from estimator.history.estimates import Ends
from estimator.history.loosened import Loosened
from estimator.history.meaning import Accepts
from estimator.history.together import together
from estimator.report.numbers import MINUS, Several, seconds, swept
from estimator.report.sentences.texts import value_text
from estimator.report.tables.exchange.changed_requirement import stretch
from estimator.report.view.context import Context
from estimator.report.view.requirements.cells import short
from estimator.require.criterion import Unit
from estimator.spec.values.base import CONDITIONS

SHOWN = 3
"""Parts of one change, causes of one time that are told."""


def what(context: Context, one: ChangedRequirement) -> list[str]:
    """What changed of a requirement, in a few words each."""
    words, found = context.words, one.changed
    texts = [_field(context, part) for part in found.parts if part.of not in ("cells", "words")][:SHOWN]
    if names := [field_name(context, part.name) for part in found.parts if part.of == "words"]:
        texts.append(words("changes.words", names=words.join(names)))
    texts += _cells(context, one)
    if one.loosened is not None:
        places = words.join(_shares(context, one.loosened))
        texts.append(words(f"changes.by.{one.loosened.by}", places=places))
        if one.loosened.needs_approval:
            texts.append(words["changes.approve"])
    return texts


def _shares(context: Context, loosened: Loosened) -> list[str]:
    """The places that moved limits, the largest first; of several what each adds to the one that moved most."""
    shares, unit = loosened.limit.shares, cast("Unit", loosened.limit.unit)
    if len(shares) < 2:
        return [together(cause) for cause in loosened.because[:SHOWN]]
    signs = {cause: "+" if share > 0.0 else MINUS for cause, share in shares.items()}
    values = {cause: short(value_text(abs(share), unit, context.language)) for cause, share in shares.items()}
    return [f"{together(cause)} {signs[cause]}{values[cause]}" for cause in loosened.because[:SHOWN]]


def field_name(context: Context, name: str) -> str:
    """What readers call a field of a requirement; its key where there is no word."""
    return context.words.get(f"changes.of.{name}", name)


def _field(context: Context, part: ChangedPart) -> str:
    before, after = (_value(context, value) for value in (part.before, part.after))
    return context.words("changes.field", name=field_name(context, part.name), before=before, after=after)


def _value(context: Context, value: Any) -> str:
    if value is None:
        return context.words["changes.default"]
    if isinstance(value, dict):
        text = value.get(context.language) or value.get("en") or value.get("zh")
        return str(text or value)
    if isinstance(value, list):
        return context.words.join([str(item) for item in value]) or context.words["changes.default"]
    return context.words.get(f"priority.{value}", str(value))


def _cells(context: Context, one: ChangedRequirement) -> Iterator[str]:
    words, found = context.words, one.changed
    moved = [part for part in found.parts if part.of == "cells" and part.before and part.after]
    if moved:
        most = max(moved, key=stretch)
        before, after = (accepted(context, cell, most.unit) for cell in (most.before, most.after))
        key = "changes.limit" if len(moved) == 1 else "changes.limits"
        yield words(key, count=Several(len(moved)), before=before, after=after, where=where(context, most.name))
    for key, count in (("changes.dropped", found.dropped), ("changes.added", found.added)):
        if count:
            yield words(key, count=Several(count))


def where(context: Context, cell: str) -> str:
    """The place of a cell by its key, without the requirement: "dp · with compute · skew 1.5 · 256 MiB"."""
    parts = cell.split("/")[1:]
    return " \u00b7 ".join(text for part in parts if (text := _step(context, part)))


def _step(context: Context, part: str) -> str:
    name, equals, value = part.partition("=")
    if not equals:
        known = part in CONDITIONS or part in context.spec.platform.conditions
        return context.condition(part) if known else part
    if name == "n":
        return swept(float(value)) if value.isdigit() else ""
    return f"{name} {value}" if name == "place" or value != "1" else ""


def accepted(context: Context, cell: Accepts, unit: str) -> str:
    """What passes in a cell, tolerance included."""
    if cell.limit is None:
        return context.words["changes.any"]
    sign = "≤" if cell.comparator == "at_most" else "≥"
    return f"{sign}\u00a0{short(value_text(cell.limit, cast('Unit', unit), context.language))}"


def because(context: Context, ends: Ends) -> str:
    """The causes of the conservative end, or else of the optimistic one, the largest first."""
    shares = ends.conservative or ends.optimistic
    ordered = sorted(shares, key=lambda cause: -abs(shares[cause]))[:SHOWN]
    return context.words["semicolon"].join(f"{together(cause)} {signed(shares[cause])}" for cause in ordered)


def signed(value: float) -> str:
    """Seconds with their sign: +1.2 ms."""
    return f"{'+' if value > 0.0 else MINUS}{seconds(abs(value))}"


def closing(context: Context, found: Closing) -> str:
    """Whether the set closed and closes, and by how much."""
    words, margins = context.words, found.margin
    if margins == (None, None):
        return ""
    states = zip((found.before, found.after), margins, strict=True)
    before, after = (
        words(f"changes.closes.{state or 'none'}", left=seconds(abs(margin or 0.0))) for state, margin in states
    )
    same = before == after
    return words("changes.closes.same", after=after) if same else words("changes.closes", before=before, after=after)
