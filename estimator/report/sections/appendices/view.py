"""Appendices that the spec brings in Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from posixpath import basename, splitext
from typing import NamedTuple

from markupsafe import Markup

from estimator.report.pages.markdown import Markdown
from estimator.report.view.context import Context
from estimator.report.view.requirements.links import links_of
from estimator.spec.requirements.own_fields import Appendix

FIRST_HEADING = re.compile(r"\A\s*#{1,6}\s+(.+?)\s*#*\s*$", re.MULTILINE)


class AppendixView(NamedTuple):
    """One appendix: its heading, and its text as safe HTML."""

    title: str
    body: Markup


@dataclass(frozen=True)
class AppendicesView:
    """All appendices."""

    rows: tuple[AppendixView, ...]


def appendices_view(context: Context, markdown: Markdown) -> AppendicesView:
    """The section of appendices; ids of requirements in them are links."""
    links = links_of(context.spec)
    found = [_titled(context, appendix) for appendix in context.spec.document.appendices]
    return AppendicesView(tuple(AppendixView(title, links.linked(markdown.whole(text))) for title, text in found))


def _titled(context: Context, appendix: Appendix) -> tuple[str, str]:
    """The heading and the text below it: a first heading of the text is not printed twice."""
    text = context.own(appendix.text) if appendix.text is not None else ""
    first = FIRST_HEADING.match(text)
    if appendix.title is not None:
        return context.own(appendix.title), text
    if first is not None:
        return first[1], text[first.end() :]
    name = appendix.file.get(context.language) if appendix.file is not None else context.words["section.appendices"]
    return splitext(basename(name))[0], text
