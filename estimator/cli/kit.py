"""``commspec kit``."""

from pathlib import Path

import click

from estimator.cli.options import spec_argument
from estimator.cli.progress import reporter
from estimator.cli.speech import tell, tell_findings
from estimator.phrase import phrase


@click.command("kit")
@spec_argument
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("kit"),
    show_default=True,
    help="Folder to write to: a new one, an empty one, or that of an earlier kit.",
)
@click.option("--only", multiple=True, metavar="ID", help="A requirement, once for each; left out: all of them.")
def command(spec: Path, out: Path, only: tuple[str, ...]) -> int:
    """Write the test kit of SPEC: plan.json with every cell, run_plan.py that runs it, scripts of benchmark tools.

    The program needs Python 3.9, numpy, and PyTorch or mpi4py; it leaves records that commspec read understands. What
    is written goes to stdout, cells, time by the model and what no cell shows to stderr. Exit code 1: written, but the
    lint found errors.
    """
    from estimator.jobs.evidence.kit import make_kit

    with reporter() as say:
        made = make_kit(spec, out, only, say)
    removed = (phrase("removed {path}: the spec has no such requirement any more", path=path) for path in made.removed)
    tell_findings(made.findings)
    for line in (*removed, *made.summary):
        tell(line)
    for path in made.files:
        click.echo(path)
    return made.exit_code
