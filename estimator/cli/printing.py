"""What a person reads, as wide and as plain as what it is printed on."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from estimator.cli.speech import language_now

if TYPE_CHECKING:
    from estimator.report.tables.screen import Screen

PEOPLE = ("text", "md")
"""Forms that people read: numbers with plain spaces and hyphens, as a search finds them."""


def screen(form: str = "text") -> Screen:
    """The terminal that the text goes to; nothing is fitted or coloured for a file, a program, or another form.

    What people read is in the language of the command.

    No colour where NO_COLOR is set, or the terminal is a dumb one.
    """
    import shutil

    from estimator.report.tables.screen import Screen

    language = language_now()
    if form != "text" or sys.stdout is None or not sys.stdout.isatty():  # None: the caller closed it
        return Screen(language=language)
    return Screen(shutil.get_terminal_size().columns, not os.environ.get("NO_COLOR") and not dumb(), language)


def dumb() -> bool:
    """Whether the terminal says that it cannot move the cursor or change colours."""
    return os.environ.get("TERM", "") in ("dumb", "")


def show(text: str, form: str = "text") -> None:
    """Print a result to standard output; on a terminal lines of words that are too long are wrapped."""
    from estimator.report.tables.screen import plainly, wrapped_text

    if form in PEOPLE:
        on = screen(form)
        text = plainly(text if on.width is None else wrapped_text(text, on.width))
    click.echo(text, nl=False, color=True)
