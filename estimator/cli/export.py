"""``commspec export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from estimator.cli.options import format_option, spec_argument
from estimator.cli.slips import OneOf
from estimator.cli.speech import tell
from estimator.phrase import phrase

if TYPE_CHECKING:
    from estimator.jobs.export import What
    from estimator.spec.values.base import Language

FORMS = {".csv": "csv", ".md": "md", ".json": "json", ".xlsx": "xlsx", ".reqif": "reqif", ".reqifz": "reqif"}
"""What a file is taken for by its name."""


@click.command("export")
@spec_argument
@click.option(
    "--what",
    type=OneOf(["estimates", "requirements", "cells", "answers"]),
    help="One row an operation, a requirement, a cell, or a requirement and vendor.  "
    "[default: estimates; requirements of ReqIF, answers with --answers]",
)
@format_option("csv", "md", "json", "xlsx", "reqif")
@click.option("--lang", type=OneOf(["zh", "en"]), help="Of the requirements' texts.  [default: the spec's first]")
@click.option(
    "--answers", multiple=True, type=click.Path(path_type=Path), help="A vendor's answers; once for each file."
)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write, in place of printing.")
def command(
    spec: Path,
    what: What | Literal["answers"] | None,
    form: str,
    lang: Language | None,
    answers: tuple[Path, ...],
    out: Path | None,
) -> int:
    """Give what SPEC says to other programs and reviews.

    `commspec schema export` prints the schema of the JSON. Numbers are in SI units; no cell of a table is taken for a
    formula or for markup. A workbook of estimates has formulas: change a parameter or a size in it, and the times
    follow; one of requirements or cells has heads in the language of --lang, filters, and no formula. ReqIF is of
    requirements, with places for a vendor's answers, which `commspec respond import` reads; --out NAME.reqifz is the
    archive of it with the evidence that answers name. Of answers the exit codes are as of respond import.
    """
    what = what or ("answers" if answers else "requirements" if form == "reqif" else "estimates")
    _fit_together(what, form, lang, answers, out)
    if what == "answers" or form == "reqif":
        data, code = _answers(spec, form, lang, answers, out)
    else:
        data, code = _data(spec, what, form, lang), 0
    if out is None:
        click.echo(data.decode(), nl=False)
        return code
    from estimator.jobs.outputs.writing import drafted

    with drafted(out) as path:
        path.write_bytes(data)
    click.echo(out)
    return code


def _fit_together(what: str, form: str, lang: Language | None, answers: tuple[Path, ...], out: Path | None) -> None:
    """Raises UsageError for options that do not go together."""
    if lang and what != "requirements" and form != "reqif" and (form != "xlsx" or what == "estimates"):
        raise click.UsageError("--lang is of the texts of requirements; add --what requirements")
    named = FORMS.get(out.suffix.lower(), form) if out is not None else form
    if named != form:
        raise click.UsageError(
            phrase("{out}: would hold {form}; add --format {named}", out=out, form=form, named=named)
        )
    if form == "xlsx" and out is None:
        raise click.UsageError("a workbook is a file; add --out FILE.xlsx")
    if form == "reqif" and what not in ("requirements", "answers"):
        raise click.UsageError("ReqIF is of requirements or answers; add --what requirements")
    if answers and what != "answers":
        raise click.UsageError("--answers are of vendors; add --what answers")
    if what == "answers" and not answers and form != "reqif":
        raise click.UsageError("whose answers? add --answers FILE, what a vendor sent back")


def _data(spec: Path, what: What, form: str, lang: Language | None) -> bytes:
    from estimator.jobs.export import exported, exported_book

    return exported_book(spec, what, lang) if form == "xlsx" else exported(spec, what, form, lang).encode()


def _answers(
    spec: Path, form: str, lang: Language | None, files: tuple[Path, ...], out: Path | None
) -> tuple[bytes, int]:
    from estimator.jobs.vendors.answers_handed import handed_answers

    archive = f"{out.stem}.reqif" if out is not None and out.suffix.lower() == ".reqifz" else ""
    found = handed_answers(spec, files, form, lang, archive)
    for problem in found.problems:
        tell(problem.sentence())
    return found.data, found.exit_code
