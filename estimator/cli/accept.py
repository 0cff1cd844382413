"""``commspec accept``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from estimator.cli.options import Count, format_option, spec_argument
from estimator.cli.printing import screen, show
from estimator.cli.progress import reporter
from estimator.cli.read import told_options
from estimator.cli.slips import OneOf
from estimator.cli.speech import tell
from estimator.phrase import phrase

if TYPE_CHECKING:
    from estimator.spec.values.base import Language


@click.command("accept")
@spec_argument
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option("text", "json", "junit")
@click.option(
    "--evidence",
    type=click.Path(path_type=Path),
    help="YAML with evidence files, who reviewed them, and waivers; commspec schema evidence prints its form.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Write the acceptance report to OUT/<id>/<version>/ too.")
@click.option(
    "--lang",
    "languages",
    type=OneOf(["zh", "en"]),
    multiple=True,
    help="A language of the report, once for each.",
)
@click.option("--no-pdf", is_flag=True, help="Write the report as HTML only.")
@click.option("--draft", is_flag=True, help="Judge limits that are not frozen: no acceptance, but an early look.")
@click.option(
    "--date", "today", metavar="DATE", help="The day that terms of waivers are held against; left out: today."
)
@click.option("--groups", type=Count(), help="Groups that ran at once.")
@click.option("--iterations", type=Count(), help="Timed iterations of each run.")
@click.option("--over-ranks", type=OneOf(["mean", "max", "min", "one"]), help="How times of ranks were joined.")
@told_options
def command(
    spec: Path,
    logs: tuple[Path, ...],
    form: str,
    evidence: Path | None,
    out: Path | None,
    languages: "tuple[Language, ...]",
    no_pdf: bool,
    draft: bool,
    today: str | None,
    manifest: Path | None,
    **told: Any,
) -> int:
    """Judge every requirement of SPEC by benchmark LOGS of any known tool, or folders of them.

    Verdicts: pass, fail, inconclusive, not_run, waived, with the reason, by cell and by requirement; the worst cell
    decides. Exit code 1: a must is not passed or waived. With --out the acceptance report is written as HTML and PDF,
    the verdicts as JSON and JUnit XML; the files are named on stderr.
    """
    from estimator.jobs.evidence.accept import Asked, accepted
    from estimator.jobs.evidence.acceptance_report import write_report

    with reporter() as say:
        done = accepted(spec, logs, Asked(manifest, evidence, told, draft, today or ""), say)
        files, notes = write_report(done, out, languages, pdf=not no_pdf, say=say) if out else ((), ())
    for line in (*done.warnings, *notes, *(phrase("wrote {path}", path=path) for path in files)):
        tell(line)
    show(done.printed(form, screen(form)), form)
    return done.exit_code
