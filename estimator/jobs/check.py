"""Checks a spec: mistakes, or else the lint's findings, for people and for programs."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from estimator.errors import STRAYING, Problem, SpecError, UserError, one_line, path_text
from estimator.jobs.outputs.writing import drafted
from estimator.jobs.releases import other_content_told
from estimator.jobs.remarks import Remark, read_remarks
from estimator.jobs.work import Worked, work_out
from estimator.phrase import Speak, english, phrase
from estimator.report.tables.findings import findings
from estimator.require.limits.freeze import frozen_table
from estimator.units import Counted

_LINE = re.compile(rb"\s*(#.*|[^\s#:]+/[^\s:]+: .*)?")  # of a file of limits: a comment, or a cell and its limit
UNFROZEN = "not-frozen"
"""The rule that the printed limits put an end to."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, in the order of the files. ``mistaken``: the spec cannot be used until it is mended."""

    problems: tuple[Problem, ...]
    mistaken: bool
    limits: Mapping[str, str] | None = None
    """The derived limits by cell, for ``frozen`` of the spec; None when they were not asked for."""
    remarks: tuple[Remark, ...] | None = None
    """What reviewers said, in the order of the files; None when no remarks were given."""
    unfit: tuple[Problem, ...] = ()
    """Remarks that do not fit the spec."""

    @property
    def exit_code(self) -> int:
        """2 for mistakes, 1 for errors of the lint, 0 for warnings or nothing.

        Limits that are not frozen are no error where the limits to freeze are asked for.
        """
        if self.mistaken:
            return 2
        errors = {problem.rule for problem in self.problems if problem.severity == "error"}
        return int(bool(errors - {UNFROZEN} if self.limits is not None else errors))

    def as_text(self, speak: Speak = english) -> str:
        """One line per problem and a last line that counts them, in a language."""
        told = [one.sentence for one in findings(self.problems, everything=True)] + self.said()
        return "".join(f"{one_line(speak(sentence))}\n" for sentence in told)

    def said(self) -> list[str]:
        """A sentence for each remark, and how many there are; nothing where none were given."""
        if self.remarks is None:
            return []
        counted = phrase("{remarks:remark}", remarks=Counted(len(self.remarks)))
        unfit = (phrase("warning: {text}", text=problem.text()) for problem in self.unfit)
        return [*unfit, *(remark.line() for remark in self.remarks), counted]

    def as_json(self, speak: Speak = english) -> str:
        """The problems as data, their messages in a language, with the exit code, and the limits where asked for."""
        data: dict[str, object] = {"exit_code": self.exit_code}
        data["problems"] = [_data(problem, speak) for problem in (*self.problems, *self.unfit)]
        if self.limits is not None:
            data["limits"] = dict(self.limits)
        if self.remarks is not None:
            data["remarks"] = [remark.data() for remark in self.remarks]
        text = json.dumps(data, ensure_ascii=False, indent=2)
        return STRAYING.sub(lambda found: found[0] if found[0] == "\n" else json.dumps(found[0])[1:-1], text) + "\n"

    def limits_as_yaml(self) -> str:
        """The limits for a file that ``frozen`` includes, one line a cell."""
        return "".join(f"{key}: {text}\n" for key, text in (self.limits or {}).items())


def check(path: Path, *, limits: bool = False, remarks: Sequence[Path] = ()) -> Checked:
    """All mistakes of a spec at once, or else the lint's findings; with ``limits`` its derived limits too.

    ``remarks``: files of reviewers' remarks, which are listed where the spec has no mistakes. Raises UserError when it
    or one of them cannot be read.
    """
    try:
        worked = work_out(path)
        if worked.opened.spec.document.look is not None:  # the sections of the document are loaded for it alone
            from estimator.jobs.gathered import refuse_broken_look

            refuse_broken_look(worked)
        table = frozen_table(worked.expanded) if limits else None
        found = _with_release(worked)
        if not remarks:
            return Checked(found, False, table)
        told = read_remarks(remarks, worked.opened)
        return Checked(found, False, table, told.remarks, told.warnings)
    except SpecError as error:
        return Checked(error.problems, True)


def _with_release(worked: Worked) -> tuple[Problem, ...]:
    """The findings; of a version that is released with another content that, and not that its limits are not frozen."""
    other = other_content_told(worked.opened)
    return (*other, *(one for one in worked.findings if not (other and one.rule == UNFROZEN)))


def check_all(paths: Sequence[Path]) -> Checked:
    """The same of several specs, file by file; one that cannot be read is a mistake of its own."""
    found: list[Problem] = []
    mistaken = False
    for path in paths:
        try:
            one = check(path)
        except UserError as error:
            one = Checked(tuple(Problem((), sentence) for sentence in error.args), True)
        found += one.problems
        mistaken |= one.mistaken
    return Checked(tuple(found), mistaken)


def write_limits(checked: Checked, path: Path) -> None:
    """Put the limits into a file in one step; UserError where the file holds anything but limits, as a spec does."""
    target = path.resolve()  # what a link points to is written, not the link
    if target.is_file() and not all(map(_LINE.fullmatch, target.read_bytes().splitlines())):
        raise UserError(
            phrase("{path}: holds something else than limits; choose another name for --limits-out", path=path)
        )
    if not checked.limits:
        raise UserError(
            phrase("{path}: not written, for no limit is derived from the estimate or the budget", path=path)
        )
    with drafted(target, "--limits-out", own=True) as draft:
        draft.write_text(checked.limits_as_yaml(), "utf-8")


def _data(problem: Problem, speak: Speak) -> dict[str, object]:
    return {
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "path": path_text(problem.path),
        "message": speak(problem.message),
        "hint": speak(problem.hint),
        "rule": problem.kind,
        "severity": problem.severity,
        "more": problem.more,
    }
