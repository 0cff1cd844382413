"""``commspec release``."""

from pathlib import Path

import click

from estimator.cli.options import spec_argument
from estimator.cli.progress import reporter
from estimator.cli.speech import tell


@click.command("release")
@spec_argument
def command(spec: Path) -> int:
    """Freeze the version of SPEC into one file, releases/<id>-<version>.json beside it: put it into the repository.

    It holds the spec with all that it includes, its estimates, its limits as numbers and a fingerprint of every
    requirement. From then on these limits hold, `build` refuses another content under the same version, and
    `commspec build FILE` builds that version again. The document must say `status: released`, with date and approvers.
    Exit code 1: refused, for the lint found errors.
    """
    from estimator.jobs.releases import release

    with reporter() as say:
        released = release(spec, say)
    for finding in released.findings:
        tell(finding.sentence())
    if released.path is None:
        tell("not released: mend the errors above, or waive each with a reason")
    else:
        click.echo(released.path)
        if not released.new:
            tell("released before, with the same content")
    return released.exit_code
