"""``commspec diff``."""

import shutil
import sys
from pathlib import Path

import click

from estimator.cli.options import format_option


@click.command("diff")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@format_option("text", "json", "md")
def command(old: Path, new: Path, form: str) -> int:
    """Compare two versions of a spec, OLD and NEW: what changed, whether it got tighter, and why estimates moved.

    A requirement is tighter where fewer results pass in every cell that changed, looser where more do, both where it is
    another test; test: only the procedure, editorial: only words. Limits that an estimate loosened need approval.
    Exit code 1: the version that NEW declares is too small a step for its changes.
    """
    from estimator.jobs.difference import compare

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
    found = compare(old, new)
    click.echo(found.shown(form, width), nl=False)
    return found.exit_code
