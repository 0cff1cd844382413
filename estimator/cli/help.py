"""Commands as they are shown in a language: their helps, and ``--lang`` on every one of them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from copy import copy
from unicodedata import east_asian_width

import click

from estimator.chinese.helps import HELPS
from estimator.chinese.options import OPTIONS
from estimator.cli.slips import OneOf, OwnContext
from estimator.cli.speech import LANGUAGES, OPTION
from estimator.report.tables.screen import letters

CLOSING = "，。；：、）」』！？"
"""Marks that never begin a line."""
LANGUAGE_HELP = "Language of messages and help.  [default: COMMSPEC_LANG, else en]"


def in_language(command: click.Command, language: str) -> click.Command:
    """A copy of the command with its texts in the language, and ``--lang`` where it has none of its own."""
    shown = copy(command)
    shown._help_option = None  # made in the language in which it was asked for first
    shown.params = [_option(param, language) for param in command.params]
    if not any(OPTION in param.opts for param in shown.params):
        own = click.Option([OPTION], type=OneOf(LANGUAGES), expose_value=False, help=LANGUAGE_HELP)
        shown.params.append(_option(own, language))
    if language == "zh":
        shown.help = translated(command.help or "")
        shown.context_class = ChineseContext
    else:
        shown.context_class = OwnContext
    if isinstance(shown, click.Group):
        shown.commands = {name: in_language(one, language) for name, one in shown.commands.items()}
    return shown


def translated(text: str) -> str:
    """A help in Chinese, paragraph by paragraph; a paragraph that is not in the catalogue as it is."""
    paragraphs = (" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))
    return "\n\n".join(HELPS.get(part) or OPTIONS.get(part, part) for part in paragraphs)


def _option(param: click.Parameter, language: str) -> click.Parameter:
    """The parameter with its help in the language; where it asks for a language, that is its default."""
    shown = copy(param)
    if language == "zh" and isinstance(shown, click.Option) and shown.help:
        shown.help = translated(shown.help)
    if OPTION in param.opts and param.default == LANGUAGES[0]:
        shown.default = language
    return shown


class ChineseFormatter(click.HelpFormatter):
    """Breaks lines where Chinese may break, by the columns that letters take; click breaks at spaces alone."""

    def write_text(self, text: str) -> None:
        """Paragraphs, indented."""
        width = self.width - self.current_indent
        for paragraph in text.split("\n\n"):
            for line in folded(" ".join(paragraph.split()), width):
                self.write(f"{'':>{self.current_indent}}{line}\n")
            self.write("\n")
        self.buffer.pop()

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:  # type: ignore[override]
        """Terms and their texts in two columns."""
        first = min(max((len(term) for term, _ in rows), default=0), col_max) + col_spacing
        width = max(self.width - first - 2, 10)
        super().write_dl([(term, "\b\n" + "\n".join(folded(text, width))) for term, text in rows], col_max, col_spacing)


class ChineseContext(OwnContext):
    """A context whose help is formatted for Chinese."""

    formatter_class = ChineseFormatter


def folded(text: str, width: int) -> Iterator[str]:
    """The lines of a text in so many columns: it breaks at spaces, and beside Chinese letters but before no mark."""
    line, taken = "", 0
    for piece in _pieces(" ".join(text.split())):
        wide = letters(piece)
        if taken + wide > width and line.strip() and piece.strip():
            yield line.rstrip()
            line, taken = "", 0
            piece = piece.lstrip()
        line += piece
        taken += wide
    if line.strip():
        yield line.rstrip()


def _pieces(text: str) -> Iterator[str]:
    """What stays together on a line: a word, or a Chinese letter with the marks after it."""
    piece = ""
    for letter in text:
        if piece and letter not in CLOSING and (letter == " " or _wide(letter) or _wide(piece[-1])):
            yield piece
            piece = ""
        piece += letter
    if piece:
        yield piece


def _wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF"
