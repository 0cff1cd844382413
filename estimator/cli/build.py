"""``commspec build``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from estimator.cli.options import spec_argument, variant_option
from estimator.cli.progress import reporter
from estimator.cli.slips import OneOf
from estimator.cli.speech import tell, tell_findings
from estimator.phrase import phrase

if TYPE_CHECKING:
    from estimator.spec.values.base import Language


@click.command("build")
@spec_argument
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Folder to write to."
)
@click.option(
    "--lang",
    "languages",
    type=OneOf(["zh", "en"]),
    multiple=True,
    help="A language to write, once for each; without it those of the spec.",
)
@variant_option
@click.option(
    "--as-draft",
    is_flag=True,
    help="Build another content under a released version; every page says that it is a draft.",
)
@click.option("--no-pdf", is_flag=True, help="Write the HTML only.")
@click.option("--open", "shown", is_flag=True, help="Open the first page that is written in a browser.")
def command(
    spec: Path,
    out: Path,
    languages: "tuple[Language, ...]",
    variants: tuple[str, ...],
    as_draft: bool,
    no_pdf: bool,
    shown: bool,
) -> int:
    """Write the requirement documents of SPEC to OUT/<id>/<version>/.

    With --variant they also show what each operation takes on other platforms; the limits stay those of SPEC.
    Pages and PDFs there that an earlier content made and this build does not write are removed, and named on stderr.
    SPEC may be the file of a release: that version is built again, byte for byte with the same version of commspec.
    Exit code 1: written, but the lint found errors.
    """
    from estimator.jobs.build import build

    with reporter() as say:
        built = build(spec, out, languages, variants, pdf=not no_pdf, as_draft=as_draft, say=say)
    removed = (
        phrase("removed {path}: an earlier content made it, and this build does not write it", path=path)
        for path in built.removed
    )
    tell_findings(built.findings)
    for line in (*built.notes, *removed):
        tell(line)
    for path in built.files:
        click.echo(path)
    if shown:
        _open(built.files)
    return built.exit_code


def _open(files: Sequence[Path]) -> None:
    """Show the first page; where there is no browser it is said, and the document is written all the same."""
    import webbrowser

    page = next(path for path in files if path.suffix == ".html")
    try:
        opened = webbrowser.open(page.resolve().as_uri())
    except webbrowser.Error:
        opened = False
    if not opened:
        tell(phrase("no browser can be opened here; the page is {page}", page=page))
