"""The JSON schema of the spec language, for editors: quantities are text, pairs are one text or a list of two."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from estimator.spec.document import Spec
from estimator.spec.values.base import SpecModel
from estimator.spec.values.describe import described
from estimator.spec.values.quantity import Measured, Pair, Quantity, as_written

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class AsWritten(GenerateJsonSchema):
    """Writes defaults the way an author would."""

    def encode_default(self, dft: Any) -> Any:
        """A default as written in a spec; a whole model as the keys that differ from its own defaults."""
        if isinstance(dft, (Pair, Quantity, Measured)):
            return as_written(dft)
        if isinstance(dft, BaseModel):
            return dft.model_dump(mode="json", exclude_defaults=True)
        return super().encode_default(dft)


def json_schema(root: type[SpecModel] = Spec, name: str = "spec language") -> dict[str, Any]:
    """The schema of a file whose whole is a model, as plain data, in draft 2020-12; the same every time."""
    schema = root.model_json_schema(schema_generator=AsWritten)
    _describe(schema, root)
    models = _models(SpecModel)
    for defined, part in schema["$defs"].items():
        same = [model for model in models if model.__name__ == defined]
        if same:
            _describe(part, max(same, key=lambda model: len(_keys(model) & _properties(part))))
    plain = _plain(schema)
    plain["properties"] = {key: _or_include(part) for key, part in plain["properties"].items()}
    head = {"$schema": DIALECT, "$comment": f"commspec {name}, version 1"}
    return {**head, **plain}


def _or_include(part: dict[str, Any]) -> dict[str, Any]:
    """A section as it is, or the file that holds it: editors show ``!include FILE`` as the text FILE."""
    if part.get("type") in ("string", "integer"):
        return part
    own = {key: value for key, value in part.items() if key not in ("description", "default")}
    about = {key: value for key, value in part.items() if key not in own}
    return about | {"anyOf": [own, {"type": "string", "pattern": r"\.ya?ml$"}]}


def _models(base: type[BaseModel]) -> list[type[BaseModel]]:
    found = [base]
    for model in base.__subclasses__():
        found += _models(model)
    return found


def _keys(model: type[BaseModel]) -> set[str]:
    """The keys of a model as a file writes them; they tell it from another one of the same name elsewhere."""
    return {str(field.validation_alias or name) for name, field in model.model_fields.items()}


def _properties(part: dict[str, Any]) -> set[str]:
    return {key for option in (part, *part.get("anyOf", [])) for key in option.get("properties", {})}


def _describe(part: dict[str, Any], model: type[BaseModel]) -> None:
    """Put the text under each field of a model into its properties, wherever they are in this part."""
    options = [part, *part.get("anyOf", [])]
    for properties in [option["properties"] for option in options if "properties" in option]:
        names = {str(field.validation_alias or name): name for name, field in model.model_fields.items()}
        for key, item in properties.items():
            text = described(model, names.get(key, key))
            unit = item.get("description", "")
            if text:
                item["description"] = f"{text} {unit}".strip() if unit not in text else text


def _plain(item: Any) -> Any:
    """The schema without titles made up from names, and without null: a spec leaves a key out instead."""
    if isinstance(item, list):
        return [_plain(part) for part in item]
    if not isinstance(item, dict):
        return item
    kept = {key: _plain(part) for key, part in item.items() if key != "title" or isinstance(part, dict)}
    if kept.get("default", "") is None:
        del kept["default"]
    if {"type": "null"} not in kept.get("anyOf", ()):
        return kept
    options = [option for option in kept.pop("anyOf") if option != {"type": "null"}]
    return {**(options[0] if len(options) == 1 else {"anyOf": options}), **kept}
