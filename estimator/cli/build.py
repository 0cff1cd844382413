"""``commspec build``."""

from pathlib import Path

import click

from estimator.cli.options import spec_argument
from estimator.cli.progress import reporter


@click.command("build")
@spec_argument
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), help="Folder to write to (out).")
@click.option("--lang", "languages", type=click.Choice(["zh", "en"]), multiple=True, help="Repeatable (the spec's).")
@click.option("--no-pdf", is_flag=True, help="Write the HTML only.")
def command(spec: Path, out: Path, languages: tuple[str, ...], no_pdf: bool) -> int:
    """Write the requirement documents of SPEC to OUT/<id>/<version>/.

    Exit code 1: written, but the lint found errors.
    """
    from estimator.jobs.build import build

    with reporter() as say:
        result = build(spec, out, languages, pdf=not no_pdf, say=say)
    for line in result.notes:
        click.echo(line, err=True)
    for path in result.files:
        click.echo(path)
    return result.exit_code
