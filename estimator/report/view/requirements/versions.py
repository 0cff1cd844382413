"""The versions before this one: whether there are any, what their author says, and marks at what changed."""

from __future__ import annotations

from estimator.report.numbers import NONE
from estimator.report.view.context import Context
from estimator.report.view.marks import Mark


def has_changes(context: Context) -> bool:
    """Whether there is a version before this one."""
    document = context.spec.document
    return document.previous is not None or any(item.version != document.version for item in document.history)


def version_rows(context: Context) -> tuple[tuple[str, str, str], ...]:
    """The history as the author tells it."""
    return tuple((item.version, item.date or NONE, context.own(item.text)) for item in context.spec.document.history)


def change_mark(context: Context, name: str) -> Mark | None:
    """The mark of a requirement that changed since the version before; None of one that did not."""
    found = context.material.difference
    if found is None or (name not in found.changed and name not in found.added):
        return None
    return way_mark(context, found.changed[name].changed.direction if name in found.changed else "added")


def way_mark(context: Context, way: str) -> Mark:
    """The mark of a way of changing: tighter, looser, added, removed, ..."""
    return Mark(f"chg {way}", context.words[f"changes.mark.{way}"])
