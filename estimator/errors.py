"""What went wrong, as data: a list of problems, and the three kinds of failure a command can end with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from estimator.mistakes import mistake_of
from estimator.phrase import Speak, english, mapped, phrase

Path = tuple[str | int, ...]
Severity = Literal["error", "warning"]


STRAYING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
"""Letters that end a line, move the cursor, turn the text round or cannot be seen."""


def one_line(text: str) -> str:
    r"""The text as it can stand in one line of a message: what a refused value smuggles in is spelt out, as ``\n``.

    A sentence that can be said in another language still can.
    """
    return mapped(text, _spelt) if STRAYING.search(text) else text


def _spelt(text: str) -> str:
    return STRAYING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def path_text(path: Path) -> str:
    """Write a path the way people read it: ``("a", 0, "b")`` is ``a[0].b``."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return text


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where it is (``path``), what is wrong (``message``) and what to write instead (``hint``).

    ``rule`` is the id of a lint rule, empty for a plain mistake. ``file``, ``line`` and ``column`` (both from 1)
    are filled in by ``spec.reading.locate`` and nowhere else. ``more``: further ones of its kind that it stands for.
    """

    path: Path
    message: str
    hint: str = ""
    rule: str = ""
    severity: Severity = "error"
    file: str | None = None
    line: int | None = None
    column: int | None = None
    more: int = 0

    @property
    def told(self) -> str:
        """What is wrong and what to write, as one sentence."""
        what = phrase("{message}; {hint}", message=self.message, hint=self.hint) if self.hint else self.message
        return phrase("{what} (and {more:,} more of this kind)", what=what, more=self.more) if self.more else what

    @property
    def kind(self) -> str:
        """The id of the rule of the lint, or of the kind of mistake."""
        return self.rule or mistake_of(self.message)

    def sentence(self, speak: Speak = english) -> str:
        """The text for people, with the id that ``commspec explain`` explains, a mistake's too; a warning says so."""
        text = replace(self, rule=self.kind).text()
        return speak(text if self.severity == "error" else phrase("warning: {text}", text=text))

    def text(self, speak: Speak = english) -> str:
        """``file:line:column: path: what is wrong; what to write [rule]``, without the parts that are not known."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        head = "".join(f"{part}: " for part in (place, path_text(self.path)) if part)
        rule = f" [{self.rule}]" if self.rule else ""
        return one_line(speak(phrase("{head}{what}{rule}", head=head, what=self.told, rule=rule)))


class UserError(Exception):
    """The user must fix something: one sentence that says what, or one for each thing (exit code 2)."""

    def __str__(self) -> str:
        """A line for each sentence; a line break within one, as in the name of a file, is spelt out."""
        return "\n".join(one_line(str(sentence)) for sentence in self.args)

    def said(self, speak: Speak = english) -> str:
        """The same in a language."""
        return "\n".join(one_line(speak(sentence)) for sentence in self.args)


class NoFileError(UserError):
    """A file that is not there; ``beside``: those that are, by their paths in the folder that was looked in."""

    def __init__(self, sentence: str, beside: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.beside = tuple(beside)


class SpecError(UserError):
    """A spec with mistakes: all of them at once, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(*(problem.text() for problem in self.problems))

    def said(self, speak: Speak = english) -> str:
        """A line for each problem, in a language, with its id."""
        return "\n".join(problem.sentence(speak) for problem in self.problems)


class InternalError(Exception):
    """The fault is the program's own (exit code 3)."""
