"""``commspec reference``."""

from typing import TYPE_CHECKING

import click

from estimator.cli.slips import OneOf

if TYPE_CHECKING:
    from estimator.spec.values.base import Language


@click.command("reference")
@click.option("--lang", "language", type=OneOf(("en", "zh")), default="en", show_default=True)
def command(language: "Language") -> None:
    """Print the reference as Markdown: every key, kind, item, rule, algorithm, element type and unit."""
    from estimator.report.reference.page import reference

    click.echo(reference(language), nl=False)
