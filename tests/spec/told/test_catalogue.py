"""What is told of keys: of every key, in both languages, with an example that the program takes."""

from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from estimator.spec.told.catalogue import CATALOGUE, told, told_of
from estimator.spec.told.choices import words_for
from estimator.spec.values.describe import described
from tests.report.reference.models import inside, models, read

FIELDS = [
    (model, name, str(field.validation_alias or name))
    for model in models()
    for name, field in model.model_fields.items()
]


def test_every_model_and_every_key_has_a_meaning_in_both_languages_and_an_example() -> None:
    assert len(FIELDS) > 700
    assert [model.__name__ for model in models() if not told_of(model)] == []
    silent = [f"{model.__name__}.{key}" for model, name, key in FIELDS if not described(model, name)]
    untold = [f"{model.__name__}.{key}" for model, _, key in FIELDS if told(model, key) is None]
    assert silent == untold == []
    every = [entry for part in CATALOGUE.values() for entry in part.keys.values()]
    assert all(entry.zh.strip() and entry.example.strip() for entry in every)
    assert not any("TODO" in entry.zh + entry.example for entry in every)


def test_nothing_is_told_of_a_model_or_a_key_that_is_not_there() -> None:
    known: dict[str, set[str]] = {}
    for model in models():
        for ancestor in model.__mro__:
            if issubclass(ancestor, BaseModel):
                names = {str(field.validation_alias or name) for name, field in ancestor.model_fields.items()}
                known.setdefault(ancestor.__name__, set()).update(names)
    stale = [f"{name}.{key}" for name, part in CATALOGUE.items() for key in part.keys if key not in known.get(name, ())]
    assert stale == []


def test_every_example_is_what_a_spec_may_write() -> None:
    refused = []
    for model, name, key in FIELDS:
        entry = told(model, key)
        if entry is None or key == "kind" or entry.example.startswith("!include"):
            continue
        try:
            TypeAdapter[Any](model.model_fields[name].rebuild_annotation()).validate_python(read(entry.example))
        except ValidationError as error:
            refused.append(f"{model.__name__}.{key}: {error}")
    assert refused == []


def test_every_word_of_a_list_has_a_meaning_in_both_languages() -> None:
    lists = {
        get_args(part)
        for model, name, _ in FIELDS
        for part in inside(model.model_fields[name].annotation)
        if get_origin(part) is Literal and len(get_args(part)) > 1
    }
    assert len(lists) > 20
    for values in lists:
        words = words_for(values)
        assert words is not None, values
        assert all(words[str(value)].en and words[str(value)].zh for value in values)
