"""``commspec estimate``."""

from pathlib import Path

import click

from estimator.cli.options import format_option, spec_argument


@click.command("estimate")
@spec_argument
@format_option("text", "json", "csv", "md")
def command(spec: Path, form: str) -> None:
    """Print the estimation table of SPEC: one [optimistic, conservative] interval per operation."""
    from estimator.jobs.estimates import estimates

    click.echo(estimates(spec, form), nl=False)
