"""A spec worked out: estimated, its requirements expanded into cells, linted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from estimator.collector import collector_paused
from estimator.errors import Problem, SpecError
from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.jobs.inputs.files import FolderReader
from estimator.jobs.inputs.specs import Opened, Reads, open_spec
from estimator.lint.run import lint
from estimator.phrase import phrase
from estimator.require.criterion import Expanded
from estimator.require.expand import expand
from estimator.spec.document import Spec
from estimator.spec.reading.alter import UNALTERED, Alteration
from estimator.units import Counted

Say = Callable[[str], None]


def silent(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Worked:
    """All that check and build know of a spec; ``findings`` are warnings and lint, with their places in the files."""

    opened: Opened
    table: EstimateTable
    expanded: Mapping[str, Expanded]
    findings: tuple[Problem, ...]

    @property
    def exit_code(self) -> int:
        """1 when the lint found an error, else 0."""
        return int(any(finding.severity == "error" for finding in self.findings))


def work_out(
    path: Path,
    say: Say = silent,
    alteration: Alteration = UNALTERED,
    reads: Reads = FolderReader,
    before: Spec | None = None,
) -> Worked:
    """Load, estimate, expand, lint. Raises SpecError with every mistake; a finding of the lint is no mistake.

    ``before``: the spec as it was, of which all is used again that did not change.
    """
    say("reading")
    with collector_paused():
        return _worked(open_spec(path, alteration, reads, before), say)


def _worked(opened: Opened, say: Say) -> Worked:
    with opened.located():
        say(phrase("estimating {operations:operation}", operations=Counted(len(opened.spec.operations))))
        table = estimate(opened.spec)
        say(phrase("expanding {requirements:requirement}", requirements=Counted(len(opened.spec.requirements))))
        expanded = expand(opened.spec, table)
        found = [problem for one in expanded.values() for problem in one.problems]
        if mistakes := [problem for problem in found if problem.severity == "error" and not problem.rule]:
            raise SpecError(mistakes)
    retired = opened.previous.retired if opened.previous is not None else ()
    found += lint(opened.spec, table, expanded, retired)
    places = opened.loaded.locations
    findings = places.sort([*opened.loaded.problems, *dict.fromkeys(found)])
    return Worked(opened, table, expanded, findings)
