"""From YAML to a checked spec, or to every mistake in it at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from pydantic import TypeAdapter, ValidationError

from estimator.collector import collector_paused
from estimator.errors import Path, Problem, SpecError
from estimator.phrase import phrase
from estimator.spec.checks.condition_names import condition_names, strange_keys
from estimator.spec.checks.consistency import consistency
from estimator.spec.checks.effect import without_effect
from estimator.spec.checks.references import references
from estimator.spec.derived.arrange import straddling
from estimator.spec.derived.derive import completed, derived
from estimator.spec.derived.standing import sending_nothing, stands_in
from estimator.spec.document import Spec
from estimator.spec.reading.alter import UNALTERED, Alteration, alter
from estimator.spec.reading.appendices import with_appendices
from estimator.spec.reading.behind import as_typed, kinds_meant, with_kinds
from estimator.spec.reading.caps import too_many
from estimator.spec.reading.include import Reader, Tree, assemble
from estimator.spec.reading.locate import Locations
from estimator.spec.reading.looks import LookCheck, unchecked, with_look
from estimator.spec.reading.meant import as_written, meant_by, put_right
from estimator.spec.reading.once import once
from estimator.spec.reading.shared import shared
from estimator.spec.reading.tables import with_tables
from estimator.spec.reading.translate import UnplacedProblem, mistakes
from estimator.spec.weight import too_much

MOST_MISTAKES = 10_000
FIRST = 100


@dataclass(frozen=True, slots=True)
class Loaded:
    """A spec in order: ``problems`` are warnings with places, ``data`` is the spec as written with its includes."""

    spec: Spec
    problems: tuple[Problem, ...]
    locations: Locations
    data: dict[str, Any] = field(repr=False)


def load(
    name: str,
    reader: Reader,
    folder: str = "",
    alteration: Alteration = UNALTERED,
    before: Spec | None = None,
    check_look: LookCheck = unchecked,
) -> Loaded:
    """Read the spec ``name`` and what it includes through ``reader``.

    ``name`` is relative to the reader's folder; messages show it below ``folder``. ``alteration``: what is put in place
    of what the files say, before anything is checked. ``before``: a spec whose parts are used again where they are as
    they were. ``check_look``: what looks through the look of the document. Raises ``SpecError`` with every mistake as
    ``file:line:column: path: what; what to write``, in the order of the files, and passes on the reader's ``UserError``
    when it cannot be read.
    """
    return load_text(reader(name), name, reader, folder, alteration, before, check_look)


def load_text(
    text: str | bytes,
    name: str = "spec.yaml",
    reader: Reader | None = None,
    folder: str = "",
    alteration: Alteration = UNALTERED,
    before: Spec | None = None,
    check_look: LookCheck = unchecked,
) -> Loaded:
    """The same from a text at hand; without a reader an include is an error."""
    with collector_paused():
        tree = assemble(text, name, reader, folder)
        alter(tree, alteration)
        with_tables(tree, reader, folder)
        with_appendices(tree, reader, folder)
        with_look(tree, reader, folder, check_look)
        return _checked(tree, alteration.alone, before)


def _checked(tree: Tree, alone: bool = False, before: Spec | None = None) -> Loaded:
    if not isinstance(tree.data, dict):
        raise SpecError(tree.problems or [_not_a_mapping(tree)])
    if beyond := list(too_many(tree.data)):
        raise SpecError(tree.locations.sort([*tree.problems, *beyond]))
    spec, slips = _validated(tree.data, tree.silent)
    spec = shared(spec, before)
    if alone and not slips and not tree.problems and spec is not None and not _standing(spec):
        return Loaded(spec, (), tree.locations, tree.data)
    problems = [*tree.problems, *map(tree.locations.placed, _slips(tree, spec, slips))]
    if problems or spec is None:
        raise SpecError(tree.locations.sort(once(problems)))
    warnings = tree.locations.sort([*without_effect(spec, tree.data), *straddling(spec)])
    return Loaded(spec, warnings, tree.locations, tree.data)


def _slips(tree: Tree, spec: Spec | None, slips: list[UnplacedProblem]) -> Iterator[Problem]:
    """What is wrong with the parts and between them; of what follows from a misspelt key only that key.

    What is found with such keys put right, but not as they are written, rests on a guess, and is left out as well.
    """
    found = [*_placed(tree, [*slips, *_behind_kinds(tree.data, slips, tree.silent)])]
    found += _misfits(tree.data, spec, {slip.problem.path for slip in slips})
    found = [as_typed(problem, tree.data) for problem in found]
    meant = meant_by((slip.problem for slip in slips if slip.at_key), tree.data)
    if not meant:
        yield from found
        return
    data = put_right(tree.data, meant)
    spec, others = _validated(data, tree.silent)
    others += list(_behind_kinds(data, others, tree.silent))
    others += map(UnplacedProblem, _misfits(data, spec, {slip.problem.path for slip in others}))
    either_way = {(as_written(other.problem.path, meant), other.problem.message) for other in others}
    yield from (one for one in found if one.path in meant or (one.path, one.message) in either_way)


def _behind_kinds(data: dict[str, Any], slips: list[UnplacedProblem], silent: set[Path]) -> Iterator[UnplacedProblem]:
    """What is wrong with requirements whose kind is, where that can mean just one."""
    kinds = kinds_meant(slip.problem for slip in slips)
    if kinds:
        _, others = _validated(with_kinds(data, kinds), silent)
        yield from (
            other for other in others if other.problem.path[:1] == ("requirements",) and other.problem.path[1] in kinds
        )


def _placed(tree: Tree, slips: list[UnplacedProblem]) -> Iterator[Problem]:
    return (tree.locations.placed(slip.problem, slip.at_key) for slip in slips)


def _misfits(data: dict[str, Any], spec: Spec | None, told: set[Path]) -> Iterator[Problem]:
    """What does not fit together; ``told``: places that have a message already."""
    yield from (problem for problem in condition_names(data) if problem.path not in told)
    yield from references(derived(data))
    yield from sending_nothing(data)
    parts = spec if spec is not None and not _standing(spec) else _parts_in_order(completed(data, drop=True))
    yield from list(too_much(parts)) or consistency(parts)


def _standing(spec: Spec) -> bool:
    """Whether something stands in for what is broken elsewhere."""
    return any(map(stands_in, (*spec.groups.values(), *spec.operations.values())))


def _not_a_mapping(tree: Tree) -> Problem:
    kind = "a list" if isinstance(tree.data, list) else "a text"
    return tree.locations.placed(
        Problem((), phrase("the spec is {kind}, not a mapping", kind=kind), "start with commspec: 1")
    )


def _validated(data: dict[str, Any], silent: set[Path]) -> tuple[Spec | None, list[UnplacedProblem]]:
    """The spec, or what is wrong with its parts. ``silent``: places that have a message already."""
    strange = [
        UnplacedProblem(problem, at_key=True) for problem in strange_keys(data) if not _covered(problem.path, silent)
    ]
    silent = silent | {mistake.problem.path for mistake in strange}
    try:
        return Spec.model_validate(data), strange
    except ValidationError as error:
        found = _first_mistakes(error, data)
    return None, [*strange, *(mistake for mistake in found if not _covered(mistake.problem.path, silent))]


def _first_mistakes(error: ValidationError, data: dict[str, Any]) -> list[UnplacedProblem]:
    """The mistakes; of very many those in the first entries of each part, and one that says how many there are."""
    count = error.error_count()
    if count <= MOST_MISTAKES:
        return mistakes(error, data, Spec)
    first: list[UnplacedProblem] = []
    try:
        Spec.model_validate(_beginning(data))
    except ValidationError as fewer:
        if fewer.error_count() <= MOST_MISTAKES:
            first = mistakes(fewer, data, Spec)
    what = phrase(
        "{count:,} mistakes, of which those in the first {first} entries of each part are told",
        count=count,
        first=FIRST,
    )
    return [*first, UnplacedProblem(Problem((), what, "mend these first"))]


def _beginning(part: Any) -> Any:
    """The data with the first entries of each mapping and list alone."""
    if isinstance(part, dict):
        return {key: _beginning(value) for key, value in islice(part.items(), FIRST)}
    return [_beginning(value) for value in part[:FIRST]] if isinstance(part, list) else part


def _covered(path: Path, silent: set[Path]) -> bool:
    return any(path[:length] in silent for length in range(len(path) + 1))


def _parts_in_order(data: dict[str, Any]) -> Spec:
    """The sections and entries of a broken spec that are valid on their own, so that the rest can still be checked."""
    parts: dict[str, Any] = {}
    for name in Spec.model_fields:
        if name not in data:
            continue
        adapter = _adapter(name)
        value = _valid(adapter, data[name])
        if value is None and isinstance(data[name], dict) and name in ("groups", "operations", "requirements"):
            whole = {key: _valid(adapter, {key: item}) for key, item in data[name].items()}
            value = {key: entry[key] for key, entry in whole.items() if entry is not None}
        parts[name] = value
    sections: dict[str, Any] = {name: {} for name in ("groups", "operations", "requirements", "sources")}
    sections |= dict.fromkeys(("platform", "moe", "budget", "layout", "model", "training", "inference"))
    filled = sections | {name: value for name, value in parts.items() if value is not None}
    return Spec.model_construct(_fields_set=set(data), **filled)


@cache
def _adapter(section: str) -> TypeAdapter[Any]:
    """Checks one section alone; to make it takes as long as to check a small spec."""
    return TypeAdapter(Spec.model_fields[section].rebuild_annotation())


def _valid(adapter: TypeAdapter[Any], value: Any) -> Any:
    try:
        return adapter.validate_python(value)
    except ValidationError:
        return None
