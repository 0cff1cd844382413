"""What each rank holds before and after the collectives of the document, and whether they reduce."""

from __future__ import annotations

from typing import NamedTuple

from estimator.cost.collectives import COLLECTIVES
from estimator.report.view.context import Context


class HoldingsRow(NamedTuple):
    """One collective: the titles of its operations, a rank's data before and after, whether it reduces."""

    collective: str
    operations: str
    first: str
    last: str
    reduces: str


def holdings_rows(context: Context) -> tuple[HoldingsRow, ...]:
    """A row for each collective that an operation is, in the catalogue's order."""
    words = context.words
    users: dict[str, list[str]] = {}
    for name, row in context.table.operations.items():
        users.setdefault(row.collective, []).append(context.operation_title(name))
    return tuple(
        HoldingsRow(
            collective=words[f"collective.{each.name}"],
            operations=words.join(users[each.name]),
            first=words[f"first.{each.name}"],
            last=words[f"last.{each.name}"],
            reduces=words["holdings.yes" if each.reduces else "holdings.no"],
        )
        for each in COLLECTIVES
        if each.name in users
    )
