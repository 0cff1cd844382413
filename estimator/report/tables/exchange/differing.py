"""The difference of two versions for terminals, merge requests and programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from types import MappingProxyType

from estimator.errors import one_line
from estimator.estimate.result import Interval
from estimator.history.difference import ChangedRequirement, Difference
from estimator.history.direction import ChangedPart
from estimator.history.estimates import Ends, Moved
from estimator.history.loosened import Loosened
from estimator.history.meaning import Accepts
from estimator.history.together import together
from estimator.report.numbers import change
from estimator.report.tables.estimates.listing import both
from estimator.report.tables.rows import piped
from estimator.units import (
    Counted,
    format_bandwidth,
    format_number,
    format_ratio,
    format_size,
    format_time,
)

WIDTH = 80
"""Columns of a terminal whose width nobody knows."""
SHOWN = 4
"""Parts of one requirement, causes of one time that are listed; the rest is counted."""
_FORMS: Mapping[str, Callable[[float], str]] = MappingProxyType(
    {"time": format_time, "bandwidth": format_bandwidth, "size": format_size, "ratio": format_ratio}
)
CLOSES = {"yes": "closes", "no": "does not close", "never": "cannot close", None: "no budget"}


def as_text(found: Difference, width: int = WIDTH) -> str:
    """Lines no longer than ``width`` columns."""
    lines: list[str] = []
    for indent, text in _lines(found):
        plain = one_line(text).replace("\u00a0", " ")
        hang = " " * (indent + 2)
        lines += wrap(
            plain, max(width, 40), initial_indent=" " * indent, subsequent_indent=hang, break_on_hyphens=False
        )
    return "\n".join(lines) + "\n"


def as_markdown(found: Difference) -> str:
    """Tables and lists for a merge request."""
    parts = [f"### {_title(found)}\n", f"{_counts(found)}.\n"]
    if found.added or found.removed or found.changed:
        parts.append(piped([["requirement", "change", "what"], *_requirement_rows(found)]))
    if rows := list(_estimate_rows(found)):
        parts.append(piped([["estimate", "before", "after", "change", "because"], *rows]))
    notes = [text for _, text in (*_closing(found), *_approve(found), *_replaced(found), *_others(found))]
    parts.append("".join(f"- {note}\n" for note in [*notes, *(text for _, text in _version(found))]))
    return "\n".join(part.replace("\u00a0", " ") for part in parts)


def _lines(found: Difference) -> Iterator[tuple[int, str]]:
    """Every line with its indent."""
    yield 0, _title(found)
    if found.empty:
        yield 0, "Nothing differs that means anything."
        return
    yield 0, f"{_counts(found)}."
    yield from ((2, f"+ {name}: added") for name in found.added)
    yield from ((2, f"- {name}: removed") for name in found.removed)
    for name, one in found.changed.items():
        yield 2, f"{name}: {one.changed.direction}"
        yield from ((6, text) for text in _what(one))
    yield from _estimate_lines(found)
    yield from _closing(found)
    yield from _approve(found)
    yield from _replaced(found)
    yield from _others(found)
    yield from _version(found)


def _title(found: Difference) -> str:
    ids = [one.spec.document.id for one in (found.before, found.after)]
    versions = [f"{one.spec.document.version} ({one.name})" for one in (found.before, found.after)]
    if ids[0] != ids[1]:
        return f"Two documents, no two versions of one: {ids[0]} {versions[0]} -> {ids[1]} {versions[1]}"
    return f"{ids[0]} {' -> '.join(versions)}"


def _counts(found: Difference) -> str:
    directions = [one.changed.direction for one in found.changed.values()]
    kinds = [f"{directions.count(way)} {way}" for way in dict.fromkeys(directions)]
    changed = f"{len(directions)} changed" + (f" ({', '.join(kinds)})" if kinds else "")
    return f"Requirements: {len(found.added)} added, {len(found.removed)} removed, {changed}"


def _requirement_rows(found: Difference) -> Iterator[list[str]]:
    yield from ([name, "added", ""] for name in found.added)
    yield from ([name, "removed", ""] for name in found.removed)
    for name, one in found.changed.items():
        yield [name, one.changed.direction, "; ".join(_what(one))]


def _what(one: ChangedRequirement) -> list[str]:
    """What changed of a requirement, in a few sentences."""
    found, loosened = one.changed, one.loosened
    said = [_part(part) for part in found.parts if part.of != "cells"]
    texts = said[:SHOWN] + ([f"and {len(said) - SHOWN} more"] if len(said) > SHOWN else [])
    moved = [part for part in found.parts if part.of == "cells" and part.before and part.after]
    if moved:
        most = max(moved, key=stretch)
        texts.append(f"{Counted(len(moved)):limit} moved, most {_accepts(most)} at {most.name}")
    counts = [f"{Counted(number):cell} {what}" for number, what in ((found.dropped, "dropped"), (found.added, "new"))]
    texts += [text for text, number in zip(counts, (found.dropped, found.added), strict=True) if number]
    if loosened is not None:
        why = "looser by " + loosened.by if loosened.looser else "by " + loosened.by
        need = "; needs approval" if loosened.needs_approval else ""
        texts.append(f"{why}: {', '.join(_shares(loosened))}{need}")
    return texts


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
    return (
        f"{part.name}: {_value(part.before)} -> {_value(part.after)}" if part.of != "words" else f"words of {part.name}"
    )


def _value(value: object) -> str:
    if value is None:
        return "as by default"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return str(value.get("en") or value.get("zh") or value)
    return str(value)


def _accepts(part: ChangedPart) -> str:
    return f"{accepted(part.before, part.unit)} -> {accepted(part.after, part.unit)}"


def accepted(cell: Accepts, unit: str) -> str:
    """What passes in a cell, tolerance included."""
    if cell.limit is None:
        return "any result"
    sign = "<=" if cell.comparator == "at_most" else ">="
    return f"{sign} {_FORMS.get(unit, format_number)(cell.limit)}"


def _estimate_rows(found: Difference) -> Iterator[list[str]]:
    for name, one in _moved(found):
        yield [name, _both(one.before), _both(one.after), _change(one), "; ".join(because(one.because))]
    yield from ([name, "", "", "new", ""] for name in found.estimates.added)
    yield from ([name, "", "", "gone", ""] for name in found.estimates.removed)


def _moved(found: Difference) -> Iterator[tuple[str, Moved]]:
    yield from found.estimates.moved.items()
    if found.estimates.exposed is not None:
        yield "step, exposed", found.estimates.exposed


def _estimate_lines(found: Difference) -> Iterator[tuple[int, str]]:
    changed = [*found.estimates.moved, *found.estimates.added, *found.estimates.removed]
    if changed or found.estimates.exposed:
        yield 0, f"Estimates: {len(changed)} of {len(found.after.table.operations)} moved."
    for name, one in _moved(found):
        yield 2, f"{name}: {_both(one.before)} -> {_both(one.after)} ({_change(one)})"
        yield from ((6, text) for text in because(one.because))
    yield from ((2, f"{name}: new") for name in found.estimates.added)
    yield from ((2, f"{name}: gone") for name in found.estimates.removed)


def because(ends: Ends) -> list[str]:
    """The causes of both ends, the largest first: "path +1.2 ms .. +3 ms"."""
    causes = dict.fromkeys([*ends.conservative, *ends.optimistic])
    pairs = {cause: (ends.optimistic.get(cause, 0.0), ends.conservative.get(cause, 0.0)) for cause in causes}
    ordered = sorted(pairs, key=lambda cause: -max(map(abs, pairs[cause])))
    texts = [f"{together(cause)}: {' .. '.join(map(signed, pairs[cause]))}" for cause in ordered[:SHOWN]]
    return texts + ([f"and {len(ordered) - SHOWN} more causes"] if len(ordered) > SHOWN else [])


def signed(seconds: float) -> str:
    """Seconds with their sign: +1.2 ms."""
    return "0" if not seconds else f"{'+' if seconds > 0.0 else '-'}{format_time(abs(seconds))}"


def _both(interval: Interval) -> str:
    return both(interval, format_time)


def _change(one: Moved) -> str:
    ratios = [b / a if a else None for a, b in zip(one.before, one.after, strict=True)]
    return " .. ".join(change(ratio) for ratio in ratios)


def _closing(found: Difference) -> Iterator[tuple[int, str]]:
    closing = found.closing
    before, after = closing.margin
    if before is None and after is None:
        return
    states = [CLOSES[one] for one in (closing.before, closing.after)]
    text = states[1] if states[0] == states[1] else f"{states[0]} -> {states[1]}"
    left = [_left(margin) for margin in (before, after)]
    moved = "" if before is None or after is None or left[0] == left[1] else f" ({signed(after - before)})"
    yield 0, f"The set: {text}; {left[1] if left[0] == left[1] else ' -> '.join(left)}{moved}."


def _left(margin: float | None) -> str:
    if margin is None:
        return "no budget"
    return f"{format_time(abs(margin))} {'left' if margin >= 0.0 else 'too much'}"


def _approve(found: Difference) -> Iterator[tuple[int, str]]:
    if found.to_approve:
        yield 0, f"To approve, looser by an estimate: {', '.join(found.to_approve)}."


def _replaced(found: Difference) -> Iterator[tuple[int, str]]:
    if found.replaced:
        yield 0, f"{Counted(len(found.replaced)):assumption} replaced by measurements:"
        yield from ((2, f"{one.path}: {one.before} -> {one.after} ({one.source})") for one in found.replaced)


def _others(found: Difference) -> Iterator[tuple[int, str]]:
    if found.inputs:
        yield 0, f"{Counted(len(found.inputs)):place} of the spec changed: {_few([one.text for one in found.inputs])}."
    if found.document:
        yield 0, f"Of the document: {_few([*found.document])}."
    if found.words:
        yield 0, f"Said otherwise with no effect on a number (editorial): {_few(found.words)}."


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - 2 * SHOWN} more" if len(names) > 2 * SHOWN else ""
    return ", ".join(names[: 2 * SHOWN]) + more


def version_text(found: Difference) -> str:
    """Which step the changes ask for, and whether the declared one is too small; "" where nothing changed."""
    version, document = found.version, found.after.spec.document
    if version.step == "none" or not version.next:
        return ""
    text = f"The changes ask for a {version.step} step: version {version.next}"
    if version.too_small:
        return f"error: {text}; {document.version} is too small a step; write document.version: {version.next}"
    return f"{text}; declared: {document.version}."


def _version(found: Difference) -> Iterator[tuple[int, str]]:
    if text := version_text(found):
        yield 0, text
