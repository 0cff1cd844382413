"""Builds the documents of a spec: HTML and PDF in each language, and the estimates for programs."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from estimator.errors import Problem
from estimator.jobs.estimates import about
from estimator.jobs.gathered import gathered
from estimator.jobs.inputs.files import document_folder
from estimator.jobs.outputs.compiled import page_assets
from estimator.jobs.outputs.writing import settle_all, write_together
from estimator.jobs.releases import refuse_other_content
from estimator.jobs.variants import OtherPlatforms, beside, variant_files
from estimator.jobs.work import Say, Worked, silent, work_out
from estimator.phrase import phrase
from estimator.report.pages.document import Report
from estimator.report.tables.estimates.listing import as_csv, as_json
from estimator.report.tables.estimates.stages import stage_rows
from estimator.report.tables.exchange.requirement_rows import cells_csv, requirements_csv
from estimator.spec.reading.alter import UNALTERED, Alteration
from estimator.spec.reading.change import Replacement
from estimator.spec.values.base import Language

DRAFT = Alteration(changes=(Replacement("document.status", "draft"),))
ESTIMATES = "estimates.json"
OURS = ("requirements.zh.html", "requirements.en.html", "requirements.zh.pdf", "requirements.en.pdf")


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote and removed, what it found in the spec, and sentences on what is missing on this machine."""

    files: tuple[Path, ...]
    removed: tuple[Path, ...]
    findings: tuple[Problem, ...]
    notes: tuple[str, ...]
    exit_code: int


def build(
    path: Path,
    out: Path,
    languages: Sequence[Language] = (),
    variants: Sequence[str] = (),
    *,
    pdf: bool = True,
    as_draft: bool = False,
    say: Say = silent,
) -> Built:
    """Write the documents of the spec at ``path`` to ``out/<id>/<version>/``; all of them or none.

    Documents there that were made from another content, and that this build does not replace, are removed.
    ``languages`` empty: those of the spec. ``variants``: NAME=FILE, platforms shown beside the spec's own. Raises
    SpecError with every mistake of the spec, or else of the first variant that has one, UserError when an option cannot
    be read, the documents cannot be written, or the version is released with another content: unless ``as_draft``,
    which every page then says.
    """
    named = variant_files(variants)
    settle_all(out)
    worked = work_out(path, say, DRAFT if as_draft else UNALTERED)
    refuse_other_content(worked.opened, path)
    others = beside(path, worked.table, named, say) if named else None
    document = worked.opened.spec.document
    folder = document_folder(out, document.id, document.version)
    chosen = tuple(dict.fromkeys(languages or document.languages))
    files, notes = _files(worked, others, BuildOptions(chosen, pdf, as_draft), say)
    say("saving")
    gone = tuple(name for name in stale(folder, files) if (folder / name).exists())
    write_together(folder, files, gone)
    written, removed = (tuple(folder / name for name in names) for names in (files, gone))
    return Built(written, removed, worked.findings, notes, worked.exit_code)


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What a build makes of a spec: languages, whether as PDF too, whether every page calls it a draft."""

    languages: Sequence[Language]
    pdf: bool
    as_draft: bool


def _files(
    worked: Worked, others: OtherPlatforms | None, made: BuildOptions, say: Say
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    spec, table = worked.opened.spec, worked.table
    material = gathered(worked, page_assets(worked.opened.look), others.shown if others else None)
    material = material.as_draft() if made.as_draft else material
    files: dict[str, bytes] = {}
    notes: dict[str, None] = {}
    for language in made.languages:
        files |= _in_language(material, language, made.pdf, say, notes)
    made_of = about(worked.opened) | {"pipeline": stage_rows(spec)}
    made_of |= {"variants": dict(others.fingerprints)} if others else {}
    files[ESTIMATES] = as_json(table, made_of, material.material.closure).encode()
    files["estimates.csv"] = as_csv(table).encode()
    files["requirements.csv"] = requirements_csv(spec, worked.expanded, made.languages[0]).encode()
    files["cells.csv"] = cells_csv(spec, worked.expanded).encode()
    return files, tuple(notes)


def _in_language(
    material: Report, language: Language, pdf: bool, say: Say, notes: dict[str, None]
) -> Iterator[tuple[str, bytes]]:
    say(phrase("writing the {language} HTML", language=language))
    document = material.document(language, for_print=pdf)
    yield f"requirements.{language}.html", document.html.encode()
    if pdf:
        from estimator.jobs.outputs.printing import print_document

        say(phrase("writing the {language} PDF", language=language))
        printed = print_document(document)
        notes |= dict.fromkeys(printed.notes)
        if printed.data is not None:
            yield f"requirements.{language}.pdf", printed.data


def stale(folder: Path, files: dict[str, bytes]) -> list[str]:
    """Documents of an earlier build that this one did not write and that were made from another content."""
    with suppress(OSError, ValueError, AttributeError):
        before, now = (json.loads(text) for text in ((folder / ESTIMATES).read_bytes(), files[ESTIMATES]))
        if all(before.get(key) == now.get(key) for key in ("sources_sha256", "commspec", "variants")):
            return []
    return [name for name in OURS if name not in files]
