"""What ten per cent on each assumption of a spec file does, in one of the forms a person or a program reads."""

from collections.abc import Sequence
from pathlib import Path

from estimator.estimate.search.sensitivity import sensitivity
from estimator.estimate.table import cases_of
from estimator.jobs.estimates import about
from estimator.jobs.inputs.specs import open_spec
from estimator.report.tables.estimates.swings import as_csv, as_json, as_markdown, as_text
from estimator.spec.reading.alter import Alteration
from estimator.spec.reading.change import change_of


def sensitivities(path: Path, changes: Sequence[str], form: str) -> str:
    """The swings as ``text``, ``json``, ``csv`` or ``md``, under ``changes`` (PATH=VALUE).

    Raises SpecError with every mistake.
    """
    opened = open_spec(path, Alteration(None, tuple(map(change_of, changes))))
    with opened.located():
        found = sensitivity(cases_of(opened.spec).values())
    if form == "json":
        return as_json(found, about(opened))
    return {"text": as_text, "csv": as_csv, "md": as_markdown}[form](found)
