"""Values with several forms as if/then: an editor's message is then about the form that was written.

Without it a misspelt key in one form of five is told as "matches none of the five".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from estimator.spec.editor.walk import Schema

_ABOUT = ("description", "markdownDescription", "default", "examples")
FILE: Schema = {
    "pattern": r"\.ya?ml$",
    "patternErrorMessage": "write key: value pairs below, or !include FILE.yaml",
}
"""A mapping or list that another file holds: editors show ``!include FILE`` as the text FILE."""


def by_form(part: Schema, defined: Mapping[str, Schema]) -> Schema:
    """The part with its alternatives told apart by what was written: a mapping, a list, or a scalar."""
    options = [_in_place(option) for option in part.get("anyOf") or part.get("oneOf") or ()]
    if not options:
        return part
    if all("required" in option and "type" not in option for option in options):
        return _by_ways(part, options)
    forms = {form: [option for option in options if form in types_of(option, defined)] for form in ("object", "array")}
    rest = [option for option in options if types_of(option, defined) - {"object", "array"}]
    told = {key: item for key, item in part.items() if key not in ("anyOf", "oneOf", "discriminator")}
    chosen = _any(rest) if rest else FILE | {"type": "string"}
    for form in ("array", "object"):
        if forms[form]:
            chosen = {"if": {"type": form}, "then": _any(forms[form]), "else": chosen}
    return part if chosen == _any(rest) else told | chosen


def or_file(part: Schema) -> Schema:
    """A mapping or a list, or the file that holds it."""
    if part.get("type") not in ("object", "array"):
        return part
    about = {key: item for key, item in part.items() if key in _ABOUT}
    own = {key: item for key, item in part.items() if key not in _ABOUT}
    return about | {"if": {"type": "string"}, "then": FILE, "else": own}


def _in_place(part: Schema) -> Schema:
    """A part without the file that may hold it."""
    if part.get("then") != FILE:
        return part
    in_place: Schema = part["else"]
    return {key: item for key, item in part.items() if key not in ("if", "then", "else")} | in_place


def types_of(part: Schema, defined: Mapping[str, Schema]) -> set[str]:
    """The JSON types that a part allows."""
    if "$ref" in part:
        return types_of(defined[part["$ref"].rpartition("/")[2]], defined)
    if "else" in part:
        return types_of(part["then"], defined) | types_of(part["else"], defined)
    if "anyOf" in part:
        return {kind for option in part["anyOf"] for kind in types_of(option, defined)}
    kind = part.get("type", "string")
    return {kind} if isinstance(kind, str) else set(kind)


def _by_ways(part: Schema, ways: Sequence[Schema]) -> Schema:
    """Keys that stand for each other: what is missing is told of the way that has no key of its own written."""
    common = [key for key in ways[0]["required"] if all(key in way["required"] for way in ways)]
    plain = [way for way in ways if "properties" not in way]
    longest = max(plain, key=lambda way: len(way["required"]))
    others = [_without(way, common) for way in ways if way is not longest]
    made = {key: item for key, item in part.items() if key != "anyOf"}
    if common:
        made["required"] = common
    return made | {"if": _any(others), "else": _without(longest, common)}


def _without(way: Schema, common: Sequence[str]) -> Schema:
    return way | {"required": [key for key in way["required"] if key not in common]}


def _any(options: Sequence[Schema]) -> Schema:
    return dict(options[0]) if len(options) == 1 else {"anyOf": list(options)}
