"""Where a line may be broken: a name after its underscores, a command between its options only."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

LONGEST = 44
"""Characters of a piece that stays on one line; a longer one may be broken anywhere, as it would leave the page."""


TOGETHER = 22
"""Characters of short pieces that stay on one line together: a third of the elements for a line end less even."""


def unbroken(line: str) -> Markup:
    """A command line whose lines break between options only; copied, it is the same text."""
    shown = (
        f'<span class="nb">{escape(part)}</span>' if len(part) <= LONGEST else str(escape(part))
        for part in together(pieces(line))
    )
    return Markup(" ".join(shown))  # noqa: S704 - each part escaped just above


def together(parts: Iterable[str], most: int = TOGETHER) -> list[str]:
    """Neighbours joined by a blank as long as they have ``most`` characters together."""
    found: list[str] = []
    for part in parts:
        if found and len(found[-1]) + len(part) < most:
            found[-1] += f" {part}"
        else:
            found.append(part)
    return found


def pieces(line: str) -> list[str]:
    """Words of a command, each option together with what follows up to the next option: "-b 8", "--check 1"."""
    found: list[str] = []
    for word in _words(line):
        if found and not word.startswith("-") and found[-1].startswith("-") and " " not in found[-1]:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _words(line: str) -> list[str]:
    """What a shell takes for one word: what stands in quotes is not parted at its blanks, nor is a remark."""
    found: list[str] = []
    quoted = remark = False
    for word in line.split(" "):
        if quoted or remark:
            found[-1] += f" {word}"
        else:
            found.append(word)
        remark = remark or (word == "#" and not quoted)
        quoted ^= word.count("'") % 2 == 1
    return found


def breakable(name: str, after: str = "_") -> Markup:
    """A name that may be broken after each underscore, or after each of other characters."""
    parts = re.split(f"(?<=[{re.escape(after)}])", name)
    return Markup("<wbr>").join(part for part in parts if part)
