"""Tables as wide as what they are printed on: columns wrap, then the least important ones are left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from estimator.chinese.speaker import speaker
from estimator.phrase import Both, Linked, Phrase, heads, linked, phrase

if TYPE_CHECKING:
    from estimator.spec.values.base import Language

GAP = "  "
NARROWEST = 40
"""Letters of a line below which nothing is fitted: no table is readable there."""
GREEN, RED, YELLOW = "32", "31", "33"
MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(heads("pass"), GREEN),
        **dict.fromkeys(heads("fail", "stale"), RED),
        **dict.fromkeys(heads("inconclusive", "not run", "waived"), YELLOW),
    }
)
"""Words that are coloured where they are a whole cell, by what they mean."""
Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Screen:
    """What is printed on. ``width``: letters of a line; None: no terminal, so nothing is fitted or coloured.

    ``language``: of the words that are ours; ids, units and what a user wrote stay.
    """

    width: int | None = None
    colour: bool = False
    language: Language = "en"

    def say(self, text: str) -> str:
        """A sentence or word of ours in the language; a plain text as it is."""
        return speaker(self.language)(text) if isinstance(text, Phrase | Linked | Both) else text

    def text(self, lines: Iterable[str]) -> str:
        """Every line in the language, each on its own."""
        return "".join(f"{self.say(line)}\n" for line in lines)

    def rows(self, rows: Rows) -> list[list[str]]:
        """Every cell in the language."""
        return [[self.say(cell) for cell in row] for row in rows]


PLAIN = Screen()
"""A file or another program."""


def letters(text: str) -> int:
    """Places that a text takes on a terminal: two for a Chinese letter, none for one that joins the one before."""
    return sum(0 if unicodedata.combining(one) else 2 if _wide(one) else 1 for one in text)


def fitted(rows: Rows, screen: Screen = PLAIN, ranks: Sequence[int] = ()) -> list[str]:
    """Lines of columns of equal width; the first row is the head.

    ``ranks``: of each column; where a screen is too narrow the columns of the highest rank are left out first, of equal
    ones the last; those of rank 0 stay. A last line names what is left out. Numbers keep their units beside them.
    """
    rows, ranks = screen.rows(rows), ranks or range(len(rows[0]))
    if screen.width is None:
        return _lines(rows, _natural(rows, range(len(rows[0]))), screen)
    width, kept = max(screen.width, NARROWEST), list(range(len(rows[0])))
    while _needed(rows, kept) > width and (open_ := [column for column in kept if ranks[column]]):
        kept.remove(max(open_, key=lambda column: (ranks[column], column)))
    shown = [[row[column] for column in kept] for row in rows]
    lines = _lines(shown, _shared(rows, kept, width), screen)
    gone = [rows[0][column] for column in range(len(rows[0])) if column not in kept]
    note = phrase(
        "Left out on {width} columns: {names}; --format json has all.", width=screen.width, names=linked(", ", gone)
    )
    return [*lines, *wrapped(screen.say(note), width)] if gone else lines


def to_the_right(text: str, width: int) -> str:
    """A text at the right of so many places."""
    return " " * (width - letters(text)) + text


def wrapped(line: str, width: int) -> list[str]:
    """A line of words in as many as it takes, the later ones two letters further in."""
    if letters(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip(" "))]
    further = indent + "  " if len(indent) < width // 2 else ""
    first, *rest = _broken(line.strip(" "), width - len(indent), width - len(further))
    return [indent + first, *(further + one for one in rest)]


def wrapped_text(text: str, width: int) -> str:
    """A text with every line of words wrapped; those with control letters are of a table that fits."""
    lines = (wrapped(line, width) if "\x1b" not in line else [line] for line in text.split("\n"))
    return "\n".join(one for line in lines for one in line)


def plainly(text: str) -> str:
    """With plain spaces and hyphens in place of those that keep a number whole: as a search finds them."""
    return text.translate({0xA0: " ", 0x202F: " ", 0x2009: " ", 0x2212: "-", 0x2011: "-"})


def _wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def _natural(rows: Rows, columns: Sequence[int]) -> list[int]:
    return [max(letters(row[column]) for row in rows) for column in columns]


def _least(rows: Rows, columns: Sequence[int]) -> list[int]:
    """The widest word of each column, which is not broken."""
    return [max(letters(word) for row in rows for word in _words(row[column]) or [""]) for column in columns]


def _needed(rows: Rows, columns: Sequence[int]) -> int:
    return sum(_least(rows, columns)) + len(GAP) * (len(columns) - 1)


def _shared(rows: Rows, columns: Sequence[int], width: int) -> list[int]:
    """Widths that fit: what is left beyond the widest words goes to the columns that lack most."""
    natural, given = _natural(rows, columns), _least(rows, columns)
    left = width - len(GAP) * (len(columns) - 1) - sum(given)
    if left < 0:  # one name is longer than the line: it alone is broken
        widest = given.index(max(given))
        given[widest] = max(given[widest] + left, 8)
        return given
    while left > 0 and (open_ := [number for number, one in enumerate(given) if one < natural[number]]):
        lacking = max(open_, key=lambda number: (natural[number] - given[number], -number))
        given[lacking], left = given[lacking] + 1, left - 1
    return given


def _lines(rows: Rows, widths: Sequence[int], screen: Screen) -> list[str]:
    found = []
    colours = {screen.say(word): code for word, code in MEANINGS.items()} if screen.colour else {}
    for row in rows:
        cells = [_cell(text, width) for text, width in zip(row, widths, strict=True)]
        for number in range(max(map(len, cells))):
            parts = [cell[number] if number < len(cell) else "" for cell in cells]
            padded = [_padded(part, width, colours) for part, width in zip(parts, widths, strict=True)]
            found.append(GAP.join(padded).rstrip())
    return found


def _cell(text: str, width: int) -> list[str]:
    return [text] if letters(text) <= width else list(_broken(text, width, width))


def _padded(text: str, width: int, colours: Mapping[str, str]) -> str:
    space = " " * (width - letters(text))
    code = colours.get(text)
    return f"\x1b[{code}m{text}\x1b[0m{space}" if code else text + space


def _words(text: str) -> list[str]:
    """Where a text may be broken: at plain spaces, between Chinese letters, and behind Chinese marks."""
    return [part for word in text.split(" ") for part in _CHINESE.findall(word)]


_LETTER, _OPENS, _CLOSES = "\u4e00-\u9fff\u3400-\u4dbf", "\uff08\u201c", "\uff0c\u3002\u3001\uff1b\uff1a\uff09\u201d"
_CHINESE = re.compile(
    f"[{_OPENS}]*(?:[{_LETTER}]|[^{_LETTER}{_OPENS}{_CLOSES}]+)[{_CLOSES}]*|[{_OPENS}{_CLOSES}]+",
)
"""What stays together: a Chinese letter, or a run of others, with the marks that open before and close behind it."""


def _broken(text: str, first: int, others: int) -> Iterator[str]:
    """Lines of at most ``first`` and then ``others`` letters; a longer word is broken as late as it can be."""
    line, room = "", first
    for number, word in enumerate(text.split(" ")):
        for index, piece in enumerate(_CHINESE.findall(word) or [""]):
            between = " " if number and not index and line else ""
            if line and letters(line + between + piece) > room:
                yield line
                line, between, room = "", "", others
            rest = piece
            while letters(rest) > room:
                cut = _cut(rest, room)
                yield rest[:cut]
                rest, room = rest[cut:], others
            line += between + rest
    yield line


def _cut(word: str, room: int) -> int:
    """Letters of a word that go into a line: up to its last _, -, . or / there, else as many as there is room for."""
    most = next((number for number in range(len(word)) if letters(word[: number + 1]) > room), len(word))
    found = [one.end() for one in re.finditer(r"[_\-./]", word[:most])]
    return found[-1] if found and found[-1] > most // 2 else max(most, 1)
