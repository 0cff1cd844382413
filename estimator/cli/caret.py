"""The line that a message is about, with a caret below its column: on a terminal, where both are on one screen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from shutil import get_terminal_size

from estimator.errors import Problem, one_line
from estimator.report.tables.screen import letters

BEFORE = 30
"""Columns of a long line that are shown before the caret at least."""


def quoted(problem: Problem | None) -> Iterator[str]:
    """The line and the caret; nothing where the file cannot be read again, or nobody looks."""
    if problem is None or problem.file is None or problem.line is None or sys.stderr is None or not sys.stderr.isatty():
        return
    from estimator.jobs.inputs.lines import line_of

    text = line_of(problem.file, problem.line)
    if text is not None:
        yield from with_caret(text, problem.line, problem.column or 1, get_terminal_size().columns)


def with_caret(text: str, line: int, column: int, width: int) -> tuple[str, str]:
    """Two lines of at most so many columns: the text with its number, and a caret below the letter at ``column``."""
    margin = f"{line:>6} | "
    room = max(width - len(margin) - 1, 2 * BEFORE)
    before, rest = text[: column - 1], text[column - 1 :]
    cut = ""
    while letters(before) + min(letters(rest), BEFORE) > room and letters(before) > BEFORE:
        before, cut = before[1:], "..."
    before = one_line(cut + before.replace("\t", " "))
    shown = one_line(rest.replace("\t", " "))
    while letters(before + shown) > room and shown:
        shown = shown[:-1]
    return f"{margin}{before}{shown}", f"{'':>6} | {'':>{letters(before)}}^"
