"""What an editor shows: the meaning under each key, of each word that it may hold, and an example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml
from pydantic import BaseModel

from estimator.spec.editor.walk import Schema
from estimator.spec.told.catalogue import told
from estimator.spec.told.choices import words_for
from estimator.spec.values.describe import described


def describe(part: Schema, model: type[BaseModel]) -> None:
    """Put the text under each field of a model, and an example, into its properties, wherever they are in this part."""
    names = {str(field.validation_alias or name): name for name, field in model.model_fields.items()}
    for option in (part, *(form for form in part.get("anyOf", []) if "type" in form)):
        for key, item in option.get("properties", {}).items():
            text = " ".join(described(model, names.get(key, key)).split())
            unit = item.get("description", "")
            if text:
                item["description"] = f"{text} {unit}".strip() if unit not in text else text
            about = told(model, key)
            if about is not None and not about.example.startswith("!include"):
                item["examples"] = [yaml.safe_load(about.example)]


def with_words(part: Schema) -> Schema:
    """A list of words with the meaning of each."""
    values = part.get("enum")
    words = words_for(tuple(values)) if values and "enumDescriptions" not in part else None
    return part | {"enumDescriptions": [words[value].en for value in values]} if words and values else part


def models(base: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """A model and all that are made from it."""
    yield base
    for model in base.__subclasses__():
        yield from models(model)


def model_of(name: str, part: Schema, base: type[BaseModel]) -> type[BaseModel] | None:
    """The model that a part is of; of several that share its name the one with most of its keys."""
    same = [model for model in models(base) if model.__name__ == name]
    return max(same, key=lambda model: len(_keys(model) & _properties(part)), default=None)


def _keys(model: type[BaseModel]) -> set[str]:
    return {str(field.validation_alias or name) for name, field in model.model_fields.items()}


def _properties(part: dict[str, Any]) -> set[str]:
    return {key for option in (part, *part.get("anyOf", [])) for key in option.get("properties", {})}
