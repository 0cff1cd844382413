"""``commspec export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from estimator.cli.options import format_option, spec_argument

if TYPE_CHECKING:
    from estimator.jobs.export import What
    from estimator.spec.values.base import Language


@click.command("export")
@spec_argument
@click.option(
    "--what",
    type=click.Choice(["estimates", "requirements", "cells"]),
    default="estimates",
    show_default=True,
    help="One row an operation, a requirement, or a cell.",
)
@format_option("csv", "md", "json", "xlsx")
@click.option(
    "--lang", type=click.Choice(["zh", "en"]), help="Of the requirements' texts.  [default: the spec's first]"
)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write, in place of printing.")
def command(spec: Path, what: What, form: str, lang: Language | None, out: Path | None) -> None:
    """Give what SPEC says to other programs and reviews.

    `commspec schema export` prints the schema of the JSON. Numbers are in SI units; no cell of a table is taken for a
    formula or for markup. A workbook of estimates has formulas: change a parameter or a size in it, and the times
    follow.
    """
    from estimator.jobs.export import exported, exported_book

    if lang and what != "requirements":
        raise click.UsageError("--lang is of the texts of requirements; add --what requirements")
    if form == "xlsx" and (what != "estimates" or out is None):
        raise click.UsageError("a workbook is of estimates and a file; write --what estimates and --out FILE.xlsx")
    data = exported_book(spec) if form == "xlsx" else exported(spec, what, form, lang).encode()
    if out is None:
        click.echo(data.decode(), nl=False)
        return
    from estimator.jobs.outputs.writing import drafted

    with drafted(out) as path:
        path.write_bytes(data)
    click.echo(out)
