"""``commspec check``."""

from pathlib import Path

import click

from estimator.cli.options import format_option, spec_argument


@click.command("check")
@spec_argument
@format_option("text", "json")
@click.option(
    "--limits",
    is_flag=True,
    help="Print the limits too, for `frozen` of the spec: as YAML with the findings on stderr, or in the JSON.",
)
def command(spec: Path, form: str, limits: bool) -> int:
    """Check SPEC: all mistakes at once, then the lint.

    Exit code 0: nothing, or warnings only; 1: the lint found errors; 2: the spec has mistakes.
    With --limits, limits that are not frozen yet are no error.
    """
    from estimator.jobs.check import check

    result = check(spec, limits=limits)
    if form == "json":
        click.echo(result.as_json(), nl=False)
    else:
        click.echo(result.as_text(), nl=False, err=True)
        click.echo(result.limits_as_yaml(), nl=False)
    return result.exit_code
