"""The estimation table of a spec file in one of the forms a person or a program reads."""

from pathlib import Path

from estimator import __version__
from estimator.estimate.compare import as_data, compare
from estimator.estimate.steps.need import Needs
from estimator.estimate.table import cases_of, estimate
from estimator.history.fingerprint import fingerprint
from estimator.jobs.inputs.specs import Opened, open_spec
from estimator.report.tables.estimates.listing import as_csv, as_json, as_markdown, as_text
from estimator.report.tables.estimates.stages import stage_rows
from estimator.report.tables.screen import PLAIN, Screen
from estimator.require.closure import closure
from estimator.require.expand import expand


def estimates(path: Path, form: str, screen: Screen = PLAIN) -> str:
    """The table as ``text``, ``csv``, ``md`` or ``json``; JSON has every algorithm that could run.

    Raises SpecError with every mistake of the spec.
    """
    opened = open_spec(path)
    with opened.located():
        table = estimate(opened.spec)
        if form == "csv":
            return as_csv(table)
        if form == "md":
            return as_markdown(table, screen)
        closed = closure(Needs(opened.spec, table), expand(opened.spec, table))
        if form == "text":
            return as_text(table, closed, screen)
        compared = {name: as_data(compare(case)) for name, case in cases_of(opened.spec).items()}
    return as_json(table, about(opened) | {"pipeline": stage_rows(opened.spec)}, closed, compared)


def about(opened: Opened) -> dict[str, object]:
    """What the JSON says of the document, the files it was made from, and the version that made it."""
    document = opened.spec.document
    return {
        "document": {"id": document.id, "version": document.version},
        "fingerprint": fingerprint(opened.spec, __version__),
        "sources_sha256": opened.sources_sha256,
        "commspec": __version__,
    }
