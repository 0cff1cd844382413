"""Takes a JSON text apart element by element, so that a long list never lies in memory whole."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from estimator.phrase import phrase, word

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s"{}\[\],:]+|"')
_FLAT = re.compile(r'\{[^{}\[\]]*"(?:algBw|busBw)"\s*:[^{}\[\]]*\}')
"""An outer object that is itself one result, as where each line is one."""
LONGEST = 8 * 2**20
"""Characters of one element; a longer one is refused."""
ENOUGH = 2**18
LISTS = frozenset({"results", "records", "benchmark"})
"""Members of the outer object that are lists of results."""


class Element(NamedTuple):
    """A member of the outer object, or an element of a list of results: its key, its text, the line it starts on."""

    key: str
    text: str
    line: int
    listed: bool


class BrokenJsonError(ValueError):
    """The text ends in the middle, or is no JSON: where, and what was expected."""

    def __init__(self, line: int, what: str) -> None:
        self.line, self.what = line, what
        super().__init__(what)


class _Tokens:
    """Tokens of a text that comes in lines, with the line each stands on; what was read is dropped now and then."""

    def __init__(self, lines: Iterable[tuple[int, str]]) -> None:
        self.lines = iter(lines)
        self.text, self.at = "", 0
        self.marks: list[tuple[int, int]] = [(0, 1)]
        """Place in the text at which each line starts, and its number."""

    def more(self) -> bool:
        """Append the next line; False at the end."""
        for number, text in self.lines:
            if len(self.text) > LONGEST:
                raise BrokenJsonError(number, "one element is longer than 8 MiB")
            self.marks.append((len(self.text), number))
            self.text += text + "\n"
            return True
        return False

    def next(self) -> tuple[int, str] | None:
        """Place and text of the next token, or None at the end."""
        while True:
            match = _TOKEN.search(self.text, self.at)
            if match is not None and match.group() != '"':
                self.at = match.end()
                return match.start(), match.group()
            if not self.more():
                return None

    def line_at(self, place: int) -> int:
        """The line a place in the text stands on."""
        return self.marks[bisect_right(self.marks, (place, LONGEST)) - 1][1]

    def forget(self) -> None:
        """Drop what was read, once there is much of it."""
        if self.at < ENOUGH:
            return
        line = self.line_at(self.at)
        kept = [(place - self.at, number) for place, number in self.marks if place > self.at]
        self.marks = [(0, line), *kept]
        self.text, self.at = self.text[self.at :], 0


def elements(lines: Iterable[tuple[int, str]]) -> Iterator[Element]:
    """The members of an outer object, those of its lists of results one by one; or the elements of an outer list.

    Several outer objects may follow one another; one that is a result by itself is one element.

    Raises BrokenJsonError where the text ends or breaks off; what came before it was yielded.
    """
    tokens = _Tokens(lines)
    while True:
        first = tokens.next()
        if first is None:
            return
        place, text = first
        if text == "[":
            yield from _list(tokens, "")
        elif text == "{" and _FLAT.match(tokens.text, place):
            yield _value(tokens, "", first, listed=True)
        elif text == "{":
            yield from _members(tokens)
        else:
            raise BrokenJsonError(tokens.line_at(place), phrase("no JSON: {what}", what=text[:20]))


def _members(tokens: _Tokens) -> Iterator[Element]:
    while True:
        token = _needed(tokens, "a key")
        if token[1] == "}":
            return
        if token[1] == ",":
            continue
        key = token[1].strip('"')
        colon = _needed(tokens, "a colon")
        if not token[1].startswith('"') or colon[1] != ":":
            raise BrokenJsonError(tokens.line_at(token[0]), "a key in quotes and a colon were expected")
        value = _needed(tokens, "a value")
        if key in LISTS and value[1] == "[":
            yield from _list(tokens, key)
        else:
            yield _value(tokens, key, value, listed=False)


def _list(tokens: _Tokens, key: str) -> Iterator[Element]:
    while True:
        token = _needed(tokens, "an element or the end of the list")
        if token[1] == "]":
            return
        if token[1] != ",":
            yield _value(tokens, key, token, listed=True)


def _value(tokens: _Tokens, key: str, first: tuple[int, str], listed: bool) -> Element:
    """The whole of a value that starts with a token."""
    start, line = first[0], tokens.line_at(first[0])
    depth = _depth(first[1])
    while depth:
        token = tokens.next()
        if token is None:
            raise BrokenJsonError(line, "the text ends inside this element")
        depth += _depth(token[1])
    element = Element(key, tokens.text[start : tokens.at], line, listed)
    tokens.forget()
    return element


def _depth(text: str) -> int:
    return 1 if text in "{[" else -1 if text in "}]" else 0


def _needed(tokens: _Tokens, what: str) -> tuple[int, str]:
    token = tokens.next()
    if token is None:
        raise BrokenJsonError(
            tokens.line_at(tokens.at), phrase("the text ends where {what} was expected", what=word(what))
        )
    return token
