"""Logs held against a spec for what made them slow."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from estimator.estimate.table import estimate
from estimator.jobs.estimates import about
from estimator.jobs.evidence.measured import told_of
from estimator.jobs.inputs.logs import events, sources
from estimator.jobs.inputs.specs import open_spec
from estimator.judge.diagnosis.diagnose import diagnosis
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import seen
from estimator.report.diagnosis.diagnosed import as_json, as_text
from estimator.spec.values.base import Language

Tell = Callable[[str], None]


def diagnosed(
    spec: Path,
    logs: Sequence[Path],
    manifest: Path | None,
    told: Mapping[str, Any],
    form: str,
    language: Language,
    tell: Tell,
) -> str:
    """The diagnosis as ``text`` or ``json``; what is wrong with a manifest goes to ``tell``.

    Raises SpecError with every mistake of the spec or the manifest, UserError for a missing file.
    """
    opened = open_spec(spec)
    with opened.located():
        promises = Promises(opened.spec, estimate(opened.spec))
    found = sources(logs, told_of(told), manifest)
    for problem in found.problems:
        tell(problem.text())
    result = diagnosis(seen(events(found)), promises)
    return as_json(result, about(opened)) if form == "json" else as_text(result, language)
