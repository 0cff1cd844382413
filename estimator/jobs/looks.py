"""Looks through the look in a folder by itself, without a spec that names it."""

from pathlib import Path

from estimator.errors import UserError
from estimator.jobs.assets import template_texts, templates
from estimator.jobs.check import Checked
from estimator.jobs.gathered import raised
from estimator.jobs.inputs.files import FolderReader
from estimator.jobs.work import work_out
from estimator.phrase import phrase
from estimator.report.looks.reading import read_look
from estimator.spec.reading.looks import files_in

TRIED = "starter.yaml"
"""Among the templates: the spec whose document shows a look that is looked through without one."""


def check_folder(folder: Path) -> Checked:
    """What is wrong with the look in a folder; where nothing is, with the document of the starter spec in it.

    Raises UserError where the folder cannot be read.
    """
    if not folder.is_dir():
        if folder.exists():
            raise UserError(phrase("{name}: a file; name the folder of a look", name=folder))
        raise UserError(phrase("{name}: no such folder", name=folder))
    files = files_in(".", FolderReader(folder))
    look, problems = read_look(str(folder), files, template_texts())
    if not problems:
        problems = raised(work_out(templates() / TRIED), look)
    return Checked(problems, bool(problems))
