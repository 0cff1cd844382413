"""``commspec look``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from estimator.cli.options import format_option
from estimator.cli.printing import screen, show
from estimator.cli.slips import OneOf
from estimator.cli.speech import language_now, speaking, tell_findings

if TYPE_CHECKING:
    from estimator.spec.values.base import Language


@click.command("look")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--wording", type=OneOf(["zh", "en"]), help="Print the phrases of the document with their ids.")
@click.option("--template", metavar="NAME", help="Print one of the templates that can be extended, such as cover.")
@format_option("text", "json")
def command(folder: Path | None, wording: "Language | None", template: str | None, form: str) -> int:
    """Say what a look can change, or look through the one in FOLDER.

    A look is a folder that `document.look` of a spec names: templates that fill blocks of ours, style.css and
    print.css, logo.svg or logo.png, wording.zh.yaml and wording.en.yaml. Without FOLDER the blocks are listed; with
    --wording the phrases are, as a file of wording has them, and with --template one of our templates is printed. With
    FOLDER its mistakes are told by file and line, also those that show only when a document is made; `commspec check
    SPEC` tells them of the look of a spec.
    """
    if folder is not None:
        return _checked(folder, form)
    from estimator.jobs.assets import template_texts
    from estimator.report.looks.listing import blocks_json, blocks_text, template_text, wording_text

    if template is not None:
        click.echo(template_text(template, template_texts()), nl=False)
    elif wording is not None:
        click.echo(wording_text(wording), nl=False)
    elif form == "json":
        click.echo(blocks_json(language_now()), nl=False)
    else:
        show(blocks_text(language_now(), screen()))
    return 0


def _checked(folder: Path, form: str) -> int:
    from estimator.jobs.looks import check_folder

    found = check_folder(folder)
    if form == "json":
        click.echo(found.as_json(speaking()), nl=False)
    else:
        tell_findings(found.problems, counted=True)
    return found.exit_code
