"""Pieces of Markdown: tables, code, the anchors that a page gives its headings."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; its cells are ready to be placed."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def cell(text: str) -> str:
    """Text as a cell of a table: on one line, a vertical bar as itself."""
    return " ".join(text.split()).replace("|", r"\|")


def code(text: str) -> str:
    """Code inside a line or a cell; nothing of nothing."""
    return f"`{cell(text)}`" if text else ""


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading: small letters, blanks as hyphens, no other signs but ``-`` and ``_``."""
    kept = (letter for letter in heading.lower().replace(" ", "-") if letter.isalnum() or letter in "-_")
    return "".join(kept)


def link(heading: str) -> str:
    """A link to a heading of the same page."""
    return f"[{heading}](#{anchor(heading)})"
