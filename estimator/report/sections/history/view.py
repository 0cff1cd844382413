"""Sign-off, with the history of a first version."""

from __future__ import annotations

from dataclasses import dataclass

from estimator.report.view.context import Context
from estimator.report.view.requirements.ids import spaced
from estimator.report.view.requirements.versions import has_changes, version_rows


@dataclass(frozen=True)
class HistoryView:
    """The roles that sign; versions where no section of changes has them."""

    lead: str
    rows: tuple[tuple[str, str, str], ...]
    roles: tuple[str, ...]


def history_view(context: Context) -> HistoryView:
    """History and sign-off."""
    document, words = context.spec.document, context.words
    rows = () if has_changes(context) else version_rows(context)
    recipient = context.text(document.recipient) or words["history.recipient"]
    named = tuple(context.own(role) for role in document.approvers)
    roles = named or (context.text(document.owner) or words["cover.owner"],)
    lead = words("history.lead", fingerprint=spaced(context.material.fingerprint))
    return HistoryView(lead, rows, (*roles, recipient))
