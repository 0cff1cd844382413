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
@format_option("csv", "md", "json")
@click.option(
    "--lang", type=click.Choice(["zh", "en"]), help="Of the requirements' texts.  [default: the spec's first]"
)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write, in place of printing.")
def command(spec: Path, what: What, form: str, lang: Language | None, out: Path | None) -> None:
    """Give what SPEC says to other programs and reviews.

    `commspec schema export` prints the schema of the JSON. Numbers are in SI units; no cell of a table is taken for a
    formula or for markup.
    """
    from estimator.jobs.export import exported

    if lang and what != "requirements":
        raise click.UsageError("--lang is of the texts of requirements; add --what requirements")
    text = exported(spec, what, form, lang)
    if out is None:
        click.echo(text, nl=False)
        return
    from estimator.jobs.writing import drafted

    with drafted(out) as path:
        path.write_bytes(text.encode())
    click.echo(out)
