"""What a spec says, for other programs and reviews: estimates, requirements or cells in the form that is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from estimator import __version__
from estimator.estimate.table import estimate
from estimator.history.fingerprint import requirement_fingerprints
from estimator.jobs.estimate_book import estimate_book
from estimator.jobs.estimates import about, estimates
from estimator.jobs.inputs.specs import Opened, open_spec
from estimator.jobs.outputs.books import written_book
from estimator.jobs.work import Worked, work_out
from estimator.report.tables.exchange.book_sheets import about_sheet, cell_sheet, requirement_sheet
from estimator.report.tables.exchange.exported import (
    cells_json,
    cells_markdown,
    requirements_json,
    requirements_markdown,
)
from estimator.report.tables.exchange.requirement_rows import cells_csv, requirements_csv
from estimator.report.tables.screen import plainly
from estimator.spec.machine.platform import Platform
from estimator.spec.values.base import Language

What = Literal["estimates", "requirements", "cells"]


def exported(path: Path, what: What, form: str, language: Language | None = None) -> str:
    """The text of an export as ``csv``, ``md`` or ``json``.

    ``language`` of its texts, else the document's first; answers and ReqIF are given by
    `jobs/vendors/answers_handed`. Raises SpecError with every mistake of the spec.
    """
    text = _exported(path, what, form, language)
    return plainly(text) if form == "md" else text


def _exported(path: Path, what: What, form: str, language: Language | None) -> str:
    if what == "estimates":
        return estimates(path, form)
    worked = work_out(path)
    with worked.opened.located():
        if what == "cells":
            return _cells(worked, form)
        return _requirements(worked, form, language or worked.opened.spec.document.languages[0])


def exported_book(path: Path, what: What, language: Language | None = None) -> bytes:
    """The workbook of estimates, whose times are formulas, or that of requirements or cells, which has none.

    ``language`` of heads and texts of the latter, else the document's first. Raises SpecError with every mistake of
    the spec.
    """
    if what == "estimates":
        return _estimates_book(path)
    worked = work_out(path)
    spec = worked.opened.spec
    spoken = language or spec.document.languages[0]
    with worked.opened.located():
        sheet = {"requirements": requirement_sheet, "cells": cell_sheet}[what](spec, worked.expanded, spoken)
    told = _head(worked.opened) | {"status": spec.document.status, "commspec": __version__}
    return written_book((sheet, about_sheet(told, sheet, spoken)))


def _head(opened: Opened) -> dict[str, str]:
    document = opened.spec.document
    return {"document": document.id, "version": document.version, "fingerprint": str(about(opened)["fingerprint"])}


def _estimates_book(path: Path) -> bytes:
    opened = open_spec(path)
    with opened.located():
        table = estimate(opened.spec)
    head = _head(opened) | {"commspec": __version__}
    return estimate_book(table, [*head.items()], line_rates(opened.spec.platform))


def line_rates(platform: Platform) -> dict[str, float]:
    """What the line of a rank carries at most [B/s], by path; none where a line is not that of a rank."""
    lines = {name: path.link for name, path in platform.paths.items()}
    return {name: float(line.rate) for name, line in lines.items() if line is not None and line.per == "rank"}


def _requirements(worked: Worked, form: str, language: Language) -> str:
    spec, expanded = worked.opened.spec, worked.expanded
    if form == "json":
        known = requirement_fingerprints(spec, expanded)
        return requirements_json(spec, expanded, known, about(worked.opened), language)
    return {"csv": requirements_csv, "md": requirements_markdown}[form](spec, expanded, language)


def _cells(worked: Worked, form: str) -> str:
    spec, expanded = worked.opened.spec, worked.expanded
    if form == "json":
        return cells_json(spec, expanded, about(worked.opened))
    return {"csv": cells_csv, "md": cells_markdown}[form](spec, expanded)
