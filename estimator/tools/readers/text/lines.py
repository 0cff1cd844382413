"""The lines of a log, from blocks of bytes: numbered, decoded, none longer than a megabyte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

PIECE = 2**20
"""Characters of a piece of a line; a log on one single line comes in pieces with one number."""
_BREAKS = (" ", ",", "\t", "\\n", "|")


class LogLine(NamedTuple):
    """A physical line: its number from 1, its text, and whether it has its end (the last of a cut file has none)."""

    number: int
    text: str
    ended: bool = True


def numbered(blocks: Iterable[str]) -> Iterator[LogLine]:
    """The lines of a text that comes in blocks. A lone CR stays inside its line: it starts no new number."""
    number, rest = 1, ""
    for block in blocks:
        text = rest + block
        parts = text.split("\n")
        rest = parts.pop()
        for part in parts:
            yield LogLine(number, part.rstrip("\r"))
            number += 1
        while len(rest) > PIECE:
            cut = max(rest.rfind(mark, 0, PIECE) for mark in _BREAKS)
            cut = cut if cut > 0 else PIECE
            yield LogLine(number, rest[:cut])
            rest = rest[cut:]
    if rest:
        yield LogLine(number, rest, ended=False)
