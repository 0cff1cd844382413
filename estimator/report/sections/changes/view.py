"""What changed since the version before: a section once there are several versions, and marks at what it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from estimator.history.difference import Difference
from estimator.history.estimates import Moved
from estimator.report.numbers import Several, seconds, span
from estimator.report.sections.changes.said import because, closing, what
from estimator.report.view.context import Context
from estimator.report.view.marks import Mark
from estimator.report.view.requirements.versions import version_rows, way_mark


class ChangeRow(NamedTuple):
    """One requirement that changed; ``here``: it stands in this document."""

    id: str
    mark: Mark
    what: str
    here: bool


class MovedRow(NamedTuple):
    """One time that moved."""

    name: str
    before: str
    after: str
    because: str


@dataclass(frozen=True)
class ChangesView:
    """The changes since the version before, where it is at hand; ``rows``: what the authors say."""

    lead: str
    rows: tuple[tuple[str, str, str], ...]
    changes: tuple[ChangeRow, ...] = ()
    moved: tuple[MovedRow, ...] = ()
    notes: tuple[str, ...] = ()
    compared: bool = False


def changes_view(context: Context) -> ChangesView:
    """The section on changes."""
    found = context.material.difference
    if found is None:
        return ChangesView(context.words["changes.lead"], version_rows(context))
    counts = {"added": found.added, "removed": found.removed, "changed": found.changed}
    lead = context.words(
        "changes.since",
        version=found.before.spec.document.version,
        **{name: Several(len(ids)) for name, ids in counts.items()},
    )
    return ChangesView(
        lead=lead,
        rows=version_rows(context),
        changes=tuple(_changes(context, found)),
        moved=tuple(_moved(context, found)),
        notes=tuple(_notes(context, found)),
        compared=True,
    )


def _changes(context: Context, found: Difference) -> list[ChangeRow]:
    join = context.words["semicolon"].join
    rows = [
        ChangeRow(name, way_mark(context, one.changed.direction), join(what(context, one)), True)
        for name, one in found.changed.items()
    ]
    for way, names in (("added", found.added), ("removed", found.removed)):
        spec = found.after.spec if way == "added" else found.before.spec
        for name in names:
            rows.append(
                ChangeRow(name, way_mark(context, way), context.own(spec.requirements[name].title), way == "added")
            )
    return rows


def _moved(context: Context, found: Difference) -> list[MovedRow]:
    rows = [_moved_row(context, context.operation_title(name), one) for name, one in found.estimates.moved.items()]
    if found.estimates.exposed is not None:
        rows.append(_moved_row(context, context.words["changes.step"], found.estimates.exposed))
    return rows


def _moved_row(context: Context, name: str, one: Moved) -> MovedRow:
    return MovedRow(name, span(*one.before, seconds), span(*one.after, seconds), because(context, one.because))


def _notes(context: Context, found: Difference) -> list[str]:
    words = context.words
    notes = [] if found.changed or found.added or found.removed else [words["changes.nothing"]]
    notes.append(closing(context, found.closing))
    if found.replaced:
        notes.append(words("changes.measured", places=words.join([one.path for one in found.replaced])))
    return [note for note in notes if note]
