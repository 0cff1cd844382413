"""The fields of the plan and of a record, as the page about the kit shows them: from the models' own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from estimator.tools.kit.plan import plan_schema
from estimator.tools.readers.formats.own_format import json_schema

PARTS = ("Plan", "Document", "Machine", "Where", "CellPlan", "SendMatrix", "Beside", "Computation", "ByHand")
MORE = ("Procedure", "Script", "Left")
RECORDS = ("FirstLine", "MeasuredSize", "NotRun")


def fields() -> Iterator[str]:
    """A table for each part of the plan, then one for each kind of line of the records."""
    plan = plan_schema()
    for name in (*PARTS, *MORE):
        yield from _table(name, plan if name == "Plan" else plan["$defs"][name])
    records = json_schema()["$defs"]
    for name in RECORDS:
        yield from _table(
            name, records[name], set(records["FirstLine"]["properties"]) if name == "MeasuredSize" else set()
        )


def _table(name: str, part: dict[str, Any], known: set[str] = frozenset()) -> Iterator[str]:  # type: ignore[assignment]
    yield f"\n### {name}\n"
    if about := part.get("description"):
        yield f"{' '.join(about.split())}\n"
    yield "| field | type | meaning |"
    yield "|---|---|---|"
    for field, one in part["properties"].items():
        if field not in known and (said := one.get("description")):
            yield f"| `{field}` | {_type(one)} | {' '.join(said.split())} |"


def _type(one: dict[str, Any]) -> str:
    """The type in words: number, text, list of ..., or the part it is."""
    if "$ref" in one:
        return f"[{one['$ref'].rpartition('/')[2]}](#{one['$ref'].rpartition('/')[2].lower()})"
    if "anyOf" in one or "oneOf" in one:
        found = dict.fromkeys(_type(each) for each in one.get("anyOf", one.get("oneOf", [])))
        return " or ".join(found)
    if "const" in one:
        return f"`{one['const']}`"
    if "enum" in one:
        return ", ".join(f"`{word}`" for word in one["enum"])
    kind = str(one.get("type", "any"))
    if kind == "array":
        inside = one.get("items") or (one.get("prefixItems") or [{}])[0]
        return f"list of {_type(inside)}"
    if kind == "object" and isinstance(one.get("additionalProperties"), dict):
        return f"name: {_type(one['additionalProperties'])}"
    return {"string": "text", "integer": "whole number", "boolean": "true, false"}.get(kind, kind)
