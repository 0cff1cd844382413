"""The difference of two versions for terminals, merge requests and programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from estimator.errors import one_line
from estimator.estimate.result import Interval
from estimator.history.difference import Difference
from estimator.history.estimates import Ends, Moved
from estimator.history.inputs import Replaced
from estimator.history.together import together
from estimator.phrase import both as in_both
from estimator.phrase import heads, linked, phrase, word
from estimator.report.numbers import change
from estimator.report.tables.estimates.listing import both
from estimator.report.tables.exchange.changed_requirement import what
from estimator.report.tables.rows import piped
from estimator.report.tables.screen import NARROWEST, PLAIN, Screen, wrapped
from estimator.units import (
    Counted,
    format_time,
)

WIDTH = 80
"""Columns of a terminal whose width nobody knows."""
SHOWN = 4
"""Causes of one time that are listed; the rest is counted."""
CLOSES = {
    "yes": word("closes"),
    "no": word("does not close"),
    "never": word("cannot close"),
    None: phrase("no budget"),
}
DIRECTIONS: Mapping[str, str] = {one: one for one in heads("tighter", "looser", "both", "editorial", "test")}
BASES: Mapping[str, str] = {
    "assumed": in_both("assumed", "假设"),  # as a head of a table it is a share
    **{one: one for one in heads("datasheet", "simulated", "measured", "fitted")},
}
STEPS: Mapping[str, str] = {one: one for one in heads("major", "minor", "patch")}
"""Steps of a version."""


def as_text(found: Difference, screen: Screen = PLAIN) -> str:
    """Lines as wide as the screen; of what is none, ``WIDTH``."""
    lines: list[str] = []
    for indent, text in _lines(found):
        said = " " * indent + one_line(screen.say(text))
        lines += wrapped(said, max(screen.width or WIDTH, NARROWEST))
    return "\n".join(lines).replace("\u00a0", " ") + "\n"


def as_markdown(found: Difference, screen: Screen = PLAIN) -> str:
    """Tables and lists for a merge request."""
    parts = [f"### {screen.say(_title(found))}\n", f"{screen.say(_counts(found))}\n"]
    if found.added or found.removed or found.changed:
        head = heads("requirement", "change", "what")
        parts.append(piped(screen.rows([head, *_requirement_rows(found)])))
    if rows := list(_estimate_rows(found)):
        head = heads("estimate", "before", "after", "change", "because")
        parts.append(piped(screen.rows([head, *rows])))
    notes = (*_closing(found), *_approve(found), *_replaced(found), *_others(found), *_version(found))
    parts.append("".join(f"- {screen.say(note)}\n" for _, note in notes))
    return "\n".join(part.replace("\u00a0", " ") for part in parts)


def _lines(found: Difference) -> Iterator[tuple[int, str]]:
    """Every line with its indent."""
    yield 0, _title(found)
    if found.empty:
        yield 0, phrase("Nothing differs that means anything.")
        return
    yield 0, _counts(found)
    yield from ((2, phrase("+ {name}: added", name=name)) for name in found.added)
    yield from ((2, phrase("- {name}: removed", name=name)) for name in found.removed)
    for name, one in found.changed.items():
        yield 2, phrase("{name}: {what}", name=name, what=DIRECTIONS[one.changed.direction])
        yield from ((6, text) for text in what(one))
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
        old, new = (f"{name} {version}" for name, version in zip(ids, versions, strict=True))
        return phrase("Two documents, no two versions of one: {old} -> {new}", old=old, new=new)
    return f"{ids[0]} {' -> '.join(versions)}"


def _counts(found: Difference) -> str:
    directions = [one.changed.direction for one in found.changed.values()]
    counts = {"added": len(found.added), "removed": len(found.removed), "changed": len(directions)}
    if not directions:
        return phrase("Requirements: {added} added, {removed} removed, {changed} changed.", **counts)
    kinds = (
        phrase("{count} {what}", count=directions.count(way), what=DIRECTIONS[way]) for way in dict.fromkeys(directions)
    )
    return phrase(
        "Requirements: {added} added, {removed} removed, {changed} changed ({kinds}).",
        **counts,
        kinds=linked(", ", kinds),
    )


def _requirement_rows(found: Difference) -> Iterator[list[str]]:
    yield from ([name, word("added"), ""] for name in found.added)
    yield from ([name, word("removed"), ""] for name in found.removed)
    for name, one in found.changed.items():
        yield [name, DIRECTIONS[one.changed.direction], linked("; ", what(one))]


def _estimate_rows(found: Difference) -> Iterator[list[str]]:
    for name, one in _moved(found):
        yield [name, _both(one.before), _both(one.after), _change(one), linked("; ", because(one.because))]
    yield from ([name, "", "", word("new"), ""] for name in found.estimates.added)
    yield from ([name, "", "", word("gone"), ""] for name in found.estimates.removed)


def _moved(found: Difference) -> Iterator[tuple[str, Moved]]:
    yield from found.estimates.moved.items()
    if found.estimates.exposed is not None:
        yield phrase("step, exposed"), found.estimates.exposed


def _estimate_lines(found: Difference) -> Iterator[tuple[int, str]]:
    changed = [*found.estimates.moved, *found.estimates.added, *found.estimates.removed]
    if changed or found.estimates.exposed:
        whole = len(found.after.table.operations)
        yield 0, phrase("Estimates: {count} of {whole} moved.", count=len(changed), whole=whole)
    for name, one in _moved(found):
        old, new, change = _both(one.before), _both(one.after), _change(one)
        yield 2, phrase("{name}: {old} -> {new} ({change})", name=name, old=old, new=new, change=change)
        yield from ((6, text) for text in because(one.because))
    yield from ((2, phrase("{name}: {what}", name=name, what=word("new"))) for name in found.estimates.added)
    yield from ((2, phrase("{name}: {what}", name=name, what=word("gone"))) for name in found.estimates.removed)


def because(ends: Ends) -> list[str]:
    """The causes of both ends, the largest first: "path +1.2 ms .. +3 ms"."""
    causes = dict.fromkeys([*ends.conservative, *ends.optimistic])
    pairs = {cause: (ends.optimistic.get(cause, 0.0), ends.conservative.get(cause, 0.0)) for cause in causes}
    ordered = sorted(pairs, key=lambda cause: -max(map(abs, pairs[cause])))
    texts = [_cause(together(cause), pairs[cause]) for cause in ordered[:SHOWN]]
    more = len(ordered) - SHOWN
    return texts + ([phrase("and {count} more causes", count=more)] if more > 0 else [])


def _cause(cause: str, ends: tuple[float, float]) -> str:
    return phrase("{name}: {what}", name=cause, what=" .. ".join(map(signed, ends)))


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
    left = [_left(margin) for margin in (before, after)]
    if before is None or after is None or left[0] == left[1]:
        yield 0, phrase("The set: {state}; {left}.", state=_from_to(states), left=_from_to(left))
        return
    moved = signed(after - before)
    yield 0, phrase("The set: {state}; {left} ({moved}).", state=_from_to(states), left=_from_to(left), moved=moved)


def _from_to(pair: Sequence[str]) -> str:
    """Both of a pair, or the one that they are."""
    old, new = pair
    return new if old == new else phrase("{old} -> {new}", old=old, new=new)


def _left(margin: float | None) -> str:
    if margin is None:
        return phrase("no budget")
    time = format_time(abs(margin))
    return phrase("{time} left", time=time) if margin >= 0.0 else phrase("{time} too much", time=time)


def _approve(found: Difference) -> Iterator[tuple[int, str]]:
    if found.to_approve:
        yield 0, phrase("To approve, looser by an estimate: {names}.", names=linked(", ", found.to_approve))


def _replaced(found: Difference) -> Iterator[tuple[int, str]]:
    if found.replaced:
        yield 0, phrase("{count:assumption} replaced by measurements:", count=Counted(len(found.replaced)))
        yield from ((2, _replacement(one)) for one in found.replaced)


def _replacement(one: Replaced) -> str:
    old, new = BASES[one.before], BASES[one.after]
    return phrase("{path}: {old} -> {new} ({source})", path=one.path, old=old, new=new, source=one.source)


def _others(found: Difference) -> Iterator[tuple[int, str]]:
    if found.inputs:
        count, places = Counted(len(found.inputs)), _few([one.text for one in found.inputs])
        yield 0, phrase("{count:place} of the spec changed: {places}.", count=count, places=places)
    if found.document:
        yield 0, phrase("Of the document: {names}.", names=_few([*found.document]))
    if found.words:
        yield 0, phrase("Said otherwise with no effect on a number (editorial): {names}.", names=_few(found.words))


def _few(names: Sequence[str]) -> str:
    shown, more = linked(", ", names[: 2 * SHOWN]), len(names) - 2 * SHOWN
    return phrase("{names} and {count} more", names=shown, count=more) if more > 0 else shown


def version_text(found: Difference) -> str:
    """Which step the changes ask for, and whether the declared one is too small; "" where nothing changed."""
    version, document = found.version, found.after.spec.document
    if version.step == "none" or not version.next:
        return ""
    told = {"step": STEPS[version.step], "next": version.next, "declared": document.version}
    if version.too_small:
        return phrase(
            "error: The changes ask for a {step} step: version {next}; {declared} is too small a step; write "
            "document.version: {next}",
            **told,
        )
    return phrase("The changes ask for a {step} step: version {next}; declared: {declared}.", **told)


def _version(found: Difference) -> Iterator[tuple[int, str]]:
    if text := version_text(found):
        yield 0, text
