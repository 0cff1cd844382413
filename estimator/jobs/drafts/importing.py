"""``commspec import``: a spec to go on with from a team's estimation table."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from estimator.errors import Problem, SpecError, UserError, one_line
from estimator.history.drafts.drafted import SpecDraft, drafted
from estimator.history.drafts.heads import heads_of
from estimator.history.drafts.rows import rows_of
from estimator.history.drafts.shape import shaped
from estimator.jobs.drafts.opened import form_of, opened_table
from estimator.jobs.drafts.remembered import Asked, remember, remembered, with_options
from estimator.jobs.drafts.remembered import beside as beside_table
from estimator.jobs.inputs.files import FolderReader
from estimator.jobs.outputs import writing
from estimator.jobs.outputs.kept import refuse_to_replace
from estimator.jobs.starter import PLATFORMS, platform_text
from estimator.phrase import Speak, english, phrase
from estimator.spec.load import load


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """The files that were written, how many operations there are, and what was not used or is taken for granted."""

    written: tuple[Path, ...]
    operations: int
    told: tuple[Problem, ...]


def import_table(
    table: Path,
    out: Path,
    asked: Asked,
    platform: str | None = None,
    force: bool = False,
    speak: Speak = english,
) -> ImportedTable:
    """Write the spec of a table, the platform beside it, and what its columns are beside the table.

    ``out`` must not exist yet unless ``force``. Raises SpecError with every mistake by its cell, UserError for a file
    that cannot be read or written; then nothing is written.
    """
    form_of(table)
    if out.resolve() == table.resolve():
        raise UserError(phrase("{path}: is the table itself; choose another --out", path=out))
    if out.resolve() == beside_table(table).resolve():
        raise UserError(phrase("{path}: is where the columns of the table are kept; choose another --out", path=out))
    if not force and (out.exists() or out.is_symlink()):
        raise UserError(phrase("{path}: exists already; choose another --out, or write --force", path=out))
    known = with_options(remembered(table), asked._replace(platform=platform))
    platform = known.platform
    other = None if platform is None else platform_text(platform)
    whole = opened_table(table, known.sheet)
    opened, beside = shaped(whole, known)
    heads = heads_of(opened, known, platform is not None)
    rows = rows_of(opened, heads, known, platform is not None)
    if not rows.rows and not rows.problems:
        raise UserError(phrase("{path}: no row under the heads is an operation", path=table))
    if unclear := {problem.path for problem in heads.problems}:  # numbers of such a column have no unit: told once
        raise SpecError([*heads.problems, *(one for one in rows.problems if one.path not in unclear)])
    draft = drafted(one_line(table.stem), str(table), rows.rows, platform is not None)
    data = _written(draft.data, table, platform, speak)
    problems = rows.problems
    found = [*draft.problems] or list(_found(draft, out, data, platform, other, table))
    if problems or found:
        raise SpecError([*problems, *(one for one in found if not problems or _of_its_own(one))])
    written = _save(out, data, platform, other, force)
    noted = remember(table, known.model_copy(update={"skip": rows.skipped}))
    told = (*beside, *heads.unused, *rows.unused, *draft.assumed)
    return ImportedTable((*written, *([noted] if noted else [])), len(draft.data["operations"]), told)


def _written(data: dict[str, Any], table: Path, platform: str | None, speak: Speak) -> bytes:
    """The spec as YAML, its section on the machine an include where that is a platform of ours."""
    digest = hashlib.sha256(table.read_bytes()).hexdigest()
    told = phrase("Made from {name} by commspec import; SHA-256 of the table: {digest}", name=table.name, digest=digest)
    left = "What the table did not say is yours to add: owner, requirements, budget."
    parts = [f"# {one_line(speak(told))}\n# {speak(left)}\n"]
    order = ("commspec", "document", "sources", "platform", "groups", "operations")
    for key in order:
        if key == "platform" and platform is not None:
            parts.append(f"platform: !include {PLATFORMS}/{platform}.yaml\n")
        elif key in data:
            parts.append(yaml.safe_dump({key: data[key]}, allow_unicode=True, sort_keys=False, width=110))
    return "\n".join(parts).encode()


def _found(
    draft: SpecDraft, out: Path, data: bytes, platform: str | None, other: str | None, table: Path
) -> Iterator[Problem]:
    """What ``commspec check`` would find wrong, at the cells that it came from."""
    given = {out.name: data}
    if other is not None:
        given[f"{PLATFORMS}/{platform}.yaml"] = other.encode()
    try:
        load(out.name, FolderReader(out.parent, given))
    except SpecError as error:
        for problem in error.problems:
            placed = draft.placed(problem)
            yield placed if placed.file != problem.file else replace(placed, file=str(table), line=None, column=None)


def _of_its_own(problem: Problem) -> bool:
    """Whether a mistake stands in its row alone, whatever rows beside it could not be read."""
    return problem.path[:1] == ("operations",) and problem.path[-1] not in ("operations", "condition", "group")


def _save(out: Path, data: bytes, platform: str | None, other: str | None, force: bool) -> list[Path]:
    refuse_to_replace(out)
    written = []
    if other is not None:
        beside = out.parent / PLATFORMS / f"{platform}.yaml"
        if not beside.exists():
            writing.write_new(beside, other.encode())
            written.append(beside)
        elif beside.read_bytes() != other.encode():
            raise UserError(
                phrase(
                    "{beside}: is there already, and holds something else; move it, or choose another folder",
                    beside=beside,
                )
            )
    if force and out.exists():
        with writing.drafted(out) as draft:
            draft.write_bytes(data)
    else:
        writing.write_new(out, data)
    return [out, *written]
