"""A requirement as its kind says: the word first, then if/then, so that a message is about the keys of that kind."""

from __future__ import annotations

from collections.abc import Mapping

from estimator.spec.editor.walk import Schema


def by_kind(part: Schema, defined: Mapping[str, Schema]) -> Schema:
    """A union whose options are told apart by the one word of their `kind`; any other part as it is."""
    options = part.get("oneOf", ())
    if not options or not all("$ref" in option for option in options):
        return part
    kinds = {_kind(option, defined): option for option in options}
    about = {kind: defined[option["$ref"].rpartition("/")[2]].get("description", "") for kind, option in kinds.items()}
    word = {
        "description": "The kind of requirement.",
        "enum": list(kinds),
        "enumDescriptions": [text.partition("\n\n")[0].replace("\n", " ") for text in about.values()],
    }
    told = {key: item for key, item in part.items() if key not in ("oneOf", "discriminator")}
    choices = [
        {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": option}
        for kind, option in kinds.items()
    ]
    return told | {"type": "object", "required": ["kind"], "properties": {"kind": word}, "allOf": choices}


def _kind(option: Schema, defined: Mapping[str, Schema]) -> str:
    return str(defined[option["$ref"].rpartition("/")[2]]["properties"]["kind"]["const"])
