"""``commspec respond``: what vendors answer."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from estimator.cli.options import format_option, spec_argument, variant_option
from estimator.cli.printing import screen, show
from estimator.cli.slips import OneOf
from estimator.cli.speech import tell
from estimator.phrase import phrase

if TYPE_CHECKING:
    from estimator.spec.values.base import Language


@click.group("respond")
def command() -> None:
    """Ask vendors for answers to the requirements of a spec, and read what comes back."""


@command.command("export")
@spec_argument
@click.option("--vendor", required=True, help="Who is to answer.")
@click.option("--only", metavar="ID", multiple=True, help="Of this requirement; once for each, or joined by commas.")
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="NAME.xlsx, NAME.yaml, NAME.reqif or NAME.reqifz."
)
@click.option("--lang", type=OneOf(["zh", "en"]), default="en", show_default=True, help="Of what is asked.")
def export(spec: Path, vendor: str, only: tuple[str, ...], out: Path, lang: "Language") -> None:
    """Write the file that a vendor fills in: each requirement of SPEC with its fingerprint and what it asks for.

    A workbook has its questions locked, choices for states and units, and cells that cannot become formulas; the YAML
    holds the same, and so does ReqIF, for programs that manage requirements.
    """
    from estimator.jobs.vendors.answers import export_answers
    from estimator.units import Counted

    chosen = [name.strip() for text in only for name in text.split(",") if name.strip()]
    count = export_answers(spec, vendor, out, chosen, lang)
    show(screen().text([phrase("{out}: {count:requirement}", out=out, count=Counted(count))]))


@command.command("import")
@spec_argument
@click.argument("file", type=click.Path(path_type=Path))
@format_option("text", "json")
def import_(spec: Path, file: Path, form: str) -> int:
    """Read the answers in FILE and hold them against SPEC.

    Refused: formulas, changed questions and lost rows of a workbook, unknown ids, values in another unit, evidence
    files that are missing or whose SHA-256 differs. Marked: stale answers, to an older text of the requirement;
    half-filled ones; a value that fails the limit it is said to meet; what stands where it is not read, as notes and
    other sheets.
    Exit code 1: an answer is marked, 2: one is refused. Both are told on stderr with their places.
    """
    from estimator.jobs.vendors.answers import import_answers

    found = import_answers(spec, file)
    for problem in found.problems:
        tell(problem.sentence())
    show(found.shown(form, screen(form)), form)
    return found.found.exit_code


@command.command("compare")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--spec", type=click.Path(path_type=Path), help="The spec or release that is answered.")
@variant_option
@format_option("text", "json", "csv")
@click.option("--out", type=click.Path(path_type=Path), help="Write it too: NAME.html, NAME.pdf or NAME.xlsx.")
@click.option("--lang", type=OneOf(["zh", "en"]), default="en", show_default=True, help="Of the page.")
def compare(
    files: tuple[Path, ...], spec: Path | None, variants: tuple[str, ...], form: str, out: Path | None, lang: "Language"
) -> int:
    """Set the answers of several vendors beside each other, FILES, one of each; the spec may be one of FILES.

    Where it is not, and --spec names none, it is looked for: the release of the version that is answered, or a spec of
    its id, in the folders of FILES, above them and here.

    Offered values on the estimate: inside it, doubtful (better than the optimistic end), no gain (worse than the
    conservative one); and on the budget: whether the step closes with what each vendor offers, by --variant with its
    name on its own platform. What a vendor does not promise counts with the conservative time. Exit codes as of import.
    """
    from estimator.jobs.vendors.offers import compare_files
    from estimator.jobs.vendors.offers_saved import form_of, save_comparison

    if out is not None:
        form_of(out)
    found = compare_files(files, spec, variants)
    if found.spec != spec and found.spec not in files:
        tell(phrase("held against {spec}", spec=found.spec))
    for problem in found.problems:
        tell(problem.sentence())
    if out is not None:
        for note in (*save_comparison(found.found, out, lang, found.put.opened.look), phrase("wrote {out}", out=out)):
            tell(note)
    show(found.shown(form, screen(form)), form)
    return found.exit_code
