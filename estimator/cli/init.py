"""``commspec init``."""

from pathlib import Path
from shlex import quote

import click

from estimator.cli.slips import OneOf
from estimator.cli.speech import language_now, tell
from estimator.phrase import phrase


@click.command("init")
@click.argument("file", type=click.Path(path_type=Path), default=Path("spec.yaml"))
@click.option("--platform", metavar="NAME", help="Start from a platform of `commspec platforms`.")
@click.option(
    "--kind",
    type=OneOf(("dense", "moe", "inference")),
    help="With --platform: what runs on it.  [default: dense]",
)
def command(file: Path, platform: str | None, kind: str | None) -> None:
    """Write a commented starter spec to FILE (spec.yaml; - prints it); a file that exists is never overwritten.

    With --platform the platform's file is written beside it, in platforms/.
    """
    from estimator.jobs.starter import start_from, starter, write_started, write_starter

    if platform is None and kind is not None:
        raise click.UsageError("--kind goes with --platform; commspec platforms lists them")
    language = language_now()
    if str(file) == "-":
        click.echo(starter(language) if platform is None else start_from(platform, kind or "dense", language), nl=False)
        return
    if platform is None:
        write_starter(file, language)
        written: tuple[Path, ...] = (file,)
    else:
        written = write_started(file, platform, kind or "dense", language)
    for path in written:
        click.echo(path)
    tell(phrase("Next: commspec build {file} --out out", file=quote(str(file))))
