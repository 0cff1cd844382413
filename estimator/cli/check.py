"""``commspec check``."""

from pathlib import Path

import click

from estimator.cli.options import format_option, spec_argument


@click.command("check")
@spec_argument
@format_option("text", "json")
@click.option(
    "--limits", is_flag=True, help="Print the limits as YAML, for `frozen` of the spec; findings go to stderr."
)
def command(spec: Path, form: str, limits: bool) -> int:
    """Check SPEC: all mistakes at once, then the lint.

    Exit code 0: nothing, or warnings only; 1: the lint found errors; 2: the spec has mistakes.
    """
    from estimator.jobs.check import check

    result = check(spec, limits=limits)
    if limits:
        click.echo(result.as_text(), nl=False, err=True)
        click.echo(result.limits, nl=False)
    elif form == "json":
        click.echo(result.as_json(), nl=False)
    else:
        click.echo(result.as_text(), nl=False, err=True)
    return result.exit_code
