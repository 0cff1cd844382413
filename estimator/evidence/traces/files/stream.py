"""JSON of any length read piece by piece from chunks of bytes: only the value that is asked for is held in memory."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import Any, NoReturn

from estimator.errors import UserError
from estimator.phrase import phrase

VALUE_LIMIT = 16 * 2**20
"""Characters of one value that is held: an event of a trace has a few hundred."""
LOOK_AGAIN = 16
"""A fault this near to the end of what was read may be a value that goes on."""
MORE = 2
"""Characters that may follow what looks like a number before it is seen to go on: 12 may be the start of 12e+3."""
_SPACE = " \t\n\r"


def _no_number(_: str) -> None:
    """NaN and Infinity, which some profilers write and JSON does not have, are no numbers here either."""


_DECODER = json.JSONDecoder(parse_constant=_no_number, strict=False)


class JsonStream:
    """A cursor in JSON text. ``name`` is the file's, for messages; every fault is a UserError with line and column.

    What stands at the cursor is taken by ``value``, or entered by ``members`` and ``items``, whose caller takes the
    value of each key or item before it asks for the next one.
    """

    def __init__(self, chunks: Iterator[bytes], name: str) -> None:
        self.name = name
        self._chunks = chunks
        self._decode = codecs.getincrementaldecoder("utf-8-sig")(errors="replace").decode
        self._text = ""
        self._at = 0
        self._ended = self.cut = False
        self._line, self._column = 1, 1  # of the first character in _text

    def peek(self) -> str:
        """The next character that is no space, "" at the end."""
        while True:
            text, at = self._text, self._at
            while at < len(text) and text[at] in _SPACE:
                at += 1
            self._at = at
            if at < len(text):
                return text[at]
            if not self._more():
                return ""

    def value(self) -> Any:
        """Take the whole value at the cursor."""
        self.peek()
        while True:
            try:
                found, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated") or error.pos > len(self._text) - LOOK_AGAIN
                if not cut or not self._grow():
                    open_end = error.msg.startswith("Unterminated")
                    self._broken(len(self._text) if open_end else error.pos, error.msg[:1].lower() + error.msg[1:])
            except RecursionError:
                self._broken(self._at, "nested too deeply")
            except ValueError:  # a whole number of thousands of digits
                self._broken(self._at, "a number that is too long")
            else:
                if end + MORE < len(self._text) or not self._grow():
                    self._at = end
                    return found

    def members(self) -> Iterator[str]:
        """The keys of the object at the cursor."""
        self._expect("{")
        if self._taken("}"):
            return
        while True:
            if self.peek() != '"':
                self._broken(self._at, "expected a key in double quotes")
            key = str(self.value())
            self._expect(":")
            yield key
            if self._taken("}"):
                return
            self._expect(",")

    def items(self, *, open_end: bool = False) -> Iterator[int]:
        """The numbers, from 0, of the items of the array at the cursor.

        ``open_end``: the file may end behind an item or its comma, where a list of events was still being written:
        ``cut`` is then set.
        """
        self._expect("[")
        if self._taken("]"):
            return
        number = 0
        while not (open_end and self._cut()):
            yield number
            number += 1
            if self._taken("]") or (open_end and self._cut()):
                return
            self._expect(",")
            if open_end and self._taken("]"):
                return

    def end(self) -> None:
        """Refuse anything that follows."""
        if self.peek():
            self._broken(self._at, "something follows the end of the JSON")

    def refuse(self, message: str) -> NoReturn:
        """Raise UserError with the place of the cursor."""
        line, column = self._place(self._at)
        place = f"{self.name}:{line}:{column}"
        raise UserError(phrase("{place}: {message}", place=place, message=message))

    def _cut(self) -> bool:
        self.cut = self.cut or not self.peek()
        return self.cut

    def _taken(self, char: str) -> bool:
        if self.peek() == char:
            self._at += 1
            return True
        return False

    def _expect(self, char: str) -> None:
        if not self._taken(char):
            self._broken(self._at, phrase("expected '{char}'", char=char))

    def _broken(self, at: int, message: str) -> NoReturn:
        self._at = at
        if self._ended and not self._text[at:].strip():
            self.refuse("broken JSON: the file ends in the middle; it was cut off, export or copy it again")
        self.refuse(phrase("broken JSON: {message}; export or copy the trace again", message=message))

    def _grow(self) -> bool:
        """Read as much again as the value at the cursor has by now, so that a long one costs no more than twice."""
        wanted = 2 * (len(self._text) - self._at)
        if wanted > 2 * VALUE_LIMIT:
            self.refuse(
                phrase("one value has more than {most} million characters: this is no trace", most=VALUE_LIMIT // 2**20)
            )
        grown = False
        while len(self._text) - self._at <= wanted and self._more():
            grown = True
        return grown

    def _more(self) -> bool:
        """Read one chunk, dropping what lies before the cursor; False at the end of the file."""
        while not self._ended:
            chunk = next(self._chunks, b"")
            self._ended = not chunk
            text = self._decode(chunk, self._ended)
            if text:
                self._line, self._column = self._place(self._at)
                self._text, self._at = self._text[self._at :] + text, 0
                return True
        return False

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column, both from 1, of a place in the text held."""
        lines = self._text.count("\n", 0, at)
        if lines:
            return self._line + lines, at - self._text.rfind("\n", 0, at)
        return self._line, self._column + at
