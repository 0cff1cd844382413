"""What went wrong, as data: a list of problems, and the three kinds of failure a command can end with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Path = tuple[str | int, ...]
Severity = Literal["error", "warning"]


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
    are filled in by ``spec.locate`` and nowhere else.
    """

    path: Path
    message: str
    hint: str = ""
    rule: str = ""
    severity: Severity = "error"
    file: str | None = None
    line: int | None = None
    column: int | None = None

    def text(self) -> str:
        """``file:line:column: path: what is wrong; what to write``, without the parts that are not known."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        parts = [place, path_text(self.path)]
        what = f"{self.message}; {self.hint}" if self.hint else self.message
        if self.rule:
            what = f"{what} [{self.rule}]"
        return ": ".join([part for part in parts if part] + [what])


class UserError(Exception):
    """The user must fix something; the text is one sentence that says what (exit code 2)."""


class SpecError(UserError):
    """A spec with mistakes: all of them at once, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.text() for problem in self.problems))


class InternalError(Exception):
    """The fault is the program's own (exit code 3)."""
