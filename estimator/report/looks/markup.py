"""The markup that a template of a look adds: nothing in it may run or load anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from estimator.errors import Problem
from estimator.phrase import phrase
from estimator.report.looks.place import at

TAGS = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
"""What belongs to the template engine: it is no markup."""


class Refused(NamedTuple):
    """Markup that has no place in a page, what is said of it, and what to write."""

    pattern: re.Pattern[str]
    message: str
    hint: str


def _refused(pattern: str, message: str, hint: str) -> Refused:
    return Refused(re.compile(pattern, re.IGNORECASE), message, hint)


REFUSED = (
    _refused(r"<(?:script)\b", "a page runs no script but its own", "leave it out"),
    _refused(r"<style\b", "a style sheet inside a template", "write it into style.css or print.css"),
    _refused(
        r"<(?:link|iframe|frame|object|embed|base|meta|form|audio|video|source|portal)\b",
        "an element that loads something or leads away",
        "leave it out: the page is whole by itself",
    ),
    _refused(r"<[^<>]*\son\w+\s*=", "an attribute that runs a script", "leave it out"),
    _refused(r"javascript:", "an address that runs a script", "leave it out"),
    _refused(
        r"(?<![\w-])(?:src|srcset|poster|background|data|xlink:href)\s*=\s*[\"']?\s*(?!data:|\s|[\"'#])[\w./:]",
        "something is loaded from outside the page",
        "embed it as data:image/..., or use the logo",
    ),
    _refused(r"url\(\s*[\"']?\s*(?!data:|#)[\w./:]", "something is loaded from outside the page", "leave it out"),
)


def markup_problems(file: str, text: str) -> Iterator[Problem]:
    """What the text between the tags of the template engine may not say, by line and column."""
    plain = TAGS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for refused in REFUSED:
        for found in refused.pattern.finditer(plain):
            said = found[0].strip()
            said = said if len(said) < 40 else f"{said[:40]}..."
            what = phrase("{said} has no place in a page: {why}", said=f"'{said}'", why=refused.message)
            yield at(file, text, found.start(), what, refused.hint)
