"""Markdown in notes and rationales: emphasis, code, lists and plain links; nothing that loads, runs or reads."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

PLAIN = frozenset("*_`[]<>&\\#!|~\n-+=")
TAGS = {"p", "br", "em", "strong", "code", "ul", "ol", "li", "a"}
BLOCKS = {*TAGS, "h3", "h4", "h5", "h6", "pre", "blockquote", "hr", "table", "thead", "tbody", "tr", "th", "td"}
HEADING = re.compile(r"<(/?)h([1-6])>")
LOWERED = 2
"""A heading of an appendix stands below that of its section and its own title."""


class Markdown:
    """Turns texts of the spec into safe HTML; the parser is loaded when the first text needs it."""

    def __init__(self) -> None:
        self._parser: MarkdownIt | None = None
        self._seen: dict[str, Markup] = {}

    def inline(self, text: str) -> Markup:
        """One paragraph without its <p>: emphasis, code and links. Raw HTML and images stay text."""
        found = self._seen.get(text)
        if found is None:
            found = Markup(escape(text)) if PLAIN.isdisjoint(text) else self._clean(text)  # noqa: S704 - escaped here
            self._seen[text] = found
        return found

    def whole(self, text: str) -> Markup:
        """A text of several paragraphs with headings, lists and tables. Raw HTML and images stay text."""
        html = self._ready().render(_without_images(text))
        lowered = HEADING.sub(lambda found: f"<{found[1]}h{min(int(found[2]) + LOWERED, 6)}>", html)
        return self._allowed(lowered, BLOCKS)

    def _clean(self, text: str) -> Markup:
        return self._allowed(self._markdown(text), TAGS)

    @staticmethod
    def _allowed(html: str, tags: set[str]) -> Markup:
        """HTML with these tags only, links to the network and the mail alone."""
        import nh3

        html = nh3.clean(
            html,
            tags=tags,
            attributes={"a": {"href"}},
            url_schemes={"https", "http", "mailto"},
            link_rel="noopener noreferrer",
        )
        return Markup(html)  # noqa: S704 - cleaned by an allow-list

    def _markdown(self, text: str) -> str:
        return str(self._ready().renderInline(_without_images(text)))

    def _ready(self) -> MarkdownIt:
        from markdown_it import MarkdownIt

        if self._parser is None:
            self._parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
        return self._parser


def _without_images(text: str) -> str:
    """An image written in a text stays as it was written: its bracket opens no link."""
    return text.replace("![", "!\\[")
