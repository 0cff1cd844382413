"""What ten per cent on each assumption of a spec file does, in one of the forms a person or a program reads."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from estimator.errors import UserError
from estimator.estimate.search.sensitivity import Sensitivity, sensitivity
from estimator.estimate.table import cases_of
from estimator.jobs.estimates import about
from estimator.jobs.inputs.specs import open_spec
from estimator.phrase import phrase
from estimator.report.tables.estimates.swings import as_csv, as_json, as_markdown, as_text
from estimator.report.tables.screen import PLAIN, Screen
from estimator.spec.reading.alter import Alteration
from estimator.spec.reading.change import change_of
from estimator.spec.reading.suggest import FEW, suggestion


def sensitivities(
    path: Path, changes: Sequence[str], form: str, operation: str | None = None, screen: Screen = PLAIN
) -> str:
    """The swings as ``text``, ``json``, ``csv`` or ``md``, under ``changes`` (PATH=VALUE), of all operations or one.

    Raises SpecError with every mistake, UserError for an operation that is none.
    """
    opened = open_spec(path, Alteration(None, tuple(map(change_of, changes))))
    with opened.located():
        found = of_one(sensitivity(cases_of(opened.spec).values()), operation)
    if form == "json":
        return as_json(found, about(opened))
    return as_text(found, screen) if form == "text" else as_csv(found) if form == "csv" else as_markdown(found, screen)


def of_one(found: Sensitivity, operation: str | None) -> Sensitivity:
    """What moves the step and one operation alone; UserError for a name that is none. None: all operations."""
    if operation is None:
        return found
    if operation not in found.operations:
        hint = suggestion(operation, found.operations, FEW)
        raise UserError(phrase("there is no operation '{name}'; {suggestion}", name=operation, suggestion=hint))
    return replace(found, operations={operation: found.operations[operation]})
