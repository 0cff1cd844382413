"""Lifecycle rules: ids, owner, approvers, open points, frozen limits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from estimator.lint.rules import Finding, Look
from estimator.phrase import phrase
from estimator.require.limits.freeze import misfits
from estimator.spec.document import Document


def lifecycle(look: Look) -> Iterator[Finding]:
    """The findings about ids and about the state of the document."""
    document = look.spec.document
    yield from _ids(look)
    if document.owner is None:
        yield Finding("no-owner", ("document",), "nobody answers for the document")
    if document.status != "draft" and not document.approvers:
        yield Finding(
            "no-approver", ("document",), phrase("status {status}, and nobody approves it", status=document.status)
        )
    yield from _state(document)
    if document.status == "released" and look.spec.open_points:
        names = ", ".join(look.spec.open_points)
        yield Finding("open-points", ("open_points",), phrase("still open: {names}", names=names))
    yield from _frozen(look)


def _state(document: Document) -> Iterator[Finding]:
    """What a released version has, and what only a withdrawn one has."""
    if document.status == "released" and document.date is None:
        yield Finding("no-date", ("document",), "status released, and no date")
    if document.superseded_by is not None and document.status != "withdrawn":
        what = phrase(
            "status {status}, and superseded by {superseded_by}",
            status=document.status,
            superseded_by=document.superseded_by,
        )
        yield Finding("idle-successor", ("document", "superseded_by"), what)


def _ids(look: Look) -> Iterator[Finding]:
    """Ids that read the same, and ids that an earlier version has retired."""
    seen: dict[str, str] = {}
    for name in look.spec.requirements:
        plain = re.sub(r"[-_.]", "", name).casefold()
        if plain in seen:
            yield Finding("id-reused", ("requirements", name), phrase("reads like {other}", other=seen[plain]))
        elif name in look.retired:
            yield Finding("id-reused", ("requirements", name), "an earlier version has retired this id")
        seen.setdefault(plain, name)


def _frozen(look: Look) -> Iterator[Finding]:
    """Derived limits that a later estimate would still move, and frozen ones that hold for nothing."""
    if look.spec.document.status == "draft":
        if look.spec.frozen:
            yield Finding(
                "idle-frozen", ("frozen",), "a draft derives its limits", "write status: review, or remove it"
            )
        return
    for name, expanded in look.expanded.items():
        moving = sum(block.moving for block in expanded.blocks)
        if moving:
            text = (
                "1 derived limit is not frozen"
                if moving == 1
                else phrase("{moving} derived limits are not frozen", moving=moving)
            )
            yield Finding("not-frozen", ("requirements", name, "limit"), text)
    for key, reason in misfits(look.spec, look.expanded):
        yield Finding("idle-frozen", ("frozen", key), reason)
