"""``commspec estimate``."""

from pathlib import Path

import click

from estimator.cli.options import format_option, spec_argument


@click.command("estimate")
@spec_argument
@click.option(
    "--set",
    "changes",
    metavar="PATH=VALUE",
    multiple=True,
    help='What if: another value, such as platform.paths.scale_out.multi_group.bandwidth="25 GB/s". Repeatable.',
)
@click.option(
    "--variant",
    "variants",
    metavar="NAME=FILE",
    multiple=True,
    help="The platform of FILE beside the spec's own. Repeatable.",
)
@click.option("--sensitivity", is_flag=True, help="What 10 % on each assumption does, in place of the table.")
@format_option("text", "json", "csv", "md")
def command(spec: Path, changes: tuple[str, ...], variants: tuple[str, ...], sensitivity: bool, form: str) -> None:
    """Print the estimation table of SPEC: one [optimistic, conservative] interval per operation.

    With --set it prints before and after, with --variant one group of columns a platform; a value set then holds for
    every column. No file is changed.
    """
    if sensitivity and variants:
        raise click.UsageError("--sensitivity is of one platform; leave out --variant")
    if sensitivity:
        from estimator.jobs.sensitivities import sensitivities

        text = sensitivities(spec, changes, form)
    elif changes or variants:
        from estimator.jobs.variants import compared_estimates

        text = compared_estimates(spec, changes, variants, form)
    else:
        from estimator.jobs.estimates import estimates

        text = estimates(spec, form)
    click.echo(text, nl=False)
