"""Walks a JSON schema: every part that is itself a schema, the innermost first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Schema = dict[str, Any]
_ONE = ("items", "additionalProperties", "propertyNames", "if", "then", "else", "not")
_MANY = ("anyOf", "oneOf", "allOf")
_NAMED = ("properties", "patternProperties", "$defs")


def changed(part: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """The schema with every part of it changed, each after the parts inside it."""
    made = dict(part)
    for key, inside in part.items():
        if key in _ONE and isinstance(inside, dict):
            made[key] = changed(inside, change)
        elif key in _MANY:
            made[key] = [changed(option, change) for option in inside]
        elif key in _NAMED:
            made[key] = {name: changed(option, change) for name, option in inside.items()}
    return change(made)


def parts(part: Schema) -> Iterator[Schema]:
    """The schema and every part of it."""
    yield part
    for key, inside in part.items():
        if key in _ONE and isinstance(inside, dict):
            yield from parts(inside)
        elif key in _MANY:
            for option in inside:
                yield from parts(option)
        elif key in _NAMED:
            for option in inside.values():
                yield from parts(option)
