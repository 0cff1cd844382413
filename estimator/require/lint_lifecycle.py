"""Lifecycle rules: ids, owner, approvers, open points."""

from __future__ import annotations

import re
from collections.abc import Iterator

from estimator.require.rules import Finding, Look


def lifecycle(look: Look) -> Iterator[Finding]:
    """The findings about ids and about the state of the document."""
    document = look.spec.document
    yield from _ids(look)
    if document.owner is None:
        yield Finding("no-owner", ("document",), "nobody answers for the document")
    if document.status != "draft" and not document.approvers:
        yield Finding("no-approver", ("document",), f"status {document.status}, and nobody approves it")
    if document.status == "released" and look.spec.open_points:
        names = ", ".join(look.spec.open_points)
        yield Finding("open-points", ("open_points",), f"still open: {names}")


def _ids(look: Look) -> Iterator[Finding]:
    """Ids that read the same, and ids that an earlier version has retired."""
    seen: dict[str, str] = {}
    for name in look.spec.requirements:
        plain = re.sub(r"[-_.]", "", name).casefold()
        if plain in seen:
            yield Finding("id-reused", ("requirements", name), f"reads like {seen[plain]}")
        elif name in look.retired:
            yield Finding("id-reused", ("requirements", name), "an earlier version has retired this id")
        seen.setdefault(plain, name)
