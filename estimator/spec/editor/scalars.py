"""Scalars as the loader reads them: every one is text, so "8" is 8, and a title may be a bare 2026."""

from __future__ import annotations

from typing import Any

from estimator.spec.editor.walk import Schema

_SCALAR = ["string", "number", "boolean"]
_DIGITS = "^(0|[1-9][0-9]{0,17})$"
_PLAIN = r"^[0-9]{1,18}(\.[0-9]{1,18})?$"


def as_read(part: Schema) -> Schema:
    """A scalar with all the ways to write it; any other part as it is."""
    kind = part.get("type")
    if "enum" in part or "const" in part:
        return part
    if kind == "integer":
        return part | _or_text(["integer", "string"], _DIGITS, "write digits only, such as 8")
    if kind == "number":
        return part | _or_text(["number", "string"], _PLAIN, "write a number such as 704 or 0.5")
    if kind == "boolean":
        return part | _or_text(["boolean", "string"], "^(true|false)$", "write true or false")
    if kind == "string" and "patternErrorMessage" not in part:
        return part | {"type": _SCALAR}
    return part


def _or_text(kinds: list[str], pattern: str, message: str) -> dict[str, Any]:
    return {"type": kinds, "pattern": pattern, "patternErrorMessage": message}
