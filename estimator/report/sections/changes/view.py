"""What each version changed: a section once there are several versions."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.report.numbers import NONE
from estimator.report.view.context import Context


@dataclass(frozen=True)
class ChangesView:
    """Rows of version, date and text."""

    lead: str
    rows: tuple[tuple[str, str, str], ...]


def has_changes(context: Context) -> bool:
    """Whether there is a version before this one."""
    document = context.spec.document
    return document.previous is not None or any(item.version != document.version for item in document.history)


def version_rows(context: Context) -> tuple[tuple[str, str, str], ...]:
    """The history as the author tells it."""
    return tuple((item.version, item.date or NONE, context.own(item.text)) for item in context.spec.document.history)


def changes_view(context: Context) -> ChangesView:
    """The section on changes."""
    return ChangesView(context.words["changes.lead"], version_rows(context))
