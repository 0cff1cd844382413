"""``commspec diff``."""

import click

from estimator.cli.options import format_option
from estimator.cli.printing import screen, show
from estimator.cli.speech import tell


@click.command("diff")
@click.argument("old")
@click.argument("new")
@click.argument("spec", required=False)
@format_option("text", "json", "md")
def command(old: str, new: str, spec: str | None, form: str) -> int:
    """Compare two versions of a spec, OLD and NEW: what changed, whether it got tighter, and why estimates moved.

    Each is a spec or the file of a release. Revisions of a git repository come with the path of the spec:
    `commspec diff v0.1..HEAD SPEC`, `commspec diff v0.1 HEAD SPEC`, or `commspec diff v0.1 SPEC` for the file as it is.

    A requirement is tighter where fewer results pass in every cell that changed, looser where more do, both where it is
    another test; test: only the procedure, editorial: only words. Limits that an estimate loosened need approval.
    Exit code 1: the version that NEW declares is too small a step for its changes.
    """
    from estimator.jobs.difference import compare

    found = compare(old, new, *([spec] if spec else []))
    show(found.shown(form, screen(form)), form)
    if form != "text" and found.error:
        tell(found.error)
    return found.exit_code
