"""``commspec init``."""

from pathlib import Path

import click


@click.command("init")
@click.argument("file", type=click.Path(path_type=Path), default=Path("spec.yaml"))
def command(file: Path) -> None:
    """Write a commented starter spec to FILE (spec.yaml); a file that exists is never overwritten."""
    from estimator.jobs.starter import write_starter

    write_starter(file)
    click.echo(file)
    click.echo(f"Next: commspec build {file} --out out", err=True)
