"""Writes the acceptance report: HTML and PDF in each language, the verdicts as JSON and JUnit XML."""

from collections.abc import Sequence
from pathlib import Path

from estimator.history.fingerprint import fingerprint
from estimator.jobs.evidence.accept import Accepted
from estimator.jobs.inputs.files import document_folder
from estimator.jobs.outputs.compiled import page_assets
from estimator.jobs.outputs.printing import print_document
from estimator.jobs.outputs.writing import write_together
from estimator.jobs.work import Say, silent
from estimator.phrase import phrase
from estimator.report.pages.acceptance import acceptance_report
from estimator.report.sections.acceptance.judgement import Judgement
from estimator.report.view.requirements.ids import spaced
from estimator.spec.values.base import Language

OURS = tuple(f"acceptance.{language}.{kind}" for language in ("zh", "en") for kind in ("html", "pdf"))


def write_report(
    done: Accepted, out: Path, languages: Sequence[Language] = (), *, pdf: bool = True, say: Say = silent
) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Write ``acceptance.*`` to ``out/<id>/<version>/``, all or none; the files, and what is missing on this machine.

    Pages of an earlier report that this one does not write are removed. ``languages`` empty: those of the spec.
    """
    spec = done.worked.opened.spec
    assets = page_assets(done.worked.opened.look)
    one = Judgement(spec, done.acceptance, done.budget, done.handed, done.commands, spaced(fingerprint(spec)))
    files = {"acceptance.json": done.printed("json").encode(), "acceptance.junit.xml": done.printed("junit").encode()}
    notes: list[str] = []
    for language in dict.fromkeys(languages or spec.document.languages):
        say(phrase("writing the {language} report", language=language))
        document = acceptance_report(one, assets, language, for_print=pdf)
        files[f"acceptance.{language}.html"] = document.html.encode()
        if pdf:
            printed = print_document(document)
            notes += printed.notes
            if printed.data is not None:
                files[f"acceptance.{language}.pdf"] = printed.data
    folder = document_folder(out, spec.document.id, spec.document.version)
    gone = [name for name in OURS if name not in files and (folder / name).exists()]
    write_together(folder, files, gone)
    return tuple(folder / name for name in files), tuple(dict.fromkeys(notes))
