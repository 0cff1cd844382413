"""The style sheets of a look: what they may not do, by line and column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import tinycss2

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.report.looks.place import at

INSIDE = ("data:", "#")
"""How an address begins that lies in the page itself."""
LOADING = frozenset(("url", "src", "image", "image-set", "-webkit-image-set", "cross-fade", "attr"))
DRAFT = "draftmark"
"""The class of the line that says of a page that it is a draft."""
COLON = "a property without a colon, a rule without its block, or a } too many"
FETCHES = "the page loads nothing: write a data: address, or leave it out"


def style_problems(file: str, text: str) -> Iterator[Problem]:
    """What a style sheet says that is no CSS, that loads something, or that would end the style element."""
    if (offset := text.find("</")) >= 0:
        yield at(file, text, offset, "'</' would end the style sheet in the page", "leave it out")
    try:
        found = list(_nodes(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))
    except RecursionError:
        yield Problem((), "no valid CSS: nested too deeply", "nest less deeply", file=file, line=1, column=1)
        return
    for node in found:
        yield from _problem(file, node)


def _problem(file: str, node: Any) -> Iterator[Problem]:
    place = {"file": file, "line": node.source_line, "column": node.source_column}
    if node.type == "error":
        why = COLON if "EOF reached before" in node.message else node.message.rstrip(".")
        yield Problem((), phrase("no valid CSS: {why}", why=why), "write selector { property: value; }", **place)
    elif node.type == "at-rule" and node.lower_at_keyword == "import":
        yield Problem((), "@import loads another style sheet", "write its rules into this file", **place)
    elif node.type == "url" and not node.value.lower().startswith(INSIDE):
        yield Problem((), phrase("url({value}) is outside the page", value=node.value[:60]), FETCHES, **place)
    elif node.type == "function" and node.lower_name in LOADING:
        for value in (one.value for one in node.arguments if one.type == "string"):
            if not value.lower().startswith(INSIDE) and node.lower_name != "attr":
                what = phrase("{name}({value}) is outside the page", name=node.lower_name, value=value[:60])
                yield Problem((), what, FETCHES, **place)
    elif node.type == "ident" and node.lower_value == DRAFT:
        yield Problem((), "the line that says DRAFT keeps its own look", "leave .draftmark out", **place)


def _nodes(nodes: Iterable[Any]) -> Iterator[Any]:
    """All parts of style rules, at any depth; the content of a block as declarations, so that slips in it are seen."""
    for node in nodes:
        yield node
        if node.type == "qualified-rule":
            yield from _nodes(node.prelude)
            yield from _nodes(tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True))
        elif node.type == "at-rule" and node.lower_at_keyword != "import":
            yield from _nodes(node.prelude)
            yield from _nodes(_inside(node))
        elif node.type == "declaration":
            yield from _nodes(node.value)
        elif node.type == "function":
            yield from _nodes(node.arguments)
        elif node.type.endswith(" block"):
            yield from _nodes(node.content)


def _inside(rule: Any) -> Iterable[Any]:
    """What the block of an at-rule holds: rules in @media and its like, declarations and margin boxes in others."""
    if rule.content is None:
        return ()
    nested = rule.lower_at_keyword in ("media", "supports", "layer", "container")
    parse = tinycss2.parse_rule_list if nested else tinycss2.parse_blocks_contents
    return tuple(parse(rule.content, skip_comments=True, skip_whitespace=True))
