"""What the schemas of our JSON are put together from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
MAYBE: Schema = {"type": ["number", "null"]}
WORD: Schema = {"type": ["string", "null"]}
COUNT: Schema = {"type": "integer", "minimum": 0}
RANKS: Schema = {"type": ["integer", "null"], "minimum": 1}
TEXTS: Schema = {"type": "array", "items": TEXT}
PAIR: Schema = {
    "type": "array",
    "items": NUMBER,
    "minItems": 2,
    "maxItems": 2,
    "description": "The optimistic and the conservative end.",
}


def closed(properties: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """An object of these properties and no others; all but the optional ones are there."""
    return {
        "type": "object",
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def by_name(one: Schema) -> Schema:
    """An object of any keys, each holding the same."""
    return {"type": "object", "additionalProperties": one}


def listed(one: Schema) -> Schema:
    """A list of the same."""
    return {"type": "array", "items": one}
