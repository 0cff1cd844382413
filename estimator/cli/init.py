"""``commspec init``."""

from pathlib import Path
from shlex import quote

import click

from estimator.errors import one_line


@click.command("init")
@click.argument("file", type=click.Path(path_type=Path), default=Path("spec.yaml"))
def command(file: Path) -> None:
    """Write a commented starter spec to FILE (spec.yaml; - prints it); a file that exists is never overwritten."""
    from estimator.jobs.starter import starter, write_starter

    if str(file) == "-":
        click.echo(starter(), nl=False)
        return
    write_starter(file)
    click.echo(one_line(str(file)))
    click.echo(one_line(f"Next: commspec build {quote(str(file))} --out out"), err=True)
