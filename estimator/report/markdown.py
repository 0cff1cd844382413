"""Markdown in notes and rationales: emphasis, code, lists and plain links; nothing that loads, runs or reads."""

from __future__ import annotations

from html import escape

from markupsafe import Markup

PLAIN = frozenset("*_`[]<>&\\#!|~\n-+=")
TAGS = {"p", "br", "em", "strong", "code", "ul", "ol", "li", "a"}


class Markdown:
    """Turns texts of the spec into safe HTML; the parser is loaded when the first text needs it."""

    def __init__(self) -> None:
        self._parser: object | None = None
        self._seen: dict[str, Markup] = {}

    def inline(self, text: str) -> Markup:
        """One paragraph without its <p>: emphasis, code and links. Raw HTML and images stay text."""
        found = self._seen.get(text)
        if found is None:
            found = Markup(escape(text)) if PLAIN.isdisjoint(text) else self._clean(text)  # noqa: S704 - escaped here
            self._seen[text] = found
        return found

    def _clean(self, text: str) -> Markup:
        import nh3

        html = nh3.clean(
            self._markdown(text),
            tags=TAGS,
            attributes={"a": {"href"}},
            url_schemes={"https", "http", "mailto"},
            link_rel="noopener noreferrer",
        )
        return Markup(html)  # noqa: S704 - cleaned by an allow-list

    def _markdown(self, text: str) -> str:
        from markdown_it import MarkdownIt

        if self._parser is None:
            self._parser = MarkdownIt("commonmark", {"html": False}).disable("image")
        parser: MarkdownIt = self._parser  # type: ignore[assignment]
        # An image written in a text stays as it was written: its bracket opens no link.
        return str(parser.renderInline(text.replace("![", "!\\[")))
