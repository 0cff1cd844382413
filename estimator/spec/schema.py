"""The JSON schema of the spec language, for editors: it takes what the models take, and tells each key and word."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from estimator.spec.document import Spec
from estimator.spec.editor.forms import by_form, or_file
from estimator.spec.editor.kinds import by_kind
from estimator.spec.editor.scalars import as_read
from estimator.spec.editor.sharing import shared
from estimator.spec.editor.telling import describe, model_of, with_words
from estimator.spec.editor.walk import Schema, changed
from estimator.spec.values.base import SpecModel
from estimator.spec.values.quantity import Measured, Pair, Quantity, as_written

_VALUES = ("examples", "default", "const", "enum")
"""Keywords that hold values of a spec, not schemas."""
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


def json_schema(root: type[SpecModel] = Spec, name: str = "spec language") -> Schema:
    """The schema of a file whose whole is a model, as plain data, in draft 2020-12; the same every time."""
    made = root.model_json_schema(schema_generator=AsWritten)
    describe(made, root)
    for defined, part in made["$defs"].items():
        model = model_of(defined, part, SpecModel)
        if model is not None:
            describe(part, model)
    plain = _plain(made)
    definitions = plain["$defs"]
    shaped = changed(
        plain, lambda part: or_file(_closed(by_form(by_kind(with_words(as_read(part)), definitions), definitions)))
    )
    if "else" in shaped:  # the file as a whole is not in another one
        shaped = {key: item for key, item in shaped.items() if key not in ("if", "then", "else")} | shaped["else"]
    head = {"$schema": DIALECT, "$comment": f"commspec {name}, version 1"}
    return {**head, **shared(shaped)}


def _closed(part: Schema) -> Schema:
    """A mapping of names takes nothing that is no name."""
    return part | {"additionalProperties": False} if "patternProperties" in part else part


def _plain(item: Any) -> Any:
    """The schema without titles made up from names, and without null: a spec leaves a key out instead."""
    if isinstance(item, list):
        return [_plain(part) for part in item]
    if not isinstance(item, dict):
        return item
    kept = {
        key: part if key in _VALUES else _plain(part)
        for key, part in item.items()
        if key != "title" or isinstance(part, dict)
    }
    if kept.get("default", "") is None:
        del kept["default"]
    if {"type": "null"} not in kept.get("anyOf", ()):
        return kept
    options = [option for option in kept.pop("anyOf") if option != {"type": "null"}]
    return {**(options[0] if len(options) == 1 else {"anyOf": options}), **kept}
