"""``commspec check``."""

from pathlib import Path

import click

from estimator.cli.options import format_option
from estimator.cli.speech import speaking, tell, tell_findings
from estimator.phrase import phrase


@click.command("check")
@click.argument("specs", metavar="SPEC...", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option("text", "json")
@click.option("--all", "everything", is_flag=True, help="Tell each warning, also where many are of one rule.")
@click.option(
    "--limits",
    is_flag=True,
    help="Print the limits too, for `frozen` of the spec: as YAML with the findings on stderr, or in the JSON.",
)
@click.option(
    "--limits-out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write them to FILE, which the spec may include already: it is replaced in one step at the end.",
)
@click.option(
    "--remarks",
    type=click.Path(path_type=Path),
    metavar="FILE",
    multiple=True,
    help="List the remarks that a reviewer exported from the page of the document, by file and line. Repeatable.",
)
def command(
    specs: tuple[Path, ...],
    form: str,
    everything: bool,
    limits: bool,
    limits_out: Path | None,
    remarks: tuple[Path, ...],
) -> int:
    """Check each SPEC (- reads standard input): all mistakes at once, then the lint.

    Exit code 0: nothing, or warnings only; 1: the lint found errors; 2: the spec has mistakes.
    With --limits or --limits-out, limits that are not frozen yet are no error.
    """
    from estimator.jobs.check import check, check_all, write_limits

    asked = limits or limits_out is not None
    if asked and len(specs) > 1:
        raise click.UsageError("limits are those of one spec; name one file")
    if remarks and len(specs) > 1:
        raise click.UsageError("remarks are on one spec; name one file")
    result = check(specs[0], limits=asked, remarks=remarks) if len(specs) == 1 else check_all(specs)
    if form == "json":
        click.echo(result.as_json(speaking()), nl=False)
    else:
        tell_findings(result.problems, everything, counted=True)
        for sentence in result.said():
            tell(sentence)
        click.echo(result.limits_as_yaml() if limits else "", nl=False)
    if limits_out is not None and not result.mistaken:
        write_limits(result, limits_out)
        tell(phrase("wrote {limits_out}", limits_out=limits_out))
    return result.exit_code
