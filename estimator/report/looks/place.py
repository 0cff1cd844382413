"""Where something stands in a file of a look: line and column of a problem."""

from __future__ import annotations

import re

from estimator.errors import Problem


def at(file: str, text: str, offset: int, message: str, hint: str = "") -> Problem:
    """A problem at the letter with this offset [characters from 0]."""
    line = text.count("\n", 0, offset) + 1
    column = offset - (text.rfind("\n", 0, offset) + 1) + 1
    return Problem((), message, hint, file=file, line=line, column=column)


def on(file: str, text: str, line: int, word: str, message: str, hint: str = "") -> Problem:
    """A problem with a word on a line, or on the first one after it that has the word: a tag may go over several."""
    lines = text.split("\n") if word else []
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    for number in range(line, min(line + 20, len(lines)) + 1):
        if found := pattern.search(lines[number - 1]):
            return Problem((), message, hint, file=file, line=number, column=found.start() + 1)
    return Problem((), message, hint, file=file, line=line, column=1)
