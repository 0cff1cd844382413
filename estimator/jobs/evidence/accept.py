"""Judges the requirements of a spec by logs and by what was handed in beside them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from estimator import __version__
from estimator.errors import UserError
from estimator.estimate.steps.need import Needs
from estimator.evidence.handed import NOTHING_HANDED, Handed, handed
from estimator.evidence.manifest import NAME
from estimator.jobs.estimates import about
from estimator.jobs.evidence.measured import told_of
from estimator.jobs.inputs.files import FolderReader
from estimator.jobs.inputs.logs import STDIN, events, sources
from estimator.jobs.outputs.drafts import reason
from estimator.jobs.outputs.kept import remember_read
from estimator.jobs.work import Say, Worked, silent, work_out
from estimator.judge.acceptance import Acceptance, accept, idle, wanted_of
from estimator.judge.budget import MeasuredBudget, measured_budget
from estimator.judge.matching.runs import Planned, gathered
from estimator.judge.tests_for import tests_for
from estimator.phrase import phrase
from estimator.report.tables.evidence.accepted import as_json, as_text
from estimator.report.tables.evidence.junit import as_junit
from estimator.report.tables.evidence.rejected import rejection_text
from estimator.report.tables.screen import PLAIN, Screen
from estimator.require.criterion import Expanded
from estimator.require.expand import expand
from estimator.tools.kit.digest import digests
from estimator.tools.kit.whole import kit_of
from estimator.units import Counted

BLOCK = 2**20


@dataclass(frozen=True, slots=True)
class Asked:
    """What to judge with. ``told``: what options tell of all logs; ``draft``: limits need not be frozen."""

    manifest: Path | None = None
    evidence: Path | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    draft: bool = False
    today: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The verdicts, what was worked out for them, what would test each open cell, and warnings."""

    path: Path
    worked: Worked
    expanded: Mapping[str, Expanded]
    acceptance: Acceptance
    commands: Mapping[str, str]
    budget: MeasuredBudget
    handed: Handed
    warnings: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """1 when any must is not passed or waived."""
        return int(bool(self.acceptance.open))

    def printed(self, form: str, screen: Screen = PLAIN) -> str:
        """The verdicts as ``text``, ``json`` or ``junit``."""
        if form == "json":
            return as_json(self.acceptance, about(self.worked.opened), self.commands, self.budget)
        if form == "junit":
            document = self.worked.opened.spec.document
            return as_junit(self.acceptance, f"{document.id} {document.version}")
        return as_text(self.acceptance, self.commands, self.budget, screen)


def accepted(path: Path, logs: Sequence[Path], asked: Asked, say: Say = silent) -> Accepted:
    """Judge every requirement of the spec at ``path``.

    Raises SpecError with every mistake of the spec, the manifest or the evidence, UserError for files that cannot be
    read and for a draft whose limits are not frozen.
    """
    today = _day(asked.today)
    worked = work_out(path, say)
    expanded = _in_force(path, worked, asked.draft)
    spec = worked.opened.spec
    files, copies = _apart(list(_files(logs)))
    found = sources(files, told_of(asked.told), asked.manifest)
    say("reading logs")
    runs = gathered(events(found), wanted_of(spec, expanded), _planned(worked))
    pieces, hashes, warnings = _handed(asked.evidence, expanded)
    say(phrase("judging {requirements:requirement}", requirements=Counted(len(expanded))))
    draft = not _frozen(worked, expanded)
    result = accept(spec, worked.table, expanded, runs, pieces, hashes, today, draft=draft)
    warnings += copies + [problem.text() for problem in found.problems]
    warnings += [rejection_text(one) for one in runs.rejections]
    commands = tests_for(result, spec, expanded, str(path))
    budget = measured_budget(Needs(spec, worked.table), expanded, result)
    return Accepted(path, worked, expanded, result, commands, budget, pieces, tuple(warnings))


def _planned(worked: Worked) -> Planned:
    """What the cells of the spec's test kit run, worked out once."""

    @cache
    def found() -> Mapping[str, str]:
        opened = worked.opened
        return digests(kit_of(opened.spec, worked.expanded, opened.sources_sha256, __version__).plan)

    return found


