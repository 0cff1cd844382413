"""Opens a spec otherwise than its files say: with the platform of a file, or with the values of an overlay."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from estimator.errors import Problem, SpecError, path_text
from estimator.estimate.result import EstimateTable
from estimator.estimate.table import estimate
from estimator.jobs.inputs.specs import Opened, open_spec, part_file
from estimator.phrase import phrase
from estimator.spec.reading.alter import Alteration
from estimator.spec.reading.change import Replacement
from estimator.spec.reading.nodes import NotYamlError, decode
from estimator.spec.reading.overlay import OverlayFile, is_overlay, read_overlay


def estimated_under(
    spec: Path, file: Path, changes: Sequence[Replacement] = (), name: str = ""
) -> tuple[Opened, EstimateTable]:
    """The spec under a variant, and its table; as ``under`` otherwise."""
    with under(spec, file, changes, name) as opened, opened.located():
        return opened, estimate(opened.spec)


@contextmanager
def under(spec: Path, file: Path, changes: Sequence[Replacement] = (), name: str = "") -> Iterator[Opened]:
    """The spec under a variant: the platform of a file, or an overlay. ``changes`` hold too, before what it sets.

    Raises SpecError with every mistake, within the block too: of the variant ``name``, as the spec may be in order on
    its own platform; what an overlay sets is told at its line there.
    """
    with _of_variant(name, file), _opened(spec, file, changes) as opened:
        yield opened


@contextmanager
def _of_variant(name: str, file: Path) -> Iterator[None]:
    """Within, each problem that is told elsewhere than in the variant's file says with which variant it arises."""
    try:
        yield
    except SpecError as error:
        if not name:
            raise
        raise SpecError(_with_variant(problem, name, file) for problem in error.problems) from None


def _with_variant(problem: Problem, name: str, file: Path) -> Problem:
    if problem.file is not None and Path(problem.file) == file:
        return problem
    what = phrase("{message}, with variant {name} ({file})", message=problem.message, name=name, file=str(file))
    return replace(problem, message=what, rule=problem.kind)


@contextmanager
def _opened(spec: Path, file: Path, changes: Sequence[Replacement]) -> Iterator[Opened]:
    part = part_file(file)
    overlay = _overlay(part.reader(part.name), str(file))
    alteration = Alteration(part, tuple(changes))
    if overlay is not None:
        alteration = Alteration(None, (*changes, *overlay.changes))
    with _at_lines(overlay, str(file)):
        yield open_spec(spec, alteration)


def _overlay(content: bytes, file: str) -> OverlayFile | None:
    """The file as an overlay; None where it is none, so that it must hold a platform."""
    try:
        text = decode(content)
    except NotYamlError:
        return None  # told where the platform is read
    if not is_overlay(text):
        return None
    found, problems = read_overlay(text)
    if problems:
        raise SpecError(replace(problem, file=file, line=line) for line, problem in problems)
    return found


@contextmanager
def _at_lines(overlay: OverlayFile | None, file: str) -> Iterator[None]:
    """Within, problems of places that an overlay sets get its file and line."""
    try:
        yield
    except SpecError as error:
        if overlay is None:
            raise
        raise SpecError(_placed(problem, overlay, file) for problem in error.problems) from None


def _placed(problem: Problem, overlay: OverlayFile, file: str) -> Problem:
    if problem.line is not None:
        return problem
    at = path_text(problem.path)
    for change, line in zip(overlay.changes, overlay.lines, strict=True):
        one, other = sorted((at, change.path), key=len)
        if one == other or other.startswith((f"{one}.", f"{one}[")):
            return replace(problem, file=file, line=line)
    return problem
