"""``commspec accept``."""

from pathlib import Path
from typing import Any

import click

from estimator.cli.options import Count, format_option, spec_argument
from estimator.cli.read import told_options


@click.command("accept")
@spec_argument
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option("text", "json", "junit")
@click.option(
    "--evidence",
    type=click.Path(path_type=Path),
    help="YAML with evidence files, who reviewed them, and waivers; commspec schema evidence prints its form.",
)
@click.option("--draft", is_flag=True, help="Judge limits that are not frozen: no acceptance, but an early look.")
@click.option(
    "--date", "today", metavar="DATE", help="The day that terms of waivers are held against; left out: today."
)
@click.option("--groups", type=Count(), help="Groups that ran at once.")
@click.option("--iterations", type=Count(), help="Timed iterations of each run.")
@click.option("--over-ranks", type=click.Choice(["mean", "max", "min", "one"]), help="How times of ranks were joined.")
@told_options
def command(
    spec: Path,
    logs: tuple[Path, ...],
    form: str,
    evidence: Path | None,
    draft: bool,
    today: str | None,
    manifest: Path | None,
    **told: Any,
) -> int:
    """Judge every requirement of SPEC by benchmark LOGS of any known tool, or folders of them.

    Verdicts: pass, fail, inconclusive, not_run, waived, with the reason, by cell and by requirement; the worst cell
    decides. Exit code 1: a must is not passed or waived.
    """
    from estimator.jobs.accept import Asked, accepted

    done = accepted(spec, logs, Asked(manifest, evidence, told, draft, today or ""))
    for line in done.warnings:
        click.echo(line, err=True)
    click.echo(done.printed(form), nl=False)
    return done.exit_code