def _day(written: str) -> str:
    """The day to judge on, today where none is written. Raises UserError for what is no day."""
    try:
        return (date.fromisoformat(written) if written else date.today()).isoformat()
    except ValueError:
        raise UserError(
            phrase("--date: {written!r} is no day; write one such as 2026-11-30", written=written)
        ) from None


def _in_force(path: Path, worked: Worked, draft: bool) -> Mapping[str, Expanded]:
    """The cells with the limits that are judged: the frozen ones, in a draft too."""
    spec = worked.opened.spec
    expanded = worked.expanded
    if spec.document.status == "draft" and spec.frozen:
        document = spec.document.model_copy(update={"status": "review"})
        expanded = expand(spec.model_copy(update={"document": document}), worked.table)
    if not draft and not _frozen(worked, expanded):
        moving = sum(block.moving for one in expanded.values() for block in one.blocks)
        what = (
            phrase("{limits:limit} still follow the estimate", limits=Counted(moving))
            if moving
            else "its limits are not frozen"
        )
        hint = "freeze them with commspec check --limits-out limits.yaml, or judge all the same with --draft"
        raise UserError(
            phrase(
                "{path}: the document is a {status} and {what}; {hint}",
                path=path,
                status=spec.document.status,
                what=what,
                hint=hint,
            )
        )
    return expanded


def _frozen(worked: Worked, expanded: Mapping[str, Expanded]) -> bool:
    """Whether no limit moves any more: none follows the estimate, and the document is past its draft or holds them."""
    spec = worked.opened.spec
    moving = any(block.moving for one in expanded.values() for block in one.blocks)
    return not moving and (spec.document.status != "draft" or bool(spec.frozen))


def _files(logs: Sequence[Path]) -> Iterator[Path]:
    """The logs named, and those in folders that are named; manifests and hidden files are no logs."""
    for path in logs:
        if str(path) == STDIN or not path.is_dir():
            yield path
            continue
        inside = sorted(one for one in path.rglob("*") if one.is_file())
        seen = [one for one in inside if not any(part.startswith(".") for part in one.relative_to(path).parts)]
        plain = [one for one in seen if one.name != NAME]
        if not plain:
            raise UserError(phrase("{path}: holds no logs", path=path))
        yield from plain


def _apart(logs: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """The logs without those whose bytes are those of another, which are no runs of their own, and which these are."""
    kept: list[Path] = []
    said = []
    known: dict[tuple[int, str], Path] = {}
    sizes = [log.stat().st_size if log.is_file() else -1 for log in logs]
    for log, size in zip(logs, sizes, strict=True):
        if size > 0 and sizes.count(size) > 1:
            first = known.setdefault((size, digest_of(log.resolve().parent, log.name) or ""), log)
            if first is not log:
                said.append(phrase("{log}: the same bytes as {first}: not counted", log=log, first=first))
                continue
        kept.append(log)
    return kept, said


def _handed(path: Path | None, expanded: Mapping[str, Expanded]) -> tuple[Handed, dict[str, str | None], list[str]]:
    """Evidence and waivers, the digest of each evidence file as it lies there, and entries that have no effect."""
    if path is None:
        return NOTHING_HANDED, {}, []
    if not path.is_file():
        raise UserError(phrase("{name}: {why}", name=path, why="is no file" if path.exists() else "no such file"))
    reader = FolderReader(path.resolve().parent)
    made, places = handed(reader(path.name), path.name, reader, "" if path.parent == Path() else str(path.parent))
    names = {one.file for piece in made.evidence for one in piece.files}
    hashes = {name: digest_of(path.resolve().parent, name) for name in sorted(names)}
    return made, hashes, [places.placed(problem).text() for problem in idle(made, expanded)]


def digest_of(folder: Path, name: str) -> str | None:
    """SHA-256 of a file inside the folder; None where it is missing or lies elsewhere."""
    try:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder) or not path.is_file():
            return None
        remember_read(path)
        found = hashlib.sha256()
        with path.open("rb") as stream:
            while data := stream.read(BLOCK):
                found.update(data)
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, OSError):
            raise UserError(phrase("{name}: cannot read: {error}", name=name, error=reason(error))) from None
        return None
    return found.hexdigest()
