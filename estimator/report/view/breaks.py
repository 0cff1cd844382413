"""Where a line may be broken: a name after its underscores, a command between its options only."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

LONGEST = 44
"""Characters of a piece that stays on one line; a longer one may be broken anywhere, as it would leave the page."""


def unbroken(line: str) -> Markup:
    """A command line whose lines break between options only; copied, it is the same text."""
    return Markup(" ").join(
        Markup('<span class="nb">{}</span>').format(piece) if len(piece) <= LONGEST else escape(piece)
        for piece in pieces(line)
    )


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
