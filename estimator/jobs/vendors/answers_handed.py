"""The answers of vendors beside the requirements, for other programs and reviews."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from estimator.errors import Problem, UserError
from estimator.jobs.vendors.answers import evidence_of, put, read_answers
from estimator.jobs.vendors.offers import ComparedOffers, compare_answers
from estimator.jobs.vendors.offers_saved import comparison_book
from estimator.jobs.vendors.reqif_archive import archived
from estimator.report.tables.exchange.offering import offered_table
from estimator.report.tables.exchange.reqif import as_reqif
from estimator.report.tables.rows import piped, unmarked
from estimator.report.tables.screen import plainly
from estimator.spec.values.base import Language


@dataclass(frozen=True, slots=True)
class Handed:
    """An export of answers, what is wrong with the answers, and the code of that: as of an import."""

    data: bytes
    problems: tuple[Problem, ...]
    exit_code: int


def handed_answers(
    spec: Path, files: Sequence[Path], form: str, language: Language | None = None, archive: str = ""
) -> Handed:
    """The answers in files as ``csv``, ``md``, ``json``, ``xlsx`` or ``reqif``.

    ``language`` of the workbook, and of what ReqIF asks; else the document's first. ``archive``: the name of the ReqIF
    in an archive, which then holds the evidence too; "" for the ReqIF alone.
    Raises SpecError with every mistake of the spec, or of a file as a whole; UserError for two files in one ReqIF.
    """
    if form == "reqif":
        return _reqif(spec, files, language, archive)
    found = compare_answers(spec, files)
    return Handed(_table(found, form, language), found.problems, found.exit_code)


def _table(found: ComparedOffers, form: str, language: Language | None) -> bytes:
    if form == "xlsx":
        return comparison_book(found.found, language or found.put.spec.document.languages[0])
    if form == "md":
        return plainly(piped([[unmarked(text) for text in row] for row in offered_table(found.found)])).encode()
    return found.shown(form).encode()


def _reqif(spec: Path, files: Sequence[Path], language: Language | None, archive: str) -> Handed:
    if len(files) > 1:
        raise UserError("a ReqIF file holds the answers of one vendor; give one --answers")
    made = put(spec)
    found = read_answers(made, files[0]) if files else None
    vendor = found.vendor if found is not None else ""
    text = as_reqif(made.spec, made.requirements, language or made.spec.document.languages[0], vendor, found)
    problems = tuple(mark.problem for mark in found.marks) if found is not None else ()
    data = text.encode()
    if archive:
        data = archived(archive, data, evidence_of(files[0], found) if found is not None else {})
    return Handed(data, problems, found.exit_code if found is not None else 0)
