"""Every field of a spec written otherwise, one at a time, and what of all that is made of the spec moves by it."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import yaml
from pydantic import BaseModel
from yaml.emitter import Emitter
from yaml.representer import SafeRepresenter
from yaml.resolver import BaseResolver
from yaml.serializer import Serializer

from estimator.errors import SpecError
from estimator.estimate.steps.need import Needs
from estimator.estimate.table import estimate
from estimator.lint.run import lint
from estimator.report.pages import document as pages
from estimator.report.tables.estimates.listing import as_json
from estimator.report.tables.estimates.stages import stage_rows
from estimator.report.tables.exchange.requirement_rows import cells_csv, requirements_csv
from estimator.require.closure import closure
from estimator.require.expand import expand
from estimator.spec.document import Spec
from estimator.spec.kept import next_round
from estimator.spec.load import load_text
from estimator.spec.told.catalogue import told
from estimator.spec.values.base import Language, SpecModel
from tests.report.documents import assets

ROOT = Path(__file__).parents[1]
OTHER_FILES = ("requirements", "defaults", "frozen")
"""Sections whose fields ``tests.test_perturbed`` and the tests of frozen limits try."""
PLACES, TRIES = 3, 40
"""Places of a field, and values at each, that are tried at most."""
Key = tuple[str, str]
"""A model and a key of it as a spec writes it."""
Steps = tuple[str | int, ...]
VALUES: Mapping[Key, tuple[str, ...]] = MappingProxyType(
    {
        ("Layout", "order"): ("tp-cp-pp-ep-dp", "tp-dp-cp-ep-pp", "pp-tp-cp-ep-dp"),
        ("Group", "stride_nodes"): ("2",),
        ("ModelShape", "norms"): ("4",),
        ("ModelShape", "tied_embeddings"): ("true",),
        ("TrainingRun", "aux_loss"): ("true",),
        ("TrainingRun", "micro_batch"): ("2",),
        ("TrainingRun", "zero"): ("3",),
        ("TrainingRun", "stage_layers"): ("[10, 10, 10, 10, 10, 10, 11, 9]",),
        ("LevelSpec", "wrap"): ("false",),
        ("Boundary", "level"): ("node",),
    }
)
"""Values that follow from no other one."""
GONE = object()
"""In the place of a value: the key is left out."""


class Plain(Emitter, Serializer, SafeRepresenter, BaseResolver):
    """Writes YAML whose scalars stand without quotes wherever they can."""

    def __init__(self, stream: Any, **options: Any) -> None:
        """``options`` of ``yaml.dump``; of interest are width, flow style and order alone."""
        Emitter.__init__(self, stream, width=100_000, allow_unicode=True)
        Serializer.__init__(self)
        SafeRepresenter.__init__(self, sort_keys=False)
        BaseResolver.__init__(self)

    def ignore_aliases(self, data: Any) -> bool:
        """What stands in two places is written twice."""
        return True


class Made(NamedTuple):
    """What is made of a spec: what is found and calculated, and the documents, worked out when they are asked for."""

    spec: Spec
    figures: str
    page: Callable[[Language], str]


class Texts:
    """The YAML of specs, section by section: those that are as they were keep their text."""

    def __init__(self) -> None:
        """None yet."""
        self.known: dict[int, tuple[Any, str]] = {}

    def of(self, data: Mapping[str, Any]) -> str:
        """The text of a spec."""
        return "".join(self._section(key, part) for key, part in data.items())

    def _section(self, key: str, part: Any) -> str:
        if id(part) not in self.known:
            self.known[id(part)] = part, yaml.dump({key: part}, Dumper=Plain)
        return self.known[id(part)][1]


def made(text: str, before: Spec | None = None) -> Made | None:
    """All of it; None of a spec that is refused. ``before``: a spec of which parts that are as they were are taken."""
    try:
        loaded = load_text(text, before=before)
        spec = loaded.spec
        table = estimate(spec)
        expanded = expand(spec, table)
    except SpecError:
        return None
    found = [*loaded.problems, *lint(spec, table, expanded)]
    figures = [one.text() for one in found]
    figures += [as_json(table, {"pipeline": stage_rows(spec)}, closure(Needs(spec, table), expanded), {})]
    figures += [cells_csv(spec, expanded)]
    figures += [requirements_csv(spec, expanded, language) for language in spec.document.languages]

    @cache
    def whole() -> pages.Report:
        next_round()
        return pages.report(spec, table, expanded, found, assets())

    @cache
    def page(language: Language) -> str:
        shown = whole().document(language, for_print=False).html
        return re.sub(rf"<script.*?</script>|{whole().material.fingerprint}|[0-9a-f]{{4}}( [0-9a-f]{{4}}){{3,}}", "",
                      shown, flags=re.DOTALL)  # fmt: skip

    return Made(spec, "\n".join(figures), page)


def differ(one: Made, other: Made) -> bool:
    """Whether anything that is made of two specs differs; the documents are compared language by language."""
    if one.figures != other.figures:
        return True
    languages = one.spec.document.languages
    if languages != other.spec.document.languages:
        return True
    return any(one.page(language) != other.page(language) for language in languages)


class Field(NamedTuple):
    """A key at a place: its path, whose key it is, and what is written there (``GONE``: nothing)."""

    path: Steps
    model: type[SpecModel]
    key: str
    value: Any


def names(model: type[BaseModel]) -> dict[str, str]:
    """Keys as a spec writes them, and the names of their fields."""
    return {str(field.validation_alias or field.alias or name): name for name, field in model.model_fields.items()}


def written(spec: Spec, data: Any) -> Iterator[Field]:
    """Every key of every model in a spec, whether it is written there or not."""
    yield from _written(spec, data, ())


def _written(found: Any, data: Any, path: Steps) -> Iterator[Field]:
    if isinstance(found, SpecModel) and isinstance(data, dict):
        for key, name in names(type(found)).items():
            if not path and key in OTHER_FILES:
                continue
            yield Field((*path, key), type(found), key, data.get(key, GONE))
            if key in data:
                yield from _written(getattr(found, name), data[key], (*path, key))
    elif isinstance(found, Mapping) and isinstance(data, dict):
        for key in data:
            if key in found:
                yield from _written(found[key], data[key], (*path, key))
    elif isinstance(found, tuple) and isinstance(data, list):
        for at, (one, part) in enumerate(zip(found, data, strict=False)):
            yield from _written(one, part, (*path, at))


def others(field: Field, known: list[str]) -> Iterator[Any]:
    """Other values of a field: the example that is told of it, words, other numbers, fewer entries, none at all."""
    for value in VALUES.get((field.model.__name__, field.key), ()):
        yield yaml.load(value, yaml.BaseLoader)
    entry = told(field.model, field.key)
    example = entry.example if entry is not None else ""
    if example and "!include" not in example:
        yield yaml.load(example, yaml.BaseLoader)
    annotation = field.model.model_fields[names(field.model)[field.key]].annotation
    words = list(dict.fromkeys(_words(annotation)))
    yield from _otherwise(field.value, words or known)
    yield GONE
    if field.value is GONE:
        yield from words or known


def _words(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (word for word in get_args(annotation) if isinstance(word, str))
    else:
        for part in get_args(annotation):
            yield from _words(part)


def _otherwise(value: Any, words: list[str]) -> Iterator[Any]:
    if isinstance(value, str):
        if number := re.fullmatch(r"([0-9]+(?:[.][0-9]+)?)( ?)([^0-9.].*|)", value):
            for factor in (0.97, 1.03, 0.5, 2.0):
                yield f"{float(number[1]) * factor:g}{number[2]}{number[3]}"
        yield from (word for word in words if word != value)
        yield f"{value} x"
        yield f"{value}x"
    elif isinstance(value, list) and value:
        yield value[1:]
        yield value[::-1]
        for other in _otherwise(value[-1], words):
            yield [*value[:-1], other]
    elif isinstance(value, dict):
        yield from ({key: one for key, one in value.items() if key != left_out} for left_out in value)


def changed(data: Any, path: Steps, value: Any) -> Any:
    """A copy with another value at a place; what lies beside its path is the same object."""
    step, *further = path
    whole = copy.copy(data)
    if further:
        whole[step] = changed(data[step], tuple(further), value)
    elif value is GONE:
        whole.pop(step, None)
    else:
        whole[step] = value
    return whole


Verdict = Literal["moves", "still", "refused"]


def tried(data: Any, known: Mapping[Key, Verdict]) -> dict[Key, Verdict]:
    """What each field that is not ``known`` to move does: moves something, nothing (still), or no value was taken."""
    texts = Texts()
    base = made(texts.of(data))
    assert base is not None
    defined = [name for part in ("groups", "operations", "sources") for name in data.get(part, {})]
    defined += data["platform"]["paths"]
    found: dict[Key, Verdict] = {}
    places: dict[Key, int] = {}
    for field in written(base.spec, data):
        key = field.model.__name__, field.key
        places[key] = places.get(key, 0) + 1
        if "moves" in (known.get(key), found.get(key)) or places[key] > PLACES:
            continue
        verdict = _tried(base, texts, data, field, defined)
        if found.get(key) != "still":
            found[key] = verdict
        if verdict == "moves":
            found[key] = verdict
    return found


def _tried(base: Made, texts: Texts, data: Any, field: Field, defined: list[str]) -> Verdict:
    verdict: Verdict = "refused"
    for count, value in enumerate(others(field, defined)):
        if count >= TRIES or value == field.value:
            continue
        other = made(texts.of(changed(data, field.path, value)), base.spec)
        if other is None:
            continue
        if differ(base, other):
            return "moves"
        verdict = "still"
    return verdict
