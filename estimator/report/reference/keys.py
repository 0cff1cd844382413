"""The keys of a spec as sections of the reference: a table a model, in the order in which a spec is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from inspect import getdoc
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from estimator.report.reference.markdown import anchor, cell, code, table
from estimator.report.reference.named import UNITS_ZH
from estimator.report.reference.types import Types, models_in, told_below
from estimator.report.reference.words import words
from estimator.spec.document import Spec
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.schema import AsWritten
from estimator.spec.told.catalogue import told, told_of
from estimator.spec.values.base import Language
from estimator.spec.values.describe import described
from estimator.spec.values.quantity import Pair, Quantity, as_written


class KeySection(NamedTuple):
    """A model and the places where a spec can have it; the first one is its heading."""

    model: type[BaseModel]
    places: tuple[str, ...]


def sections() -> tuple[KeySection, ...]:
    """The models below a spec in the order of their first place; the kinds of requirement are told elsewhere."""
    places: dict[type[BaseModel], list[str]] = {}
    _visit(Spec, "", places)
    for base in (Requirement, MeasurableRequirement):
        for name, model in _below(base):
            _visit(model, f"requirements.NAME.{name}", places)
    return tuple(KeySection(model, tuple(dict.fromkeys(found))) for model, found in places.items())


def anchors(found: Iterable[KeySection], language: Language) -> Mapping[type[BaseModel], str]:
    """The anchor of each model's heading."""
    return MappingProxyType({section.model: anchor(heading(section, language)) for section in found})


def heading(section: KeySection, language: Language) -> str:
    """A section's heading: where it is first written."""
    return section.places[0] or words(language)["top"]


def key_table(model: type[BaseModel], keys: Iterable[str], types: Types, language: Language) -> str:
    """The table of some keys of a model."""
    said = words(language)
    hints = get_type_hints(model, include_extras=True)
    needed = ways_of(model)
    rows = [_row(model, name, model.model_fields[name], hints[name], types, language, needed) for name in keys]
    heads = [said[name] for name in ("key", "type", "unit", "default", "meaning", "example")]
    return table(heads, rows)


def section_text(section: KeySection, types: Types, language: Language) -> str:
    """A model's section: what it is, what it needs, where else it stands, its keys."""
    said, model = words(language), section.model
    lines = [f"### {heading(section, language)}", "", meaning_of(model, language)]
    if len(section.places) > 1:
        also = said["comma"].join(code(place) for place in section.places[1:])
        lines += ["", f"{said['also_at']}{also}{said['stop']}"]
    ways = ways_of(model)
    if len(ways) > 1:
        lines += ["", _needed(ways, language)]
    if model.model_config.get("extra") == "allow":
        lines += ["", said["own_conditions"]]
    return "\n".join([*lines, "", key_table(model, model.model_fields, types, language)])


def meaning_of(model: type[BaseModel], language: Language) -> str:
    """What a model is, in one language."""
    if language == "zh":
        return told_of(model)
    return " ".join((getdoc(model) or "").split("\n\n")[0].split())


def ways_of(model: type[BaseModel]) -> tuple[tuple[str, ...], ...]:
    """The keys that must be written, once for each way to write the model."""
    schema = model.model_json_schema(schema_generator=AsWritten)
    schema = schema.get("$defs", {}).get(model.__name__, schema) if "properties" not in schema else schema
    mappings = [
        option for option in (schema, *schema.get("anyOf", ())) if "properties" in option or "required" in option
    ]
    ways = [tuple(option["required"]) for option in mappings if "required" in option]
    return tuple(dict.fromkeys(ways))


def choices_in(hint: Any) -> Iterator[tuple[object, ...]]:
    """The short lists of words that an annotation allows."""
    if get_origin(hint) is Literal:
        yield get_args(hint)
        return
    for inside in get_args(hint):
        yield from choices_in(inside)


def _visit(model: type[BaseModel], place: str, places: dict[type[BaseModel], list[str]]) -> None:
    known = model in places
    places.setdefault(model, []).append(place)
    if known:
        return
    for name, inner in _below(model):
        _visit(inner, f"{place}.{name}" if place else name, places)


def _below(model: type[BaseModel]) -> Iterator[tuple[str, type[BaseModel]]]:
    """The models right below one, each with its key."""
    for name, hint in get_type_hints(model, include_extras=True).items():
        field = model.model_fields.get(name)
        if field is None:
            continue
        for inner in models_in(hint):
            yield written_key(name, field) + _many(hint, inner), inner


def _many(hint: Any, inner: type[BaseModel]) -> str:
    """What stands between a key and the model below it: a name, a place in a list, nothing."""
    origin = get_origin(hint)
    if origin is dict:
        return ".NAME"
    if origin is tuple:
        return "[]"
    return next((_many(inside, inner) for inside in get_args(hint) if inner in set(models_in(inside))), "")


def written_key(name: str, field: FieldInfo) -> str:
    """A key as a spec writes it."""
    return str(field.validation_alias or name)


def _row(
    model: type[BaseModel],
    name: str,
    field: FieldInfo,
    hint: Any,
    types: Types,
    language: Language,
    ways: tuple[tuple[str, ...], ...],
) -> list[str]:
    key = written_key(name, field)
    read, about = types.read(hint), told(model, key)
    unit = UNITS_ZH.get(read.unit, read.unit) if language == "zh" else read.unit
    example = f"{key}: {about.example}" if about is not None else ""
    meaning = (about.zh if about else "") if language == "zh" else " ".join(described(model, name).split())
    return [
        code(key),
        cell(read.text),
        unit or "–",
        _default(key, field, ways, language),
        cell(meaning + _choices(hint, language)),
        code(example),
    ]


def _choices(hint: Any, language: Language) -> str:
    """The words that a key may hold with what each means, below its meaning."""
    said = words(language)
    shown = ""
    for values in choices_in(hint):
        found = told_below(values)
        if found is None:
            continue
        each = (f"{code(str(value))}{said['colon']}{getattr(found[str(value)], language)}" for value in values)
        shown += "".join(f"<br>{one}" for one in each)
    return shown


def _default(key: str, field: FieldInfo, ways: tuple[tuple[str, ...], ...], language: Language) -> str:
    said = words(language)
    if ways and all(key in way for way in ways):
        return said["required"]
    if any(key in way for way in ways):
        return said["see_above"]
    value = field.get_default(call_default_factory=True, validated_data={})
    if isinstance(value, BaseModel):
        kept = value.model_dump(mode="json", exclude_defaults=True)
        return code(_flow(kept)) if kept else "–"
    if field.is_required() or value is None or value in ((), {}):
        return "–"
    return code(_flow(as_written(value) if isinstance(value, Pair | Quantity) else value))


def _flow(value: Any) -> str:
    """A default as a spec would write it on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


def _needed(ways: tuple[tuple[str, ...], ...], language: Language) -> str:
    """The sentence about what must be written where there are several ways."""
    said = words(language)
    common = [key for key in ways[0] if all(key in way for way in ways)]
    rest = [[key for key in way if key not in common] for way in ways]
    each = [said["and"].join(code(key) for key in way) for way in rest if way]
    parts = [said["comma"].join(code(key) for key in common), said["way_or"].join(each)]
    return f"{said['needed']}{said['further'].join(part for part in parts if part)}{said['stop']}"
